// Where the table lies in its window: a screen point is a table point in millimetres times k, moved by x and y.
import type { Point, Token } from "../lib/contract";

export interface Camera {
  x: number;
  y: number;
  k: number;
}

export interface Size {
  width: number;
  height: number;
}

/** How much of a stage lies under buttons, along its top and its right edge. */
export interface Covered {
  top: number;
  right: number;
}

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Tenths of a millimetre to a millimetre: at k = 1 a millimetre is a pixel. */
export const TENTHS = 10;
export const NEAREST = 5;
const MARGIN = 8;

/** The scale at which the whole table is seen. */
export function fitScale(stage: Size, table: Size): number {
  const wide = (stage.width - 2 * MARGIN) / (table.width / TENTHS);
  const high = (stage.height - 2 * MARGIN) / (table.height / TENTHS);
  return Math.max(0.05, Math.min(wide, high));
}

/** The whole table, in the middle of the stage. */
export function fit(stage: Size, table: Size): Camera {
  const k = fitScale(stage, table);
  return centred(stage, k, [table.width / 2, table.height / 2]);
}

/** A table point in the middle of the stage. */
export function centred(stage: Size, k: number, [x, y]: Point | [number, number]): Camera {
  return { k, x: stage.width / 2 - (x / TENTHS) * k, y: stage.height / 2 - (y / TENTHS) * k };
}

/** A screen point, counted from the stage's corner, as a table point in whole tenths. */
export function toTable({ x, y, k }: Camera, at: [number, number]): Point {
  return [Math.round(((at[0] - x) / k) * TENTHS), Math.round(((at[1] - y) / k) * TENTHS)];
}

export function toScreen({ x, y, k }: Camera, at: Point): [number, number] {
  return [(at[0] / TENTHS) * k + x, (at[1] / TENTHS) * k + y];
}

/** Where a label stands beside a point: to its right, or where that leaves the window to its left; always inside it. */
export function beside([x, y]: [number, number], gap: number, label: Size, window: Size): [number, number] {
  const fits = x + gap + label.width <= window.width - MARGIN;
  const within = (at: number, room: number) => Math.max(MARGIN, Math.min(at, room - MARGIN));
  return [
    within(fits ? x + gap : x - gap - label.width, window.width - label.width),
    within(y - 20, window.height - label.height),
  ];
}

/** Moved by screen pixels. */
export function panned(camera: Camera, dx: number, dy: number): Camera {
  return { ...camera, x: camera.x + dx, y: camera.y + dy };
}

/** Scaled about a screen point, within bounds. */
export function zoomed(camera: Camera, factor: number, about: [number, number], least: number): Camera {
  const k = Math.min(NEAREST, Math.max(least, camera.k * factor));
  const ratio = k / camera.k;
  return { k, x: about[0] - (about[0] - camera.x) * ratio, y: about[1] - (about[1] - camera.y) * ratio };
}

/**
 * A table smaller than its stage lies inside it; a larger one fills it, with a little room beyond its edges. It may always
 * be drawn out from under what covers the stage.
 */
export function held(camera: Camera, stage: Size, table: Size, covered: Covered = { top: 0, right: 0 }): Camera {
  const width = (table.width / TENTHS) * camera.k;
  const height = (table.height / TENTHS) * camera.k;
  return {
    k: camera.k,
    x: along(camera.x, stage.width, width, 0, covered.right),
    y: along(camera.y, stage.height, height, covered.top, 0),
  };
}

function along(at: number, stage: number, table: number, before: number, after: number): number {
  const room = Math.max(MARGIN, stage * 0.12);
  const spare = stage - table;
  const [low, high] = spare > 2 * MARGIN ? [MARGIN, spare - MARGIN] : [spare - room, room];
  return clamp(at, Math.min(low, spare - after - MARGIN), Math.max(high, before + MARGIN));
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}

/** Moved as little as brings all the points into sight; farther away if they do not fit at this scale. */
export function showing(camera: Camera, stage: Size, points: readonly Point[], least: number): Camera {
  const margin = Math.min(40, stage.width / 8, stage.height / 8);
  const span = ([low, high]: [number, number], room: number) =>
    (high - low) / TENTHS / Math.max(1, room - 2 * margin);
  const ends = (axis: 0 | 1): [number, number] => {
    const all = points.map((point) => point[axis]);
    return [Math.min(...all), Math.max(...all)];
  };
  const [xs, ys] = [ends(0), ends(1)];
  const k = Math.max(
    least,
    Math.min(camera.k, 1 / Math.max(span(xs, stage.width), span(ys, stage.height), 1e-9)),
  );
  const near = k === camera.k ? camera : centred(stage, k, [(xs[0] + xs[1]) / 2, (ys[0] + ys[1]) / 2]);
  const shift = ([low, high]: [number, number], at: number, room: number): number => {
    const [first, last] = [(low / TENTHS) * k + at, (high / TENTHS) * k + at];
    return first < margin ? margin - first : last > room - margin ? room - margin - last : 0;
  };
  return { k, x: near.x + shift(xs, near.x, stage.width), y: near.y + shift(ys, near.y, stage.height) };
}

/** As near as shows all the points at once with some room around them, within bounds. */
export function framing(stage: Size, points: readonly Point[], least: number, most: number): Camera {
  const margin = Math.min(44, stage.width / 7, stage.height / 7);
  const { left, top, right, bottom } = points
    .map((at) => boxOf(at, at))
    .reduce((a, b) => ({
      left: Math.min(a.left, b.left),
      top: Math.min(a.top, b.top),
      right: Math.max(a.right, b.right),
      bottom: Math.max(a.bottom, b.bottom),
    }));
  const wide = ((stage.width - 2 * margin) * TENTHS) / Math.max(1, right - left);
  const high = ((stage.height - 2 * margin) * TENTHS) / Math.max(1, bottom - top);
  const k = Math.max(least, Math.min(most, wide, high));
  return centred(stage, k, [(left + right) / 2, (top + bottom) / 2]);
}

/** Whether a table point is comfortably in sight. */
export function inSight(camera: Camera, stage: Size, at: Point, margin = 12): boolean {
  const [x, y] = toScreen(camera, at);
  return x >= margin && y >= margin && x <= stage.width - margin && y <= stage.height - margin;
}

export function boxOf(a: Point, b: Point): Box {
  return {
    left: Math.min(a[0], b[0]),
    top: Math.min(a[1], b[1]),
    right: Math.max(a[0], b[0]),
    bottom: Math.max(a[1], b[1]),
  };
}

export function insideBox({ left, top, right, bottom }: Box, { at }: Pick<Token, "at">): boolean {
  return at[0] >= left && at[0] <= right && at[1] >= top && at[1] <= bottom;
}

/** The one of some points that is nearest to a place. */
export function nearest(points: readonly Point[], to: Point): Point {
  const far = ([x, y]: Point) => (x - to[0]) ** 2 + (y - to[1]) ** 2;
  return points.reduce((best, point) => (far(point) < far(best) ? point : best));
}

/** The middle of some points. */
export function middle(points: readonly Point[]): Point {
  const sum = points.reduce<[number, number]>(([x, y], [a, b]) => [x + a, y + b], [0, 0]);
  const count = Math.max(1, points.length);
  return [Math.round(sum[0] / count), Math.round(sum[1] / count)];
}

/** A step from one point towards another, at most half of the way. */
export function towards(from: Point, to: Point, step: number): Point {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const part = Math.min(0.5, step / Math.max(1, Math.hypot(dx, dy)));
  return [Math.round(from[0] + dx * part), Math.round(from[1] + dy * part)];
}

/** A point of the compass for an angle in tenths of a degree. */
export function compass(angle: number): string {
  const names = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];
  return names[Math.round((((angle % 3600) + 3600) % 3600) / 450) % 8]!;
}

/** An angle nearest to `before` that points where `angle` does, so that a turn goes the short way round. */
export function shortWay(before: number, angle: number): number {
  const turn = ((((angle - before) % 360) + 540) % 360) - 180;
  return before + turn;
}
