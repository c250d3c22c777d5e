import { expect, test } from "vitest";

import type { SeenEvent } from "../lib/contract";
import { cardsOf, chainsOf, coloursOf, folded, lastOf, linesOf, type Branch, type Card } from "./chains";

function told(kind: string, thread: string[], more: Record<string, unknown> = {}, dice: number[] = []): SeenEvent {
  const face = { title: kind, rule: "", spoken: true, men: [], lines: [], ...more };
  const rolls = dice.length ? [{ sides: 6, faces: dice, purpose: "", owner: "", note: "" }] : [];
  return { kind, text: kind, data: { thread, face }, rolls, tallies: [], rows: [] } as unknown as SeenEvent;
}

const man = (id: string, result: string) => ({ id, name: id, pips: 1, of: 2, result });

const LOG = [
  { kind: "phase", text: "Red has the phase", data: {}, rolls: [], tallies: [], rows: [] } as unknown as SeenEvent,
  told("in_sight_test", ["a"], {}, [3, 4]),
  told("shots", ["a"], { men: [man("x", "missed")] }, [2]),
  told("crisis_test", ["a", "b", "c"], { men: [man("x", "duck_back")] }, [5, 1]),
  told("takes_cover", ["a", "b", "d"], { men: [man("x", "duck_back")] }),
  {
    ...told("exchange_over", ["a"]),
    text: "Exchange over: Red lost none, Blue none.",
    data: { thread: ["a"], sums: { red: "Exchange over: nobody lost." } },
  } as unknown as SeenEvent,
  told("shots", ["e"], {}, [6]),
];

test("events of one outermost card are a chain, and what lies in no thread is none", () => {
  const chains = chainsOf(LOG, "red");
  expect(chains.map(({ id }) => id)).toEqual(["a", "e"]);
  expect(chains[0]!.items.map((item) => item.is)).toEqual(["card", "card", "branch"]);
  expect(chains[1]!.sum).toBe("");
});

test("the sum is told from the reader's side, and to others by names", () => {
  expect(chainsOf(LOG, "red")[0]!.sum).toBe("Exchange over: nobody lost.");
  expect(chainsOf(LOG, "blue")[0]!.sum).toBe("Exchange over: Red lost none, Blue none.");
});

test("a branch that tells nothing itself takes the cards of its first part", () => {
  const branch = chainsOf(LOG, "red")[0]!.items[2] as Branch;
  expect(branch.items.map((item) => (item.is === "card" ? item.event.kind : "branch"))).toEqual([
    "crisis_test",
    "branch",
  ]);
  expect(cardsOf(branch).map(({ at }) => at)).toEqual([3, 4]);
  expect(lastOf(branch)).toBe(4);
});

test("a finished branch is one line: its throw, and how each man came out of it", () => {
  const branch = chainsOf(LOG, "red")[0]!.items[2] as Branch;
  expect(folded(branch)).toEqual({ text: "crisis_test", men: [man("x", "duck_back")] });
});

test("a card and what is told on the map have the same colour", () => {
  const chains = chainsOf(LOG, "red", 10);
  const colours = coloursOf(chains);
  const first = chains[0]!.items[0] as Card;
  expect(first.at).toBe(11);
  expect(colours.get(11)).toBe(colours.get(12));
  expect(colours.get(13)).not.toBe(colours.get(12));
  expect(colours.has(10)).toBe(false);
});

test("an event without a face is still a card", () => {
  const bare = { ...told("odd", ["a"]), data: { thread: ["a"] }, text: "Something odd." } as unknown as SeenEvent;
  const [card] = chainsOf([bare], "red")[0]!.items as Card[];
  expect(card!.face.title).toBe("Something odd.");
});

test("what is told of one man after the other without dice is one line", () => {
  const log = [
    told("moves", ["a"]),
    told("moves", ["a"]),
    told("shots", ["a"], {}, [1]),
    told("moves", ["a"]),
    told("moves", ["a"]),
    told("moves", ["a"]),
  ];
  const [chain] = chainsOf(log, "red");
  expect(linesOf(chain!).map(({ more }) => more.length)).toEqual([0, 0, 0, 2]);
});
