import { expect, test } from "vitest";

import * as cameras from "./camera";

const stage = { width: 800, height: 600 };
const table = { width: 9000, height: 6000 };

test("the whole table fits, in the middle of its window", () => {
  const camera = cameras.fit(stage, table);
  const [left, top] = cameras.toScreen(camera, [0, 0]);
  const [right, bottom] = cameras.toScreen(camera, [9000, 6000]);
  expect(left).toBeGreaterThan(0);
  expect(right).toBeLessThan(800);
  expect(left).toBeCloseTo(800 - right);
  expect(top).toBeCloseTo(600 - bottom);
});

test("a screen point and its table point belong together", () => {
  const camera = { x: -120, y: 45, k: 1.7 };
  expect(cameras.toTable(camera, cameras.toScreen(camera, [3210, 4567]))).toEqual([3210, 4567]);
});

test("zooming keeps the point under the pointer where it is", () => {
  const before = cameras.fit(stage, table);
  const at: [number, number] = [300, 200];
  const after = cameras.zoomed(before, 2, at, 0.1);
  expect(after.k).toBeCloseTo(before.k * 2);
  expect(cameras.toTable(after, at)).toEqual(cameras.toTable(before, at));
});

test("zooming has bounds", () => {
  const camera = cameras.fit(stage, table);
  expect(cameras.zoomed(camera, 100, [0, 0], 0.5).k).toBe(cameras.NEAREST);
  expect(cameras.zoomed(camera, 0.001, [0, 0], 0.5).k).toBe(0.5);
});

test("points are brought into sight by moving as little as needed", () => {
  const camera = { x: 0, y: 0, k: 2 };
  const shown = cameras.showing(camera, stage, [[5000, 1000]], 0.5);
  expect(shown.k).toBe(2);
  expect(shown.y).toBe(0);
  expect(cameras.toScreen(shown, [5000, 1000])[0]).toBeCloseTo(760);
});

test("points that are too far apart are looked at from farther away", () => {
  const points: [number, number][] = [
    [0, 0],
    [9000, 6000],
  ];
  const shown = cameras.showing({ x: 0, y: 0, k: 3 }, stage, points, 0.1);
  expect(points.every((at) => cameras.inSight(shown, stage, at))).toBe(true);
});

test("the table cannot be lost out of its window", () => {
  const far = cameras.held({ x: 1e6, y: -1e6, k: 1 }, stage, table);
  const [x] = cameras.toScreen(far, [0, 0]);
  const [, y] = cameras.toScreen(far, [0, 6000]);
  expect(x).toBeLessThan(800);
  expect(y).toBeGreaterThan(0);
});

test("where its window is covered, a table of any size can be drawn out from under it", () => {
  for (const k of [0.5, 0.95, 1.2]) {
    const down = cameras.held({ x: 0, y: 1e6, k }, stage, table, { top: 44, right: 0 });
    expect(cameras.toScreen(down, [0, 0])[1]).toBeGreaterThanOrEqual(52);
    const left = cameras.held({ x: -1e6, y: 0, k }, stage, table, { top: 0, right: 44 });
    expect(cameras.toScreen(left, [table.width, 0])[0]).toBeLessThanOrEqual(stage.width - 52);
  }
});

test("a facing has a name on the compass", () => {
  expect(cameras.compass(3550)).toBe("north");
  expect(cameras.compass(1350)).toBe("south-east");
});

test("a turn goes the short way round", () => {
  expect(cameras.shortWay(350, 10)).toBe(370);
  expect(cameras.shortWay(10, 350)).toBe(-10);
  expect(cameras.shortWay(370, 180)).toBe(540);
});

test("a step goes towards a point, at most half of the way", () => {
  expect(cameras.towards([0, 0], [1000, 0], 100)).toEqual([100, 0]);
  expect(cameras.towards([0, 0], [100, 0], 100)).toEqual([50, 0]);
});

test("points are brought near, all of them and no nearer than is wanted", () => {
  const [a, b] = [[1000, 1000], [2000, 1500]] as const;
  const near = cameras.framing(stage, [[...a], [...b]], 0.5, 4);
  expect(near.k).toBe(4);
  expect(cameras.inSight(near, stage, [...a])).toBe(true);
  expect(cameras.inSight(near, stage, [...b])).toBe(true);
  const wide = cameras.framing(stage, [[0, 0], [9000, 6000]], 0.5, 4);
  expect(wide.k).toBeLessThan(1);
  expect(cameras.toScreen(wide, [4500, 3000])).toEqual([400, 300]);
});

test("a label stands beside the pointer and never leaves the window", () => {
  const label = { width: 240, height: 200 };
  const room = { width: 800, height: 600 };
  expect(cameras.beside([100, 100], 40, label, room)).toEqual([140, 80]);
  expect(cameras.beside([780, 590], 40, label, room)).toEqual([500, 392]);
  expect(cameras.beside([10, 0], 40, { width: 790, height: 700 }, room)).toEqual([8, 8]);
});
