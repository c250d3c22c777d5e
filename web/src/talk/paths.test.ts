import { expect, test } from "vitest";

import type { Point, Sketch } from "../lib/contract";
import { barbs, distance, goesLeft, MOST_POINTS, simplified, smooth, under, within } from "./paths";

const arrow: Sketch = {
  id: "a",
  seat: "red",
  kind: "arrow",
  points: [
    [0, 0],
    [1000, 0],
    [1000, 1000],
  ],
  text: "",
};
const note: Sketch = { id: "n", seat: "red", kind: "note", points: [[5000, 5000]], text: "guns?" };

test("the distance to a stretch is counted from its nearest point", () => {
  expect(distance([5, 3], [0, 0], [10, 0])).toBe(3);
  expect(distance([-3, 4], [0, 0], [10, 0])).toBe(5);
  expect(distance([3, 4], [0, 0], [0, 0])).toBe(5);
});

test("a straight way needs its ends only, a bent one its corner too", () => {
  const straight: Point[] = Array.from({ length: 30 }, (_, i) => [i * 10, i % 2]);
  expect(simplified(straight, 5)).toEqual([straight[0], straight.at(-1)]);
  const bent: Point[] = [...straight, [290, 300]];
  expect(simplified(bent, 5)).toHaveLength(3);
  expect(simplified([[1, 1]], 5)).toEqual([[1, 1]]);
});

test("the wildest way has no more points than may be sent", () => {
  const wild: Point[] = Array.from({ length: 900 }, (_, i) => [i * 20, i % 2 ? 900 - i : i]);
  const found = simplified(wild, 1);
  expect(found.length).toBeLessThanOrEqual(MOST_POINTS);
  expect([found[0], found.at(-1)]).toEqual([wild[0], wild.at(-1)]);
});

test("a way is drawn from its first point to its last", () => {
  expect(smooth([])).toBe("");
  expect(smooth([[1, 2]])).toBe("");
  expect(smooth(arrow.points.slice(0, 2))).toBe("M0 0L1000 0");
  expect(smooth(arrow.points)).toMatch(/^M0 0Q.* 1000 1000$/);
});

test("the head of an arrow is at its end and has a direction even where the hand trembled", () => {
  expect(barbs([[0, 0]], 100)).toBe("");
  expect(barbs(arrow.points, 100)).toContain("L1000 1000L");
  const trembling: Point[] = [...arrow.points, [1001, 1000]];
  expect(barbs(trembling, 100)).toContain("L1001 1000L");
  expect(barbs(trembling, 100).split("L")[0]).toMatch(/^M\d+ 91\d$/);
});

test("a sketch is found by its line or its label, the one drawn last first", () => {
  const both = [arrow, note];
  expect(under(both, [500, 40], 10, 18000)?.id).toBe("a");
  expect(under(both, [500, 900], 10, 18000)).toBeUndefined();
  expect(under(both, [5300, 5050], 10, 18000)?.id).toBe("n");
  expect(under(both, [4700, 5050], 10, 18000)).toBeUndefined();
  expect(under([arrow, { ...arrow, id: "b" }], [500, 0], 10, 18000)?.id).toBe("b");
});

test("a label at the right edge stands to the left of its point", () => {
  const edge: Sketch = { ...note, points: [[17900, 5000]] };
  expect(goesLeft(note, 10, 18000)).toBe(false);
  expect(goesLeft(edge, 10, 18000)).toBe(true);
  expect(under([edge], [17600, 5000], 10, 18000)?.id).toBe("n");
});

test("what leaves the table is brought back onto it", () => {
  expect(within([-5, 20000], 18000, 12000)).toEqual([0, 12000]);
  expect(within([10.4, 7.6], 18000, 12000)).toEqual([10, 8]);
});
