import { expect, test } from "vitest";

import type { Path, Pick } from "../lib/contract";
import { event, token } from "./fixtures";
import { concernedBy, namedBy, namedIn, percentIn, shotLines, singles } from "./naming";

const known = (id: string): boolean => ["a", "b", "foe"].includes(id);

const pick: Pick = {
  kind: "pick",
  prompt: "Name your targets.",
  rows: [],
  proposal: [],
  guide: "",
  manner: "",
  serial: 1,
  seat: "red",
  least: 0,
  most: 2,
  options: [
    { id: "a>foe", label: "A at the foe", hint: "30% to hit", refused: null },
    { id: "b~foe", label: "B at the foe", hint: "5 % to hit", refused: null },
    { id: "foe", label: "The foe", hint: "", refused: null },
    { id: "none", label: "Nobody", hint: "", refused: null },
  ],
};

test("an id is made of the pieces it names", () => {
  expect(namedIn("a", known)).toEqual(["a"]);
  expect(namedIn("a>foe", known)).toEqual(["a", "foe"]);
  expect(namedIn("nobody", known)).toEqual([]);
});

test("options from piece to piece are lines with their chance", () => {
  expect(shotLines(pick, known).map(({ from, to, chance }) => [from, to, chance])).toEqual([
    ["a", "foe", 30],
    ["b", "foe", 5],
  ]);
  expect([...singles(pick, known).keys()]).toEqual(["foe"]);
});

test("a chance is read from the words", () => {
  expect(percentIn("12.5% to hit")).toBe(12.5);
  expect(percentIn("no chance")).toBeNull();
});

test("an event names pieces at any depth, each once", () => {
  expect(namedBy(event("shot", { from: "a", hits: [{ at: "foe" }, { at: "foe" }], n: 3 }), known)).toEqual([
    "a",
    "foe",
  ]);
});

test("a question is about those it lets one take, picks or names, and the ground before them", () => {
  const tokens = Object.fromEntries(
    [
      token("a", { at: [1000, 6000], title: "Sergeant Dolgov", side: "red" }),
      token("b", { at: [1400, 6000], side: "red" }),
      token("foe", { at: [1000, 1000], mine: false, side: "blue", symbol: "question" }),
    ].map((one) => [one.id, one]),
  );
  const way = { kind: "path", prompt: "Go", walkers: [{ piece: "a" }, { piece: "b" }] } as unknown as Path;
  expect(concernedBy(way, new Set(), tokens)).toEqual([[1000, 6000], [1400, 6000], [1112, 3802]]);
  expect(concernedBy(pick, new Set(["b"]), tokens)[0]).toEqual([1400, 6000]);
  const choice = { ...pick, prompt: "Say what Sergeant Dolgov does." };
  expect(concernedBy(choice, new Set(), tokens)[0]).toEqual([1000, 6000]);
  expect(concernedBy(pick, new Set(), tokens)).toEqual([]);
  const seen = { ...tokens, x: token("x", { at: [1000, 500], mine: false, side: "blue" }) };
  expect(concernedBy(way, new Set(), seen)[2], "an enemy in sight, however far").toEqual([1000, 500]);
});
