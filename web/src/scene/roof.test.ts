import { expect, test } from "vitest";

import type { Point } from "../lib/contract";
import { roofOf } from "./roof";

const wide: Point[] = [
  [0, 0],
  [1000, 0],
  [1000, 500],
  [0, 500],
];

test("the ridge of a roof runs along its longer sides", () => {
  expect(roofOf(wide)?.ridge).toBe("M0 250L1000 250");
  const deep = wide.map(([x, y]): Point => [y, x]);
  expect(roofOf(deep)?.ridge).toMatch(/^M250 (0|1000)L250 (0|1000)$/);
});

test("what has no four corners is no roof", () => {
  expect(roofOf(wide.slice(1))).toBeNull();
});
