import { expect, test, vi } from "vitest";

import { api } from "../lib/api";
import type { Moment, MomentSeen } from "../lib/contract";
import { History, stepped, turns } from "./history.svelte";

test("a battle is not erased from a moment on before that was wished for twice", async () => {
  const rewind = vi.spyOn(api, "rewind").mockResolvedValue(undefined as never);
  vi.spyOn(api, "moment").mockResolvedValue({} as MomentSeen);
  const history = new History("g", "t");
  history.moments = [0, 1].map((n) => ({ n, turn: 1, phase: "", title: "" }) as Moment);
  await history.show(0);
  await history.rewind("why");
  expect(rewind).not.toHaveBeenCalled();
  await history.show(1);
  await history.rewind("why");
  expect(rewind).not.toHaveBeenCalled();
  await history.rewind("why");
  expect(rewind).toHaveBeenCalledOnce();
});

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
