import { expect, test } from "vitest";

import { faultsOfMan, faultsOfSquad, isWrong, manOf } from "./faults";

const fault = (at: string) => ({ at, reason: at, rows: [] });
const faults = ["men.1.rep", "men.11.weapons.0", "men", "year", "men.1"].map(fault);

test("a fault belongs to the man it names, or to the squad", () => {
  expect(faults.map(manOf)).toEqual([1, 11, null, null, 1]);
  expect(faultsOfMan(faults, 1).map(({ at }) => at)).toEqual(["men.1.rep", "men.1"]);
  expect(faultsOfSquad(faults).map(({ at }) => at)).toEqual(["men", "year"]);
});

test("a field is wrong when a fault names it or a part of it", () => {
  expect(isWrong(faults, 11, "weapons")).toBe(true);
  expect(isWrong(faults, 1, "weapons")).toBe(false);
  expect(isWrong(faults, 1, "rep")).toBe(true);
});
