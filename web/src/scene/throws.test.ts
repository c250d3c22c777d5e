import { expect, test } from "vitest";

import { event, scene, token } from "./fixtures";
import { along, beside, cleared, diceOf, throwsOf } from "./throws";

const sides = [
  { id: "red", name: "Soviet", mine: true, note: "", sign: 0 },
  { id: "blue", name: "German", mine: false, note: "", sign: 1 },
];
const dolgov = token("a", { title: "Sergeant Dolgov", symbol: "man_smg_standing_star" });
const mark = token("q", { side: "blue", mine: false, symbol: "pef", title: "?1" });
const table = { ...scene([dolgov, token("b"), mark]), sides };

function thrown(data: Record<string, unknown>, ...rolls: [string, number[]][]) {
  const found = rolls.map(([owner, faces]) => ({ sides: 6, faces, purpose: "", owner, note: "" }));
  return { ...event("thrown", data), rolls: found };
}

test("a throw at a foe lies on a line to him, one for one's own pieces at the first of them", () => {
  const shots = [thrown({ shooter: "a", target: "q" }, ["red", [5]]), thrown({ stands: ["a", "b"] }, ["red", [3]])];
  expect(throwsOf({ events: shots }, table).map(({ from, at }) => [from, at])).toEqual([
    ["a", "q"],
    [null, "a"],
  ]);
});

test("dice say whose they are: a man's by his name, others' by their side", () => {
  const both = thrown({ figures: ["a", "q"] }, ["red", [1, 2]], ["blue", [6]], ["", [4]]);
  expect(diceOf(both, table).map(({ who, side, faces }) => [who, side, faces])).toEqual([
    ["Dolgov", "red", [1, 2]],
    ["German", "blue", [6]],
    ["", "", [4]],
  ]);
});

test("dice lie beside a piece and never over it, at the edge of the table too", () => {
  const rows = diceOf(thrown({ pef: "q" }, ["blue", [4]], ["red", [2]]), table);
  const unit = 5;
  const radius = 10 * unit;
  for (const y of [60, 300, 2000]) {
    const laid = beside({ at: [1000, y], depth: 300 }, rows, unit);
    for (const one of laid) expect(Math.abs(one.y - y)).toBeGreaterThan(150 + radius);
    expect(Math.min(...laid.map((one) => one.y))).toBeGreaterThan(0);
    expect(Math.abs(laid[0]!.y - laid[1]!.y)).toBeGreaterThan(2 * radius);
  }
});

test("dice of a shot lie on its line", () => {
  const [row] = along([[0, 0], [1000, 0]], diceOf(thrown({ shooter: "a", target: "q" }, ["red", [5]]), table), 5);
  expect(row).toMatchObject({ x: 550, y: 0, who: "Dolgov" });
});

test("a hit is drawn from him who dealt it, whoever is named first", () => {
  const hit = [thrown({ figure: "b", by: "q" }, ["blue", [3]])];
  expect(throwsOf({ events: hit }, table).map(({ from, at }) => [from, at])).toEqual([["q", "b"]]);
});

test("dice of several who shoot at one man lie below each other, and those far off stay", () => {
  const row = { faces: [1, 2], side: "red", who: "Rudenko", x: 100, y: 100 };
  const rows = cleared([row, { ...row, who: "Sych", x: 110 }, { ...row, x: 900 }], 1);
  expect(rows.map(({ x }) => x)).toEqual([100, 110, 900]);
  expect(rows[1]!.y - rows[0]!.y).toBeGreaterThanOrEqual(36);
  expect(rows[2]!.y).toBe(100);
});
