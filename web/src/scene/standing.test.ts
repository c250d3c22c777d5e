import { expect, test } from "vitest";

import type { Confirm, Orders, Pick, Scene } from "../lib/contract";
import { isUnchanged, keyOf, meaningOf, readStandings, valueFor, wordsOf } from "./standing";

const base = { rows: ["KIM-4.17a"], guide: "", manner: "" as const, serial: 1, seat: "red" };
const fire: Confirm = { ...base, kind: "confirm", prompt: "A crosses. Fire?", proposal: true, yes: "Fire", no: "Hold" };
const option = (id: string) => ({ id, label: id.toUpperCase(), hint: "", refused: null });
const pick = {
  ...base,
  kind: "pick",
  prompt: "Whom?",
  proposal: ["a"],
  options: [option("a"), option("b")],
  least: 0,
  most: 1,
} as Pick;

test("the same question about another piece has the same key", () => {
  expect(keyOf(fire)).toBe(keyOf({ ...fire, prompt: "B crosses. Fire?", serial: 9 }));
  expect(keyOf(fire)).not.toBe(keyOf({ ...fire, rows: ["KIM-R62"] }));
});

test("a no stays a no, whatever is proposed", () => {
  expect(meaningOf(fire, false)).toBe(false);
  expect(wordsOf(fire, false)).toBe("Hold");
  expect(valueFor(fire, false)).toBe(false);
});

test("what was proposed means what is proposed then", () => {
  expect(meaningOf(pick, ["a"])).toBe("proposed");
  expect(valueFor({ ...pick, proposal: ["b"] }, "proposed")).toEqual(["b"]);
});

test("options that are no longer offered are asked about again", () => {
  expect(meaningOf(pick, ["b"])).toEqual(["b"]);
  expect(valueFor(pick, ["b"])).toEqual(["b"]);
  expect(valueFor({ ...pick, options: [option("a")] }, ["b"])).toBeUndefined();
});

test("a piece that has come or gone is something new", () => {
  const scene = { tokens: { a: {}, b: {} } } as unknown as Scene;
  expect(isUnchanged(["a", "b"], scene)).toBe(true);
  expect(isUnchanged(["a"], scene)).toBe(false);
  expect(isUnchanged(["a", "b", "c"], scene)).toBe(false);
});

test("what was kept and cannot be read is nothing", () => {
  expect(readStandings("{")).toEqual([]);
  expect(readStandings('[{"key": 3}]')).toEqual([]);
});

test("a volley in a chain is given as proposed then; orders at one's own turn are asked for", () => {
  const volley = { ...base, kind: "orders", guide: "skirmish.in_sight", manner: "exchange", prompt: "Fire?", proposal: [{ card: "fire" }] };
  const request = volley as unknown as Orders;
  expect(keyOf(request)).not.toBeNull();
  expect(keyOf({ ...request, manner: "men" })).toBeNull();
  expect(meaningOf(request, [{ card: "charge" }])).toBe("proposed");
  expect(wordsOf(request, "proposed")).toBe("as proposed");
  expect(valueFor(request, "proposed")).toEqual([{ card: "fire" }]);
});
