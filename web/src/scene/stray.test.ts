import { expect, test } from "vitest";

import { Strays } from "./stray";

test("the second half of a double press is nothing where the question has changed under the finger", () => {
  const strays = new Strays();
  expect(strays.isStray({ x: 100, y: 500, at: 1000 }, 1)).toBe(false);
  expect(strays.isStray({ x: 104, y: 498, at: 1180 }, 2)).toBe(true);
  expect(strays.isStray({ x: 104, y: 498, at: 1300 }, 2)).toBe(true);
  expect(strays.isStray({ x: 104, y: 498, at: 1900 }, 2)).toBe(false);
});

test("two quick presses at one question, or in two places, are both meant", () => {
  const strays = new Strays();
  expect(strays.isStray({ x: 100, y: 500, at: 1000 }, 1)).toBe(false);
  expect(strays.isStray({ x: 100, y: 500, at: 1150 }, 1)).toBe(false);
  expect(strays.isStray({ x: 300, y: 500, at: 1250 }, 2)).toBe(false);
});
