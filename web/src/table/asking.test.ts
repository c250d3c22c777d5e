import { expect, test, vi } from "vitest";

import { STAFF } from "../lib/advice";
import type { Look, Shape } from "../lib/contract";
import type { Table } from "../lib/table.svelte";
import { orders } from "../scene/fixtures";
import { Asking, withRest } from "./asking.svelte";

const shape = (token: string, label: string): Shape => ({
  kind: "note",
  look: "route",
  points: [[0, 0]],
  rings: [],
  radius: 0,
  turn: null,
  label,
  token,
});
const look = (value: unknown, shapes: Shape[]): Look => ({ title: "", lines: [], shapes, tables: [], value, faults: [] });

/** A table that answers every gesture with one look. */
function pretend(answer: Look): Table {
  return {
    why: () => "",
    draft: () => Promise.resolve({ is: "done", faults: [], suggestions: [], look: answer }),
  } as unknown as Table;
}

const laid = [{ unit: "tanks", card: "fire", pieces: ["t1"], arrow: null }];

test("steps are taken back one by one, down to what was proposed", () => {
  const asking = new Asking(pretend(look(null, [])), orders);
  expect(asking.canStepBack).toBe(false);
  asking.set(laid);
  asking.set([]);
  expect(asking.stepBack()).toBe(true);
  expect(asking.draft).toEqual(laid);
  expect(asking.stepBack()).toBe(true);
  expect(asking.draft).toEqual([]);
  expect(asking.stepBack()).toBe(false);
});

test("setting what is there already is no step", () => {
  const asking = new Asking(pretend(look(null, [])), orders);
  asking.set([]);
  expect(asking.canStepBack).toBe(false);
});

test("an act keeps the draft that the table makes of it", async () => {
  const asking = new Asking(pretend(look(laid, [shape("t1", "new")])), orders);
  expect(await asking.act("card", ["t1"], { card: "fire" })).toBe(true);
  expect(asking.draft).toEqual(laid);
  expect(asking.touched).toBe(true);
});

test("a gesture waits for the one before it and begins with its draft", async () => {
  const seen: unknown[] = [];
  const table = {
    draft: async (_request: unknown, draft: unknown[], act: string) => {
      await Promise.resolve();
      if (act !== "show") seen.push(draft.length);
      return { is: "done", faults: [], suggestions: [], look: look([...draft, act], []) };
    },
    choose: (_request: unknown, value: unknown) => {
      seen.push(value);
      return Promise.resolve({ is: "done", faults: [], suggestions: [], look: null });
    },
  } as unknown as Table;
  const asking = new Asking(table, orders);
  void asking.act("first");
  void asking.act("second");
  await asking.send();
  expect(seen).toEqual([0, 1, ["first", "second"]]);
});

test("of last turn's cards those that cannot be laid again are left out", async () => {
  const again = [...laid, { unit: "guns", card: "fire", pieces: ["g1"], arrow: null }];
  const faults = [{ at: "value[0].plan.t1", reason: "in the way", rows: [] }];
  const asking = new Asking(pretend({ ...look(again, []), faults }), { ...orders, proposal: again });
  await asking.fill();
  expect(asking.draft).toEqual([again[1]]);
  expect(asking.begun).toEqual([again[1]]);
});

test("advice keeps what the player has drawn, and any other suggestion takes its place", async () => {
  const own = [{ unit: "guns", card: "opportunity", pieces: ["g1"], arrow: null }];
  const advised = [...laid, { unit: "guns", card: "fire", pieces: ["g1"], arrow: null }];
  const asking = new Asking(pretend(look(null, [])), orders);
  asking.act = () => Promise.resolve(true);
  asking.set(own);
  await asking.take({ label: STAFF, value: advised });
  expect(asking.draft).toEqual([...own, ...laid]);
  await asking.take({ label: "Hold", value: laid });
  expect(asking.draft).toEqual(laid);
});

test("what a gesture did not touch stays drawn", () => {
  const before = look(null, [shape("t1", "old"), shape("t2", "old")]);
  const now = withRest(look(null, [shape("t1", "new")]), before);
  expect(now.shapes.map(({ token, label }) => `${token} ${label}`)).toEqual(["t2 old", "t1 new"]);
});

test("what was answered and taken back is the draft again, for the seat and question it belongs to", () => {
  const former = [{ serial: orders.serial, seat: orders.seat, kind: "orders", value: laid }];
  const at = (given: unknown[]): Table => ({ ...pretend(look(null, [])), view: { former: given } }) as unknown as Table;
  const asking = new Asking(at(former), orders);
  expect(asking.draft).toEqual(laid);
  expect([asking.touched, asking.isGivenBack]).toEqual([true, true]);
  for (const other of [{ serial: orders.serial + 1 }, { seat: "blue" }]) {
    const fresh = new Asking(at([{ ...former[0], ...other }]), orders);
    expect([fresh.draft, fresh.touched, fresh.isGivenBack]).toEqual([[], false, false]);
  }
});

test("a refusal keeps its rows, and goes away when something else is done", async () => {
  const faults = [{ at: "value[0]", reason: "A does not see X: the barn is in the way", rows: ["NUTS-LOS-01"] }];
  const table = { draft: () => Promise.resolve({ is: "refused", faults }) } as unknown as Table;
  const asking = new Asking(table, orders);
  const refused = async () => {
    expect(await asking.act("card", ["t1"], { card: "fire" })).toBe(false);
    expect(asking.refusal).toEqual(faults);
  };
  await refused();
  asking.set(laid);
  expect(asking.refusal).toEqual([]);
  await refused();
  asking.stepBack();
  expect(asking.refusal).toEqual([]);
  await refused();
  asking.forgive();
  expect(asking.refusal).toEqual([]);
});

test("a gesture that goes wrong keeps neither the next one nor the answer waiting", async () => {
  const chosen: unknown[] = [];
  const table = {
    draft: (_request: unknown, _draft: unknown, act: string) =>
      act === "wrong" ? Promise.reject(new Error("wrong")) : Promise.resolve({ is: "done", look: look(laid, []) }),
    choose: (_request: unknown, value: unknown) => {
      chosen.push(value);
      return Promise.resolve({ is: "done", faults: [], suggestions: [], look: null });
    },
  } as unknown as Table;
  const asking = new Asking(table, orders);
  await expect(asking.act("wrong")).rejects.toThrow();
  expect(await asking.act("card")).toBe(true);
  expect(await asking.send()).toBe(true);
  expect(chosen).toEqual([laid]);
});

test.each([
  ["never answers", () => new Promise<void>(() => {})],
  ["goes wrong", () => Promise.reject(new Error("wrong"))],
])("a table that %s keeps a question from opening for three seconds at most", async (_, layOut) => {
  vi.useFakeTimers();
  const asking = new Asking(pretend(look(null, [])), orders);
  asking.open(layOut);
  expect(asking.opening).toBe(true);
  await vi.advanceTimersByTimeAsync(3000);
  await asking.opened;
  expect(asking.opening).toBe(false);
  vi.useRealTimers();
});

test("what comes with a gesture is not asked for once more", async () => {
  const asked: string[] = [];
  const told = { is: "done", faults: [], suggestions: [], look: look(laid, []), shown: look(laid, [shape("t1", "all")]), leftOut: look(null, []) };
  const table = {
    why: () => "",
    draft: (_request: unknown, _draft: unknown, act: string, _pieces: string[], _given: object, keep: boolean) => {
      asked.push(`${act} ${keep}`);
      return Promise.resolve(told);
    },
    check: () => Promise.resolve((asked.push("check"), told)),
    look: () => Promise.resolve((asked.push("look"), told)),
  } as unknown as Table;
  const asking = new Asking(table, orders);
  await asking.act("card", ["t1"], { card: "fire" });
  await asking.check();
  expect(await asking.leavesOut()).toBe(false);
  expect(asking.look?.shapes.map(({ label }) => label)).toEqual(["all"]);
  expect(asked).toEqual(["card true"]);
  asking.set([]);
  await asking.check();
  await asking.leavesOut();
  expect(asked).toEqual(["card true", "check", "look"]);
});

test("advice is asked for once for a question, however often its view is told", async () => {
  const suggest = vi.fn(() => Promise.resolve({ is: "done", faults: [], suggestions: [], look: null }));
  const asking = new Asking({ why: () => "", suggest } as unknown as Table, orders);
  await asking.fetchSuggestions();
  asking.request = structuredClone(orders);
  await asking.fetchSuggestions();
  expect(suggest).toHaveBeenCalledTimes(1);
  asking.request = { ...orders, prompt: "Something else?" };
  await asking.fetchSuggestions();
  expect(suggest).toHaveBeenCalledTimes(2);
});
