import { expect, test } from "vitest";

import type { Point, Shape } from "../lib/contract";
import { shotLabels } from "./shotlabels";

function shot(from: Point, to: Point): Shape {
  return { kind: "line", look: "shot", points: [from, to], rings: [], radius: 0, turn: null, label: "● 50%", token: "a" };
}

test("words stand on their line where nobody is", () => {
  expect(shotLabels([shot([0, 0], [10000, 0])], 10, [])).toEqual([[6000, 0]]);
});

test("words of lines to one man do not cover each other", () => {
  const lines = [shot([0, 0], [10000, 0]), shot([0, 100], [10000, 0])];
  const [first, second] = shotLabels(lines, 10, []);
  expect(Math.abs(first![0] - second![0])).toBeGreaterThanOrEqual(440);
});

test("in a close fight they stand beside the men", () => {
  const men = [
    { at: [0, 0] as Point, reach: 130 },
    { at: [500, 0] as Point, reach: 130 },
  ];
  const [place] = shotLabels([shot([0, 0], [500, 0])], 10, men);
  expect(Math.abs(place![1])).toBeGreaterThan(200);
});
