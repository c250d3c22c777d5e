import { expect, test } from "vitest";

import { sameTime, scenes, turnsOf } from "./replay";

type Frames = Parameters<typeof scenes>[0];

const frame = (n: number, turn: number, phase: string, changes: object[] = []) => ({
  moment: { n, turn, phase, title: "", kinds: [] },
  changes,
  told: [],
});
const frames = [
  frame(0, 1, "Cards", [{ at: [], set: { tokens: { a: { at: [0, 0] } } } }]),
  frame(1, 1, "Fire", [{ at: ["tokens", "a", "at"], set: [5, 5] }]),
  frame(2, 2, "Cards", [{ at: ["tokens", "a"], gone: true }]),
] as unknown as Frames;

test("frames are put on top of each other", () => {
  expect(scenes(frames)).toEqual([
    { tokens: { a: { at: [0, 0] } } },
    { tokens: { a: { at: [5, 5] } } },
    { tokens: {} },
  ]);
});

test("another viewpoint shows the same turn and phase", () => {
  const other = [frame(0, 1, "Cards"), frame(1, 2, "Cards"), frame(2, 2, "Fire")] as unknown as Frames;
  expect([0, 1, 2].map((at) => sameTime(frames, at, other))).toEqual([0, 0, 1]);
  expect(sameTime(frames, 0, [])).toBe(0);
});

test("turns begin where their number changes", () => {
  expect(turnsOf(frames)).toEqual([
    { turn: 1, at: 0 },
    { turn: 2, at: 2 },
  ]);
});
