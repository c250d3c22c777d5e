// A house that was set down in play, drawn from above by the hand that draws the map's own.
import type { Point } from "../lib/contract";
import { polyline } from "./shapes";

export interface Roof {
  shadow: string;
  /** The two slopes, the one in the light first, and the boards on both. */
  slopes: [string, string];
  boards: string;
  ridge: string;
  outline: string;
  chimney: string;
}

const SHADOW = 45;
const BOARD = 60;
const CHIMNEY = 34;

function at(a: Point, b: Point, part: number): Point {
  return [Math.round(a[0] + (b[0] - a[0]) * part), Math.round(a[1] + (b[1] - a[1]) * part)];
}

function closed(points: readonly Point[]): string {
  return `${polyline(points)}Z`;
}

/** Its parts, by its four corners in turn; the ridge runs along the longer sides. Null for anything else. */
export function roofOf(corners: readonly Point[]): Roof | null {
  if (corners.length !== 4) return null;
  const length = (a: Point, b: Point) => Math.hypot(a[0] - b[0], a[1] - b[1]);
  const [p, q, r, s] = corners as [Point, Point, Point, Point];
  const isWide = length(p, q) >= length(q, r);
  const [a, b, c, d] = isWide ? [p, q, r, s] : [q, r, s, p];
  const [left, right] = [at(a, d, 0.5), at(b, c, 0.5)];
  const many = Math.max(2, Math.round(length(a, b) / BOARD));
  const across = Array.from({ length: many - 1 }, (_, i) => (i + 1) / many);
  const pot = at(at(left, right, 0.3), a, 0.08);
  return {
    shadow: closed(corners.map(([x, y]): Point => [x + SHADOW, y + SHADOW])),
    slopes: [closed([a, b, right, left]), closed([left, right, c, d])],
    boards: across.map((part) => polyline([at(a, b, part), at(d, c, part)])).join(""),
    ridge: polyline([left, right]),
    outline: closed(corners),
    chimney: `M${pot[0] - CHIMNEY / 2} ${pot[1] - CHIMNEY / 2}h${CHIMNEY}v${CHIMNEY}h${-CHIMNEY}Z`,
  };
}
