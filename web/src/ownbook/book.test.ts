import { expect, test } from "vitest";

import { shown, sizeOf, typedFrom } from "./book.svelte";

test("kept cells are shown as they would be typed", () => {
  expect(typedFrom({ terrain: { "woods/value": 2, "woods/sight": "open" } })).toEqual({
    terrain: { "woods/value": "2", "woods/sight": "open" },
  });
  expect(shown(null)).toBe("–");
});

test("cells are counted over all tables", () => {
  expect(sizeOf({ a: { x: 1, y: 2 }, b: { z: "3" } })).toBe(3);
  expect(sizeOf({})).toBe(0);
});
