// Lengths and angles as the server counts them: whole tenths of a millimetre, whole tenths of a degree.
import type { Point } from "./contract";

export const FULL_TURN = 3600;

/** The length of a leg: its root rounded to the nearest tenth, as the server rounds it. */
export function leg(a: Point, b: Point): number {
  const square = (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2;
  const root = Math.floor(Math.sqrt(square));
  return root + (square - root * root > root ? 1 : 0);
}

export function pathLength(start: Point, points: readonly Point[]): number {
  let total = 0;
  let here = start;
  for (const point of points) {
    total += leg(here, point);
    here = point;
  }
  return total;
}

/** Tenths as people read them: 1524 is "152.4". */
export function tenths(value: number): string {
  return (value / 10).toFixed(1);
}

/** What somebody typed, in tenths; null if it is no number. */
export function fromTyped(text: string): number | null {
  const value = Number(text.trim().replace(",", "."));
  return text.trim() === "" || !Number.isFinite(value) ? null : Math.round(value * 10);
}

export function pointText([x, y]: Point): string {
  return `${tenths(x)}, ${tenths(y)}`;
}

const INCH = 254;
/** Games whose rules measure in inches. */
const IN_INCHES = new Set(["skirmish"]);

/** A length in the measure of a game: 250 mm, 7.6". */
export function lengthWords(length: number, system: string): string {
  return IN_INCHES.has(system) ? `${(length / INCH).toFixed(1)}"` : `${Math.round(length / 10)} mm`;
}
