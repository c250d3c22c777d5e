import { expect, test } from "vitest";

import type { AnyRequest } from "./contract";
import { isEmpty, isNeedless } from "./needless";

const asked = { prompt: "", rows: [], proposal: null, guide: "", manner: "" as const, serial: 3, seat: "red" };
const pick = (...ids: string[]): AnyRequest => ({
  ...asked,
  kind: "pick",
  options: ids.map((id) => ({ id, label: id, hint: "", refused: null })),
  least: 0,
  most: ids.length,
});
const shots: AnyRequest = { ...asked, kind: "allocate", shares: [], least: 0, most: 2, unit: "shots" };

test("a question is empty without options or shares", () => {
  expect(isEmpty(pick())).toBe(true);
  expect(isEmpty(shots)).toBe(true);
  expect(isEmpty(pick("a"))).toBe(false);
});

test("it is passed over against bots, and put where a person could learn from its absence", () => {
  const seats = ["red", "blue", "green"];
  expect(isNeedless(pick(), { seat: "red", seats }, { blue: "steady", green: "steady" })).toBe(true);
  expect(isNeedless(pick(), { seat: "red", seats }, { blue: "steady" })).toBe(false);
  expect(isNeedless(pick("a"), { seat: "red", seats }, { blue: "steady", green: "steady" })).toBe(false);
});
