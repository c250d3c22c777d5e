import { expect, test, vi } from "vitest";

import { STAFF } from "../lib/advice";
import type { AnyRequest, Look, OrderValue, SeenView } from "../lib/contract";
import type { Answer, Table } from "../lib/table.svelte";
import { orders, scene, token } from "./fixtures";

const shelf = { getItem: () => null, setItem: () => {}, removeItem: () => {} };
vi.stubGlobal("localStorage", shelf);
vi.stubGlobal("sessionStorage", shelf);
const { Board } = await import("./board.svelte");
const { Settings } = await import("./settings.svelte");

const MEN = ["ann", "bob", "cid"];
const fire = (pieces: string[]): OrderValue => ({ unit: "squad", card: "fire", pieces, arrow: null, plan: {} });
const empty: Look = { title: "", lines: [], shapes: [], tables: [], value: [], faults: [] };
const done: Answer = { is: "done", faults: [], suggestions: [], look: null, shown: null, leftOut: null };
const request = {
  ...orders,
  manner: "men",
  cards: [{ id: "fire", label: "Fire", hint: "", rows: [], whole: false, arrow: false }],
  units: [{ id: "squad", label: "Squad", pieces: MEN, cards: ["fire"], most: 3, done: ["cid"], settled: false }],
} as unknown as AnyRequest;

/** A group of three with a draft, a staff that advises something, and a table that clears whom it is told to. */
function boardWith(draft: OrderValue[], advised: OrderValue[]) {
  const cleared: string[][] = [];
  const table = {
    game: "g",
    log: [],
    logStart: 0,
    why: () => "",
    look: () => Promise.resolve({ ...done, look: empty }),
    suggest: () => Promise.resolve({ ...done, suggestions: [{ label: STAFF, value: advised, reason: "" }] }),
    draft: (_request: AnyRequest, value: OrderValue[], act: string, pieces: string[]) => {
      if (act === "clear") cleared.push(pieces);
      const left = value.map((order) => ({ ...order, pieces: order.pieces.filter((id) => !pieces.includes(id)) }));
      const kept = act === "clear" ? left.filter(({ pieces }) => pieces.length) : value;
      return Promise.resolve({ ...done, look: { ...empty, value: kept } });
    },
  } as unknown as Table;
  const men = scene(MEN.map((id) => token(id, { title: id })));
  const more = { seat: "red", seats: ["red"], overrules: [], former: [], outcome: null, system: "skirmish" };
  const board = new Board(table, { ...more, scene: men, requests: [request] } as unknown as SeenView, new Settings());
  board.asking!.set(draft);
  return { board, cleared };
}

test("advice that is drawn already says so and leaves the draft alone", async () => {
  const { board } = boardWith([fire(["ann", "bob"])], [fire(["ann"]), fire(["bob"])]);
  const { draft } = board.asking!;
  expect(await board.hand.advise()).toBe(true);
  expect(board.asking!.draft).toBe(draft);
  expect(board.note).toBe("Your staff would do just what is drawn.");
});

test("advice that changes what was proposed says for whom it has nothing, and can be undone", async () => {
  const { board } = boardWith([], [fire(["ann"])]);
  const { asking } = board;
  asking!.begun = [fire(["ann", "bob"])];
  asking!.set([fire(["ann", "bob"])]);
  await board.hand.advise();
  expect(asking!.draft).toEqual([fire(["ann"])]);
  expect(board.note).toContain("Undo takes this back. For bob it has nothing.");
  expect(asking!.stepBack()).toBe(true);
  expect(asking!.draft).toEqual([fire(["ann", "bob"])]);
});

test("orders are taken back of those picked up, and of all where these have none", async () => {
  const { board, cleared } = boardWith([fire(["ann", "bob", "cid"])], []);
  board.selected = ["ann"];
  await board.hand.clear();
  await board.hand.clear();
  expect(cleared).toEqual([["ann"], ["bob", "cid"]]);
  expect(board.asking!.draft).toEqual([]);
});

test("Fire once more, with shift, shares the dice of the man who is picked up", async () => {
  const { board } = boardWith([fire(["ann"])], []);
  const asked = vi.spyOn(board.asking!, "act");
  board.selected = ["ann"];
  await board.hand.card("f");
  await board.hand.card("f", true);
  expect(asked.mock.calls.map(([, , given]) => given)).toEqual([{ card: "fire" }, { card: "fire", more: true }]);
});
