import { expect, test, vi } from "vitest";

import type { Lesson, LessonStep } from "../lib/contract";
import type { Board } from "../scene/board.svelte";
import { orders, scene } from "../scene/fixtures";

vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => {} });
const { Coach } = await import("./coach.svelte");

const fault = { at: "", reason: "Dolgov does not see him", rows: [] };

/** A coach with one step, at a board whose question stays open as often as is said. */
function coachWith(offer: Partial<NonNullable<LessonStep["offer"]>>, stays: number, more: object = {}) {
  const asking = { request: orders, draft: [], begun: [], faults: [fault], ...more };
  const did: string[] = [];
  const press = (what: string) => () => {
    did.push(what);
    if (did.length > stays) board.asking = undefined;
    return Promise.resolve();
  };
  const board = {
    asking: asking as typeof asking | undefined,
    isWarned: false,
    isPast: false,
    digest: [],
    player: { busy: false, stopped: false },
    table: { log: [] },
    view: { game: "g", outcome: null, scene: scene([]) },
    hand: { wholeGroup: () => {} },
    accept: press("accept"),
    stay: press("stay"),
  };
  const when = { asked: "", row: "", waiting: "", proposed: "", from_turn: 0, asks_least: 0, asks_most: 0, at_least: 0, at_most: 0, news: false };
  const show = { unit: "", place: null, enemy: false, part: "" };
  const step = { id: "one", title: "", say: "", when, show, why: false, each_turn: false, each_time: false };
  const lesson = { learns: {}, steps: [{ ...step, offer }], unit: "in" } as unknown as Lesson;
  return { coach: new Coach(board as unknown as Board, lesson), did };
}

test("a button of the coach that the rules do not let through says why", async () => {
  const { coach } = coachWith({ accept: true }, 9);
  await coach.take();
  expect(coach.trouble).toBe("Not now: Dolgov does not see him.");
});

test("who takes 'Nothing more' from the coach is not asked whether he means it", async () => {
  const asked = coachWith({ stay: true }, 1);
  await asked.coach.take();
  expect(asked.did).toEqual(["stay", "stay"]);
  const through = coachWith({ stay: true }, 0);
  await through.coach.take();
  expect(through.did).toEqual(["stay"]);
});

test("what the rules do not let through is not taught on: it can be taken back", () => {
  const forMen = { ...orders, manner: "men" };
  const isRefused = (more: object) => coachWith({ accept: true }, 9, { request: forMen, ...more }).coach.isRefused;
  expect(isRefused({ touched: true })).toBe(true);
  expect(isRefused({ touched: true, faults: [] })).toBe(false);
  expect(isRefused({ touched: false })).toBe(false);
});
