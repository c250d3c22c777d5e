import { expect, test } from "vitest";

import { howMuch, toCome } from "./played";

const system = (rows: number, proven: number, waits: string[] = []) => ({
  name: "x",
  title: "X",
  version: "1",
  rows,
  proven,
  waits,
});

test("all, some and none of the rules", () => {
  expect(howMuch(system(133, 133))).toBe("All 133 rules can be played.");
  expect(howMuch(system(1642, 1228))).toBe("1,228 of 1,642 rules can be played.");
  expect(howMuch(system(246, 0))).toBe("None of its 246 rules can be played yet.");
});

test("what is to come is named as far as it goes", () => {
  expect(toCome(system(9, 9))).toBe("");
  expect(toCome(system(9, 0, ["Mines"]))).toBe("All of it is still to come.");
  expect(toCome(system(9, 5, ["Mines"]))).toBe("Still to come: mines.");
  expect(toCome(system(9, 5, ["Mines", "The campaign", "Dogs", "Boats"]))).toBe(
    "Still to come: mines, the campaign, dogs and boats.",
  );
  expect(toCome(system(9, 5, ["Mines", "The campaign", "Dogs", "Boats", "Fires"]))).toBe(
    "Still to come: mines, the campaign, dogs and 2 more chapters.",
  );
});
