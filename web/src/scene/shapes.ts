// Paths of overlays: lines, areas, rings and parts of rings, arrow heads.
import type { Point, Shape } from "../lib/contract";

export function polyline(points: readonly Point[], closed = false): string {
  const path = points.map(([x, y], i) => `${i ? "L" : "M"}${x} ${y}`).join("");
  return closed && points.length ? `${path}z` : path;
}

/** A point at an angle in tenths of a degree, clockwise from north. */
export function around([x, y]: Point, radius: number, angle: number): [number, number] {
  const a = (angle * Math.PI) / 1800;
  return [Math.round(x + radius * Math.sin(a)), Math.round(y - radius * Math.cos(a))];
}

export function ring(at: Point, radius: number, turn: readonly [number, number] | null): string {
  if (!turn || Math.abs(turn[1] - turn[0]) >= 3600) {
    const [x, y] = at;
    return `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0z`;
  }
  const span = (((turn[1] - turn[0]) % 3600) + 3600) % 3600;
  const [from, to] = [around(at, radius, turn[0]), around(at, radius, turn[1])];
  return `M${at[0]} ${at[1]}L${from[0]} ${from[1]}A${radius} ${radius} 0 ${span > 1800 ? 1 : 0} 1 ${to[0]} ${to[1]}z`;
}

/** A closed line whose corners are cut round, none of them beyond the middle of a side. */
export function softened(points: readonly Point[], most: number): string {
  const towards = ([x, y]: Point, [tx, ty]: Point): string => {
    const part = Math.min(0.5, most / (Math.hypot(tx - x, ty - y) || 1));
    return `${Math.round(x + (tx - x) * part)} ${Math.round(y + (ty - y) * part)}`;
  };
  const corners = points.map((at, i) => {
    const [before, after] = [points.at(i - 1)!, points[(i + 1) % points.length]!];
    return `${i ? "L" : "M"}${towards(at, before)}Q${at[0]} ${at[1]} ${towards(at, after)}`;
  });
  return corners.length ? `${corners.join("")}z` : "";
}

/** Ground that was looked at square by square is drawn without the corners of the squares. */
const BY_SQUARES: ReadonlySet<string> = new Set(["reach", "unseen"]);
const CORNER = 130;

export function pathOf({ kind, look, points, rings, radius, turn }: Shape): string {
  const [first] = points;
  if (!first || kind === "note") return "";
  if (kind === "ring") return ring(first, radius, turn);
  if (kind === "line") return polyline(points);
  return [points, ...rings]
    .map((line) => (BY_SQUARES.has(look) ? softened(line, CORNER) : polyline(line, true)))
    .join("");
}

/** The head of an arrow at the end of a line. */
export function head(points: readonly Point[], size: number): string {
  const [before, end] = points.slice(-2);
  if (!before || !end) return "";
  const [dx, dy] = [end[0] - before[0], end[1] - before[1]];
  const long = Math.hypot(dx, dy);
  if (!long) return "";
  const [ux, uy] = [dx / long, dy / long];
  const corner = (side: number) => [
    Math.round(end[0] - ux * size - uy * size * 0.55 * side),
    Math.round(end[1] - uy * size + ux * size * 0.55 * side),
  ];
  return `M${end[0]} ${end[1]}L${corner(1).join(" ")}L${corner(-1).join(" ")}z`;
}

/** How far along lines of a volley their words stand: beside each other, or they would hide each other. */
const STAGGER = [0.6, 0.42, 0.74, 0.3];

/** From the foot of a house to its name. */
const FOOT = 130;

/** Where a shape's label stands: at the end of a way, halfway along a line, over a ring, in the middle of an area. */
export function labelAt({ kind, look, points, radius }: Shape, order = 0): Point {
  const first = points[0] ?? [0, 0];
  if (kind === "ring") return [first[0], first[1] - radius];
  if (kind === "area") {
    const [x, y] = points.reduce<[number, number]>(([a, b], [c, d]) => [a + c, b + d], [0, 0]);
    // The name of a house stands below it, as the map has it.
    const foot = Math.max(...points.map(([, y]) => y)) + FOOT;
    return [Math.round(x / points.length), look === "building" ? foot : Math.round(y / points.length)];
  }
  if (kind === "line") {
    const end = points.at(-1) ?? first;
    if (look === "route" || look === "route_short" || look === "arrow") return end;
    if (SHOTS.has(look)) {
      const part = STAGGER[order % STAGGER.length]!;
      return [Math.round(first[0] + (end[0] - first[0]) * part), Math.round(first[1] + (end[1] - first[1]) * part)];
    }
    return [Math.round((first[0] + end[0]) / 2), Math.round((first[1] + end[1]) / 2)];
  }
  return first;
}

/** Looks whose lines end in an arrow head. */
export const POINTED = new Set(["arrow", "route", "route_short", "aim", "shot", "spare", "charge"]);

export type Bead = "full" | "hollow" | "die";

const BEADS: Record<string, Bead> = { "●": "full", "○": "hollow", "⚄": "die" };

/** The beads at the front of a label, and the words after them. */
export function beadsOf(label: string): { beads: Bead[]; text: string } {
  const beads: Bead[] = [];
  let rest = label;
  for (let bead = BEADS[rest.charAt(0)]; bead; bead = BEADS[rest.charAt(0)]) {
    beads.push(bead);
    rest = rest.slice(1);
  }
  return { beads, text: rest.trim() };
}

/** Lines of a fire plan, which can be taken by their end; their words always stand. */
export const SHOTS = new Set(["shot", "spare"]);
export const SPOKEN = new Set([...SHOTS, "swath"]);

/** Looks that lie under the pieces; the others are drawn over them. */
export const UNDER = new Set([
  "ribbon",
  "ribbon_fast",
  "building",
  "objective",
  "line",
  "edge",
  "template",
  "minefield",
  "reach",
  "arc",
  "range",
  "command",
  "unseen",
  "bad_going",
]);

/** Looks that say what a piece could do rather than what it will: shown of what is in hand, or they cover the map. */
export const ASIDES = new Set(["arc", "range", "sight", "sight_blocked", "reach", "command"]);

/** The shapes of a draft that are worth drawing now, ghosts under the rest. */
export function worthDrawing(
  shapes: readonly Shape[],
  inHand: (piece: string) => boolean,
): { ghosts: Shape[]; rest: Shape[] } {
  const shown = shapes.filter(({ look, token }) => !ASIDES.has(look) || inHand(token));
  return {
    ghosts: shown.filter(({ look }) => look === "ghost" || UNDER.has(look)),
    rest: shown.filter(({ look }) => look !== "ghost" && !UNDER.has(look)),
  };
}

/** Where a base of four corners stands and looks: its front edge comes first. Null for anything else. */
export function standing(points: readonly Point[]): { at: Point; facing: number } | null {
  const [a, b, c, d] = points;
  if (!a || !b || !c || !d || points.length !== 4) return null;
  const at: Point = [Math.round((a[0] + c[0]) / 2), Math.round((a[1] + c[1]) / 2)];
  const facing = (Math.atan2(b[1] - a[1], b[0] - a[0]) * 180) / Math.PI;
  return { at, facing };
}
