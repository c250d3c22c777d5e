import { expect, test } from "vitest";

import type { Moment } from "../lib/contract";
import { stepped, turns } from "./history.svelte";

test("a step back from now is the last moment, a step on from the last is now", () => {
  expect(stepped(5, null, -1)).toBe(4);
  expect(stepped(5, 4, 1)).toBeNull();
  expect(stepped(5, 0, -1)).toBe(0);
  expect(stepped(5, 2, 1)).toBe(3);
});

test("the line is marked where a turn begins", () => {
  const moments = [1, 1, 2, 2, 2, 3].map((turn, n) => ({ n, turn, phase: "", title: "" }) as Moment);
  expect(turns(moments)).toEqual([
    { turn: 1, at: 0 },
    { turn: 2, at: 2 },
    { turn: 3, at: 5 },
  ]);
});
