/** Where the pips of a six-sided die's face are, on a square of 3 by 3; other dice show their number. */
export function pips(face: number): [number, number][] {
  const corners: [number, number][] = [
    [0, 0],
    [2, 2],
    [2, 0],
    [0, 2],
  ];
  const sides: [number, number][] = [
    [0, 1],
    [2, 1],
  ];
  const middle: [number, number][] = face % 2 ? [[1, 1]] : [];
  return [...corners.slice(0, face < 2 ? 0 : face < 4 ? 2 : 4), ...(face === 6 ? sides : []), ...middle];
}

/** A throw in words, for those who do not see the dice: "2d6: 3 and 5". */
export function thrown(sides: number, faces: readonly number[]): string {
  return `${faces.length}d${sides}: ${faces.join(", ")}`;
}

/** "+2", "0", with a real minus sign. */
export function signed(amount: number): string {
  return amount > 0 ? `+${amount}` : amount < 0 ? `\u2212${-amount}` : "0";
}
