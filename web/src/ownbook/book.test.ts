import { expect, test } from "vitest";

import { shown, sizeOf, typedFrom, why, whyAt } from "./book.svelte";

test("kept cells are shown as they would be typed", () => {
  expect(typedFrom({ terrain: { "woods/value": 2, "woods/sight": "open" } })).toEqual({
    terrain: { "woods/value": "2", "woods/sight": "open" },
  });
  expect(shown(null)).toBe("–");
});

test("what cannot stand says where and why", () => {
  const fault = { at: "terrain:woods/good_value", reason: "'55' cannot stand here: it takes 1 to 4", rows: [] };
  expect(whyAt(fault)).toBe("woods, good value: '55' cannot stand here: it takes 1 to 4");
  expect(why(fault, [{ chart: "terrain", title: "Terrain" }])).toBe(`Terrain, ${whyAt(fault)}`);
  expect(why({ ...fault, at: "" }, [])).toBe(fault.reason);
});

test("cells are counted over all tables", () => {
  expect(sizeOf({ a: { x: 1, y: 2 }, b: { z: "3" } })).toBe(3);
  expect(sizeOf({})).toBe(0);
});
