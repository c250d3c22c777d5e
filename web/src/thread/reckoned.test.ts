import { expect, test } from "vitest";

import type { SeenEvent } from "../lib/contract";
import type { Card, FaceDie, FaceMan } from "./chains";
import { amount, causeWords, isWithMen, readWords, runsOf, spoken, talliesOf } from "./reckoned";

const DICE: FaceDie[] = [
  { face: 5, fate: "failed" },
  { face: 1, fate: "passed" },
  { face: 6, fate: "left", of: "not in cover" },
  { face: 2, fate: "passed", of: "Leader Die, Rep 5" },
];

const man = (more: Partial<FaceMan> = {}): FaceMan => ({
  id: "a",
  name: "A",
  pips: 1,
  of: 2,
  result: "duck_back",
  ...more,
});

const tally = (...lines: [string, number][]) => ({
  title: "",
  lines: lines.map(([reason, amount]) => ({ reason, amount, on: "die", rows: ["NUTS-REACT-04"] })),
  total: lines.reduce((sum, [, amount]) => sum + amount, 0),
  limit: null,
});

const event = (faces: number[][], ...tallies: unknown[]) =>
  ({ kind: "crisis_test", rolls: faces.map((faces) => ({ sides: 6, faces })), tallies }) as unknown as SeenEvent;

const card = (told: SeenEvent, men: FaceMan[], dice: FaceDie[] = []): Card => ({
  is: "card",
  at: 0,
  event: told,
  face: { title: "", rule: "", spoken: true, men, lines: [], dice, givers: {} },
});

test("dice of a kind lie together, and those that do not count apart from those that do", () => {
  expect(runsOf(DICE).map(({ dice, of }) => [dice.length, of])).toEqual([
    [2, ""],
    [1, "not in cover"],
    [1, "Leader Die, Rep 5"],
  ]);
  expect(spoken(DICE.slice(0, 3))).toBe("5 not passed, 1 passed, 6 does not count");
});

test("a throw is shown once: with its men, where all of it is there", () => {
  const told = event([[5, 1], [6], [2]]);
  expect(isWithMen(card(told, [man({ dice: DICE })]))).toBe(true);
  expect(isWithMen(card(told, [man({ dice: DICE }), man({ dice: DICE }), man()]))).toBe(true);
  expect(isWithMen(card(told, [man({ dice: DICE.slice(1) })]))).toBe(false);
  expect(isWithMen(card(told, [], DICE))).toBe(true);
  expect(isWithMen(card(told, [man()]))).toBe(false);
});

test("what changed a man's dice or his Rep is told with both signs, and what cancels stays to be read", () => {
  const half = tally(["Crisis Test", 2], ["in cover", 1], ["half strength or less", -1]);
  const told = event([[5, 1]], half, tally(["Rep", 4]));
  expect(talliesOf(told, man({ rep: 4, tallies: [0, 1] }))).toEqual([half]);
  expect(talliesOf(told, man({ tallies: [1] }))).toHaveLength(1);
  expect(talliesOf(told, man())).toEqual([]);
  expect(half.lines.map(({ amount: value }, i) => amount(value, i))).toEqual(["2", "+1", "\u22121"]);
});

test("the lines a man reads are named, and that the worst of several counts", () => {
  const fired = { line: "Fired On", says: "snap_fire", rows: [] };
  const down = { line: "Man Down", says: "duck_back", rows: [] };
  expect(readWords(man({ reads: [fired] }))).toBe("Fired On, 1 passed: snap fires.");
  expect(readWords(man({ reads: [fired, down] }))).toBe(
    "Fired On, 1 passed: snap fires; Man Down, 1 passed: ducks back. The worst counts.",
  );
  expect(readWords(man())).toBe("");
  expect(causeWords([{ words: "fired on by Huber" }, { words: "Panin is down" }])).toBe(
    "Fired on by Huber; Panin is down.",
  );
  expect(causeWords([])).toBe("");
});
