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

/** What a game measures in: how many tenths of a millimetre it is, and what people call it. */
export interface Measure {
  is: number;
  word: string;
}

/** The measures that a request may have, by its `unit`. */
export const MEASURES = { mm: { is: 10, word: "mm" }, in: { is: 254, word: "inches" } } satisfies Record<string, Measure>;
export const DEGREES: Measure = { is: 10, word: "°" };
/** What a table is measured in; where none is drawn, in millimetres. */
export type Unit = keyof typeof MEASURES;

/** Tenths as people read them: 1524 is "152.4", or "6.0" in inches. */
export function tenths(value: number, { is }: Measure = MEASURES.mm): string {
  return (value / is).toFixed(1);
}

/** What somebody typed, in tenths; null if it is no number. */
export function fromTyped(text: string, { is }: Measure = MEASURES.mm): number | null {
  const value = Number(text.trim().replace(",", "."));
  return text.trim() === "" || !Number.isFinite(value) ? null : Math.round(value * is);
}

export function pointText([x, y]: Point, measure: Measure = MEASURES.mm): string {
  return `${tenths(x, measure)}, ${tenths(y, measure)}`;
}

/** A length without its unit: whole millimetres, tenths of an inch. */
export function lengthFigure(length: number, unit: Unit): string {
  return unit === "in" ? tenths(length, MEASURES.in) : `${Math.round(length / MEASURES.mm.is)}`;
}

/** A length in the measure of a game: 250 mm, 7.6". */
export function lengthWords(length: number, unit: Unit): string {
  return `${lengthFigure(length, unit)}${unit === "in" ? '"' : " mm"}`;
}

/** A place as the text of a table tells it, from the north-western corner. */
export function placeWords([x, y]: Point, unit: Unit): string {
  return `${lengthFigure(x, unit)} east, ${lengthFigure(y, unit)} south`;
}
