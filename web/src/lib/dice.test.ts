import { expect, test } from "vitest";

import { pips, signed, thrown } from "./dice";

test.each([1, 2, 3, 4, 5, 6])("a face of %i has as many pips", (face) => {
  const places = pips(face).map(String);
  expect(new Set(places).size).toBe(face);
});

test("faces look the same turned half round", () => {
  for (const face of [1, 2, 3, 4, 5, 6]) {
    const places = pips(face).map(String).sort();
    const turned = pips(face)
      .map(([x, y]) => String([2 - x, 2 - y]))
      .sort();
    expect(turned).toEqual(places);
  }
});

test("throws and modifiers in words", () => {
  expect(thrown(6, [3, 5])).toBe("2d6: 3, 5");
  expect([signed(2), signed(0), signed(-1)]).toEqual(["+2", "0", "−1"]);
});
