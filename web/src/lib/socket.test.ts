import { expect, test } from "vitest";

import { FIRST_PAUSE, LONGEST_PAUSE, pause, protocols } from "./socket";

test("the key goes as a protocol, without what would make it none", () => {
  expect(protocols("a-B_9")).toEqual(["deadground", "key.a-B_9"]);
  expect(protocols("a (b),\n€")).toEqual(["deadground", "key.ab"]);
});

test("pauses grow and stay bounded", () => {
  expect(pause(0, 0.5)).toBe(FIRST_PAUSE);
  expect(pause(3, 0.5)).toBe(8 * FIRST_PAUSE);
  expect(pause(50, 0.5)).toBe(LONGEST_PAUSE);
  expect(pause(2, 0)).toBeLessThan(pause(2, 1));
});
