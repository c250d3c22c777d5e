import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { event, scene, token } from "./fixtures";

vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => {} });
const { Player } = await import("./player.svelte");
const { Settings } = await import("./settings.svelte");

const before = scene([token("a")]);
const goal = scene([token("a", { at: [9, 9] })]);
const told = [1, 2, 3].map((x) => event(`moves${x}`, { figure: "a", stood: { a: { at: [x, 0] } } }));

function telling() {
  const player = new Player(new Settings());
  player.start(before);
  player.follow(goal, told);
  return player;
}

const at = ({ scene }: { scene: { tokens: Record<string, { at: unknown }> } | null }) => scene?.tokens["a"]?.at;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("it goes by itself, and says when what is drawn is what is again", () => {
  const player = telling();
  const rested = (player.rested = vi.fn());
  expect(at(player)).toEqual([1, 0]);
  vi.advanceTimersByTime(60_000);
  expect(at(player)).toEqual([9, 9]);
  expect(player.busy).toBe(false);
  expect(rested).toHaveBeenCalledOnce();
});

test("it is held as long as its player likes, and goes on from there", () => {
  const player = telling();
  player.hold();
  vi.advanceTimersByTime(60_000);
  expect(at(player)).toEqual([1, 0]);
  player.go();
  expect(at(player)).toEqual([2, 0]);
  vi.advanceTimersByTime(60_000);
  expect(player.busy).toBe(false);
});

test("one back shows the beat before once more and waits there; nothing is told twice or left out on the way on", () => {
  const player = telling();
  player.go();
  expect(player.untold).toBe(1);
  player.back();
  expect([at(player), player.untold, player.stopped]).toEqual([[1, 0], 2, true]);
  expect(player.canGoBack).toBe(false);
  player.go();
  expect([at(player), player.untold]).toEqual([[2, 0], 1]);
  player.go();
  expect([at(player), player.untold]).toEqual([[3, 0], 0]);
});

test("what comes while its player looks back is told after the rest, and not given away before", () => {
  const player = telling();
  player.go();
  player.back();
  player.follow(scene([token("a", { at: [20, 20] })]), [event("moves4", { figure: "a" })]);
  expect(player.untold).toBe(3);
  player.go();
  expect(player.untold).toBe(2);
  player.skip();
  expect(at(player)).toEqual([20, 20]);
});
