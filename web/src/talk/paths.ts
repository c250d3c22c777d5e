// The geometry of sketches: a hand's way made short, drawn smooth, and found again under a pointer.
import type { Point, Sketch } from "../lib/contract";

export const MOST_POINTS = 60;
/** However long a hand goes on drawing, its way is taken by this many points. */
const MOST_LOOKED_AT = 400;

/** Half the height of a note's label and the width of one of its letters, in pixels. */
export const LABEL = { half: 11, letter: 6.1, gap: 9 };

type Plane = readonly [number, number];

/** How far a point lies from the stretch between two others. */
export function distance([x, y]: Plane, [ax, ay]: Plane, [bx, by]: Plane): number {
  const [dx, dy] = [bx - ax, by - ay];
  const long = dx * dx + dy * dy;
  const part = long ? Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / long)) : 0;
  return Math.hypot(x - ax - part * dx, y - ay - part * dy);
}

/** A way without the points that lie within a tolerance of it; the tolerance grows until few enough are left. */
export function simplified(points: readonly Point[], tolerance: number): Point[] {
  const step = Math.ceil(points.length / MOST_LOOKED_AT);
  const some = points.filter((_, i) => i % step === 0 || i === points.length - 1);
  let found = thinned(some, tolerance);
  for (let wider = tolerance * 2; found.length > MOST_POINTS; wider *= 2) found = thinned(some, wider);
  return found;
}

function thinned(points: readonly Point[], tolerance: number): Point[] {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || points.length < 3) return [...points];
  let [far, at] = [0, 0];
  points.forEach((point, i) => {
    const off = distance(point, first, last);
    if (off > far) [far, at] = [off, i];
  });
  if (far <= tolerance) return [first, last];
  return [...thinned(points.slice(0, at + 1), tolerance).slice(0, -1), ...thinned(points.slice(at), tolerance)];
}

/** A way through its points without corners. */
export function smooth(points: readonly Point[]): string {
  const [first, second] = points;
  const last = points.at(-1);
  if (!first || !second || !last) return "";
  if (points.length === 2) return `M${first[0]} ${first[1]}L${last[0]} ${last[1]}`;
  let path = `M${first[0]} ${first[1]}`;
  for (let i = 1; i < points.length - 2; i++) {
    const [on, next] = [points[i]!, points[i + 1]!];
    path += `Q${on[0]} ${on[1]} ${(on[0] + next[0]) / 2} ${(on[1] + next[1]) / 2}`;
  }
  const before = points.at(-2)!;
  return `${path}Q${before[0]} ${before[1]} ${last[0]} ${last[1]}`;
}

/** The two strokes of an arrow's head, as a hand draws them. */
export function barbs(points: readonly Point[], size: number): string {
  const end = points.at(-1);
  const before = points.filter(([x, y]) => end && Math.hypot(end[0] - x, end[1] - y) > size * 0.3).at(-1);
  if (!before || !end) return "";
  const angle = Math.atan2(end[1] - before[1], end[0] - before[0]);
  const barb = (turn: number) =>
    `${Math.round(end[0] - size * Math.cos(angle + turn))} ${Math.round(end[1] - size * Math.sin(angle + turn))}`;
  return `M${barb(0.5)}L${end[0]} ${end[1]}L${barb(-0.5)}`;
}

/** How wide a note's label is, in pixels. */
export function labelWidth(text: string): number {
  return text.length * LABEL.letter + 14;
}

/** On which side of its point a label has room: to the left where it would leave the table on the right. */
export function goesLeft(sketch: Pick<Sketch, "points" | "text">, unit: number, width: number): boolean {
  const [x] = sketch.points[0] ?? [0, 0];
  return x + (LABEL.gap + labelWidth(sketch.text)) * unit > width;
}

/** The sketch under a point, the one drawn last first; `unit` is how many tenths make a pixel. */
export function under(
  sketches: readonly Sketch[],
  at: Point,
  unit: number,
  width: number,
  reach = 12,
): Sketch | undefined {
  const found = sketches.filter((sketch) => {
    if (sketch.kind === "note") return isOnNote(sketch, at, unit, width, reach);
    const { points } = sketch;
    return points.some((point, i) => i > 0 && distance(at, points[i - 1]!, point) <= reach * unit);
  });
  return found.at(-1);
}

function isOnNote(sketch: Sketch, at: Point, unit: number, width: number, reach: number): boolean {
  const [x, y] = sketch.points[0] ?? [0, 0];
  const right = ((at[0] - x) / unit) * (goesLeft(sketch, unit, width) ? -1 : 1);
  const down = Math.abs(at[1] - y) / unit;
  return right >= -reach && right <= LABEL.gap + labelWidth(sketch.text) && down <= Math.max(reach, LABEL.half);
}

/** A point brought onto the table. */
export function within([x, y]: Point, width: number, height: number): Point {
  return [Math.min(width, Math.max(0, Math.round(x))), Math.min(height, Math.max(0, Math.round(y)))];
}
