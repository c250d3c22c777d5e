import { expect, test } from "vitest";

import type { Point } from "../lib/contract";
import { token } from "./fixtures";
import { namesOfMen } from "./mensnames";

const near = { unit: 10, width: 9000, grow: 1, must: true };
const none: ReadonlySet<string> = new Set();
const man = (id: string, at: Point) =>
  token(id, { at, letters: id, symbol: "man_rifle_standing_man", width: 254, depth: 254 });
const base = (at: Point) => ({ at, reach: 127 });

test("a man's name stands under him", () => {
  const [name] = namesOfMen([man("Dol", [2000, 2000])], none, near, [], [base([2000, 2000])], []);
  expect(name?.at).toEqual([2000, 2218]);
});

test("its own man never drives it off, whatever the scale", () => {
  for (const unit of [7.3, 9.9, 10.37, 11.81]) {
    const [name] = namesOfMen([man("Dol", [2000, 2000])], none, { ...near, unit }, [], [base([2000, 2000])], []);
    expect(name?.at[1]).toBeGreaterThan(2127);
  }
});

test("who sits on a vehicle has none", () => {
  expect(namesOfMen([{ ...man("Dol", [2000, 2000]), width: 150 }], none, near, [], [], [])).toEqual([]);
});

test("it leaves what is written on the map to be read, and other men to be seen", () => {
  const farm = { at: [2000, 2220] as Point, half: 200, depth: 0 };
  const [over] = namesOfMen([man("Kra", [2000, 2000])], none, near, [], [base([2000, 2000])], [farm]);
  expect(over?.at).toEqual([2000, 1922]);
  const others = [man("Leh", [2000, 2000]), man("Vog", [2000, 2260])];
  const [upper, lower] = namesOfMen(others, none, near, [], others.map(({ at }) => base(at)), []);
  expect(upper?.at[1]).toBeLessThan(2000);
  expect(lower?.at[1]).toBeGreaterThan(2260);
});

test("from far a name is written where there is room for it", () => {
  const far = { ...near, unit: 14, must: false };
  const alone = [man("Dol", [2000, 2000])];
  expect(namesOfMen(alone, none, far, [], [base([2000, 2000])], [])).toHaveLength(1);
  const crowd = [0, 1, 2, 3, 4].flatMap((x) => [0, 1, 2, 3, 4].map((y) => man("Abc", [2000 + x * 200, 2000 + y * 200])));
  const found = namesOfMen(crowd, none, far, [], crowd.map(({ at }) => base(at)), []);
  expect(found.length).toBeLessThan(crowd.length);
});

test("who was last seen there says when", () => {
  const seen = { ...man("", [2000, 2000]), id: "g", seen: 2 };
  const [name] = namesOfMen([seen], new Set(["g"]), near, [], [base([2000, 2000])], []);
  expect(name).toMatchObject({ text: "seen turn 2", isOld: true });
});
