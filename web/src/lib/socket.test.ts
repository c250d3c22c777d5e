import { expect, test } from "vitest";

import { FIRST_PAUSE, LONGEST_PAUSE, pause } from "./socket";

test("pauses grow and stay bounded", () => {
  expect(pause(0, 0.5)).toBe(FIRST_PAUSE);
  expect(pause(3, 0.5)).toBe(8 * FIRST_PAUSE);
  expect(pause(50, 0.5)).toBe(LONGEST_PAUSE);
  expect(pause(2, 0)).toBeLessThan(pause(2, 1));
});
