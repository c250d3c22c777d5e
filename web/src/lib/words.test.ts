import { expect, test } from "vitest";

import type { Confirm, Orders, Path, Pick } from "./contract";
import { asSentence, heading, imperative, listed, mainWords, told } from "./words";

const base = { prompt: "", rows: [], proposal: null, guide: "", manner: "" as const, serial: 1, seat: "red" };
const option = (id: string, label: string) => ({ id, label, hint: "", refused: null });
const pick = (least: number, most: number): Pick => ({
  ...base,
  kind: "pick",
  least,
  most,
  options: [option("f", "Fire"), option("d", "Duck back")],
});

test("a pick is asked for in one sentence", () => {
  expect(imperative(pick(1, 1))).toBe("Choose one.");
  expect(imperative(pick(0, 2))).toBe("Choose up to 2, or none.");
  expect(imperative(pick(2, 2))).toBe("Choose exactly 2.");
});

test("the main button says what it does", () => {
  expect(mainWords(pick(1, 1), ["d"])).toBe("Duck back");
  expect(mainWords(pick(0, 2), [])).toBe("Choose none");
  expect(mainWords(pick(0, 2), ["f", "d"])).toBe("Choose these 2");
  const confirm: Confirm = { ...base, kind: "confirm", yes: "Charge", no: "Hold" };
  expect(mainWords(confirm, false)).toBe("Hold");
});

test("values are told by their labels", () => {
  const walker = {
    start: [0, 0] as [number, number],
    most: 999,
    box: [0, 0, 9, 9] as [number, number, number, number],
  };
  const path: Path = {
    ...base,
    kind: "path",
    unit: "mm",
    when_met: [],
    walkers: [
      { piece: "a", label: "Ash", ...walker },
      { piece: "b", label: "Bull", ...walker },
    ],
  };
  expect(told(path, { a: { points: [[300, 400]], facing: null } })).toBe("Ash goes 50.0 mm; Bull stays");
  const patrol: Path = { ...path, unit: "in" };
  expect(told(patrol, { a: { points: [[762, 1016]], facing: null } })).toBe("Ash goes 5.0 inches; Bull stays");
  const orders: Orders = {
    ...base,
    kind: "orders",
    units: [{ id: "u", label: "Tanks", pieces: ["s"], most: 1, cards: ["m"], done: [] }],
    cards: [{ id: "m", label: "Move", arrow: true, hint: "", conditions: [], whole: false, rows: [] }],
    when_met: [],
    spare: 0,
  };
  expect(told(orders, [{ unit: "u", card: "m", pieces: ["s"], arrow: 0 }])).toBe("Tanks: Move");
  expect(told(orders, [])).toBe("no cards");
});

test("a reason becomes a sentence with one full stop", () => {
  expect(asSentence("this link is incomplete")).toBe("This link is incomplete.");
  expect(asSentence("The server cannot be reached.")).toBe("The server cannot be reached.");
});

test("names become headings and lists", () => {
  expect(heading("hit_points")).toBe("Hit points");
  expect(listed(["a"])).toBe("a");
  expect(listed(["a", "b", "c"])).toBe("a, b and c");
});
