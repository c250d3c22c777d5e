import { expect, test } from "vitest";

import type { OverruleField, SeenView } from "../lib/contract";
import { grouped, labelOf, named, placeText, valuesOf } from "./fields";

const field = (name: string, kind: OverruleField["kind"]): OverruleField => ({
  name,
  label: name,
  kind,
  of: "",
  choices: [],
  least: 0,
  most: 0,
  needed: true,
  by: "",
  highest: {},
  where: {},
  offered: [],
  unit: "",
});

test("what is filled in becomes what the server wants", () => {
  const fields = [field("at", "point"), field("faces", "dice"), field("turn", "number"), field("who", "key")];
  expect(valuesOf(fields, { at: "73.5, 20", faces: "6 1", turn: "3", who: "" })).toEqual({
    at: [735, 200],
    faces: [6, 1],
    turn: 3,
  });
  expect(placeText([735, 204])).toBe("74, 20");
});

test("pieces are called as on the table and told apart by side, other records by their names", () => {
  const scene = {
    sides: [{ id: "red", name: "Red army" }],
    tokens: { p1: { id: "p1", title: "Rifles 1", side: "red" } },
    traces: {},
  };
  const view = { scene } as unknown as SeenView;
  const of = (...offered: [string, string][]) => named(view, { offered });
  const stands = of(["p1", "p"]);
  expect(stands).toEqual([{ id: "p1", title: "Rifles 1", group: "Red army" }]);
  expect(of(["red", "Red"], ["blue", ""])).toEqual([
    { id: "red", title: "Red", group: "" },
    { id: "blue", title: "blue", group: "" },
  ]);
  expect(of()).toEqual([]);
  expect(grouped(stands)).toEqual([["Red army", stands]]);
});

test("places are asked for in millimetres, facings in degrees", () => {
  const facing = { ...field("facing", "number"), label: "Facing", unit: "degrees" } as const;
  expect(labelOf(facing)).toBe("Facing, in degrees");
  expect(valuesOf([facing], { facing: "90" })).toEqual({ facing: 900 });
  expect(labelOf({ label: "To", kind: "point", unit: "mm" })).toBe("To, in mm: across, down");
});
