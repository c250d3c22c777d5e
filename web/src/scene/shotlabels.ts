// Where the beads and chances of a volley stand: on their lines, over no man and not over each other.
import type { Point, Shape } from "../lib/contract";
import type { Piece } from "./lettering";
import { labelAt, SHOTS } from "./shapes";

/** Parts of a line at which its words are tried, the best first; then beside it. */
const PARTS = [0.6, 0.42, 0.74, 0.3, 0.5];
/** About how wide and high the words are, and how far beside a line they go, in pixels. */
const WIDE = 62;
const HIGH = 30;
const ASIDE = 34;

/** The places for the words of lines, by their place in the list. `unit` is tenths to a pixel. */
export function shotLabels(shapes: readonly Shape[], unit: number, pieces: readonly Piece[]): Point[] {
  const taken: Point[] = [];
  const isFree = ([x, y]: Point): boolean =>
    !taken.some(([a, b]) => Math.abs(a - x) < WIDE * unit && Math.abs(b - y) < HIGH * unit) &&
    !pieces.some(
      ({ at: [a, b], reach }) =>
        Math.abs(a - x) < reach + (WIDE / 2) * unit && Math.abs(b - y) < reach + (HIGH / 2) * unit,
    );
  return shapes.map((shape, order) => {
    if (!SHOTS.has(shape.look) || !shape.label) return labelAt(shape, order);
    const place = candidates(shape, unit).find(isFree) ?? labelAt(shape, order);
    taken.push(place);
    return place;
  });
}

function candidates({ points }: Shape, unit: number): Point[] {
  const from: Point = points[0] ?? [0, 0];
  const to: Point = points.at(-1) ?? from;
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const long = Math.hypot(dx, dy) || 1;
  return [0, 1, -1].flatMap((side) =>
    PARTS.map((part): Point => [
      Math.round(from[0] + dx * part - (dy / long) * side * ASIDE * unit),
      Math.round(from[1] + dy * part + (dx / long) * side * ASIDE * unit),
    ]),
  );
}
