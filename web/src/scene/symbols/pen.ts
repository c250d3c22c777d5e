// The strokes that silhouettes are made of. A drawing lies in a square from -50 to 50 and looks north.

/** How a stroke is inked. The side's colours come from where it is drawn. */
export type Ink =
  | "shade"
  | "hull"
  | "deck"
  | "dark"
  | "helmet"
  | "line"
  | "thin"
  | "wood"
  | "light"
  | "rust"
  | "ash"
  | "steel"
  | "sleeve"
  | "skin"
  | "white"
  | "red"
  | "gold"
  | "band"
  | "earth"
  | "flame"
  | "smoke"
  | "asked"
  | "link"
  | "glass"
  | "bay"
  | "carriage"
  | "hollow"
  | "broken";

export interface Stroke {
  ink: Ink;
  d: string;
}

export type Drawing = readonly Stroke[];

const n = (value: number): string => String(Math.round(value * 10) / 10);

export function circle(x: number, y: number, r: number): string {
  return `M${n(x - r)} ${n(y)}a${n(r)} ${n(r)} 0 1 0 ${n(2 * r)} 0a${n(r)} ${n(r)} 0 1 0 ${n(-2 * r)} 0z`;
}

export function ellipse(x: number, y: number, rx: number, ry: number, turn = 0): string {
  const a = (turn * Math.PI) / 180;
  const [dx, dy] = [rx * Math.cos(a), rx * Math.sin(a)];
  const arc = `${n(rx)} ${n(ry)} ${n(turn)} 1 0`;
  return `M${n(x - dx)} ${n(y - dy)}a${arc} ${n(2 * dx)} ${n(2 * dy)}a${arc} ${n(-2 * dx)} ${n(-2 * dy)}z`;
}

export function rect(x: number, y: number, w: number, h: number, r = 0): string {
  if (!r) return `M${n(x)} ${n(y)}h${n(w)}v${n(h)}h${n(-w)}z`;
  const arc = (dx: number, dy: number) => `a${n(r)} ${n(r)} 0 0 1 ${n(dx)} ${n(dy)}`;
  return (
    `M${n(x + r)} ${n(y)}h${n(w - 2 * r)}${arc(r, r)}v${n(h - 2 * r)}${arc(-r, r)}` +
    `h${n(2 * r - w)}${arc(-r, -r)}v${n(2 * r - h)}${arc(r, -r)}z`
  );
}

export function line(...points: [number, number][]): string {
  return points.map(([x, y], i) => `${i ? "L" : "M"}${n(x)} ${n(y)}`).join("");
}

export function area(...points: [number, number][]): string {
  return `${line(...points)}z`;
}

/** A point turned about the middle and moved. */
export function placed(x: number, y: number, turn: number) {
  const a = (turn * Math.PI) / 180;
  const [cos, sin] = [Math.cos(a), Math.sin(a)];
  return (px: number, py: number): [number, number] => [x + px * cos - py * sin, y + px * sin + py * cos];
}

/** A man from above: shoulders, helmet and what he carries. */
export function man(
  x: number,
  y: number,
  turn = 0,
  weapon: "rifle" | "gun" | "none" = "rifle",
  size = 1,
): Stroke[] {
  const turned = placed(x, y, turn);
  const at = (px: number, py: number) => turned(px * size, py * size);
  const strokes: Stroke[] = [
    { ink: "shade", d: ellipse(x + 2.5, y + 3, 10 * size, 6.5 * size, turn) },
    { ink: "hull", d: ellipse(x, y, 10 * size, 6 * size, turn) },
  ];
  if (weapon === "rifle") strokes.push({ ink: "line", d: line(at(5, 3), at(5.5, -17)) });
  if (weapon === "gun") {
    strokes.push({ ink: "line", d: line(at(4, 2), at(4.5, -20)) });
    strokes.push({ ink: "thin", d: line(at(4.5, -15), at(-1, -20)) + line(at(4.5, -15), at(10, -20)) });
  }
  strokes.push({ ink: "helmet", d: circle(x, y - 0.5, 5.6 * size) });
  strokes.push({ ink: "light", d: ellipse(x - 1.6 * size, y - 2.2 * size, 2 * size, 1.4 * size, -30) });
  return strokes;
}

/** Two tracks with their links, and the shadow of what runs on them. */
export function tracks(width: number, length: number, top = -length / 2): Stroke[] {
  const half = width / 2;
  const strokes: Stroke[] = [
    { ink: "shade", d: rect(-half + 4, top + 5, width, length, 6) },
    { ink: "dark", d: rect(-half, top, 11, length, 4) + rect(half - 11, top, 11, length, 4) },
  ];
  let links = "";
  for (let y = top + 5; y < top + length - 2; y += 6)
    links += line([-half + 1.5, y], [-half + 9.5, y]) + line([half - 9.5, y], [half - 1.5, y]);
  strokes.push({ ink: "thin", d: links });
  return strokes;
}

/** Four or six wheels that look out from under a car. */
export function wheels(width: number, rows: readonly number[]): Stroke[] {
  const half = width / 2;
  return [
    {
      ink: "dark",
      d: rows.map((y) => rect(-half, y - 7, 8, 14, 3) + rect(half - 8, y - 7, 8, 14, 3)).join(""),
    },
  ];
}
