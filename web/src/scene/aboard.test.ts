import { expect, test } from "vitest";

import { bearersIn, isVehicle, served, shown, withMen } from "./aboard";
import { token } from "./fixtures";

const MACHINE = {
  kind: "vehicle" as const,
  turrets: [],
  hatch: "" as const,
  chamber: "" as const,
  condition: "sound" as const,
  burning: false,
  tows: "",
  plates: [],
  guns: [],
  speeds: "",
};
const berth = (id: string) => ({ id, serves: "", name: id, worth: "", state: "" });

const tokens = {
  tank: token("tank", { machine: { ...MACHINE, men: [berth("driver"), berth("gunner")] } }),
  gun: token("gun", { machine: { ...MACHINE, kind: "gun", men: [berth("layer")] } }),
  layer: token("layer"),
  rifle: token("rifle"),
};
const bearers = bearersIn(tokens);

test("a tank stands for its crew, a gun for nobody: its crew stand about it", () => {
  expect([...bearers]).toEqual([
    ["driver", "tank"],
    ["gunner", "tank"],
  ]);
  expect(isVehicle(tokens.tank)).toBe(true);
  expect(isVehicle(tokens.gun)).toBe(false);
});

test("men are shown as what they are, or as what they are in, each once", () => {
  expect(shown(["driver", "rifle", "gunner", "nobody"], tokens, bearers)).toEqual(["tank", "rifle"]);
});

test("a gun is taken in hand with one of its crew", () => {
  expect(served(new Set(["layer"]), tokens)).toEqual(["gun"]);
  expect(served(new Set(["rifle"]), tokens)).toEqual([]);
});

test("a tank that is picked up means its crew too", () => {
  expect(withMen(["tank", "gun"], tokens, bearers)).toEqual(["tank", "gun", "driver", "gunner"]);
});
