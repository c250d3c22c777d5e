import { expect, test } from "vitest";

import type { RuleLine } from "./contract";
import { areas, EVERYTHING, grouped, matching, readFilter, writeFilter } from "./search";

const row = (id: string, title: string, system: string, area: string, proven = false): RuleLine => ({
  id,
  title,
  system,
  area,
  chapter: area === "4" ? "Volleys" : "Shooting",
  kind: "procedure",
  rulings: area === "4" ? ["KIM-R66"] : [],
  proven,
});
const rows = [
  row("NUTS-FIRE-01", "Fire of a light machine gun", "skirmish", "FIRE", true),
  row("NUTS-FIRE-02", "Smoke from a gun", "skirmish", "FIRE", false),
  row("KIM-4.1a", "Fire phase", "stands", "4"),
];
const ids = (filter: object) => matching(rows, { ...EVERYTHING, ...filter }).map(({ id }) => id);

test("words match in any order, in id or title", () => {
  expect(ids({ words: "gun FIRE" })).toEqual(["NUTS-FIRE-01", "NUTS-FIRE-02"]);
  expect(ids({ words: "machine fire-01" })).toEqual(["NUTS-FIRE-01"]);
  expect(ids({ words: "  " })).toHaveLength(3);
});

test("a chapter and a ruling find their rows", () => {
  expect(ids({ words: "volleys" })).toEqual(["KIM-4.1a"]);
  expect(ids({ words: "kim-r66" })).toEqual(["KIM-4.1a"]);
});

test("system, area and proof narrow it down", () => {
  expect(ids({ system: "stands" })).toEqual(["KIM-4.1a"]);
  expect(ids({ area: "FIRE", proven: "yes" })).toEqual(["NUTS-FIRE-01"]);
  expect(ids({ proven: "no" })).toEqual(["NUTS-FIRE-02", "KIM-4.1a"]);
});

test("a filter survives the address", () => {
  const filter = { words: "light gun & more", system: "skirmish", area: "FIRE", proven: "no" } as const;
  expect(readFilter(writeFilter(filter))).toEqual(filter);
  expect(writeFilter(EVERYTHING)).toBe("");
  expect(readFilter("?proven=perhaps")).toEqual(EVERYTHING);
});

test("rows are grouped by system and area", () => {
  expect(grouped(rows).map(({ area, rows }) => [area, rows.length])).toEqual([
    ["FIRE", 2],
    ["4", 1],
  ]);
  expect(areas(rows, "stands")).toEqual([["4", "Volleys"]]);
});
