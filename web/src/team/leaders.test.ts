import { expect, test } from "vitest";

import type { Force } from "../lib/contract";
import { leaderOf } from "./leaders";

const force = (id: string, seat = "", branches: Force[] = []): Force => ({
  id,
  label: id,
  side: "red",
  note: "",
  tokens: [],
  branches,
  seat,
});

test("a unit is led by the player of its command, where several play a side", () => {
  const army = force("side:red", "red", [
    force("command:van", "red", [force("point")]),
    force("command:foot", "red_2", [force("rifles")]),
  ]);
  expect(["point", "rifles", "nobody"].map((unit) => leaderOf([army], unit))).toEqual(["red", "red_2", ""]);
  expect(leaderOf([force("side:red", "", [force("command:van", "", [force("point")])])], "point")).toBe("");
});
