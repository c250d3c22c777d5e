import { expect, it } from "vitest";

import { readKept, withGame } from "./kept";

it("keeps nothing that makes no sense", () => {
  expect(readKept(null)).toEqual({ off: false, games: {} });
  expect(readKept("{")).toEqual({ off: false, games: {} });
  expect(readKept('{"off": "yes", "games": {"a": {"done": 3}, "b": {"done": ["x"], "learnt": []}}}')).toEqual({
    off: false,
    games: { b: { done: ["x"], learnt: [] } },
  });
});

it("forgets the oldest games", () => {
  let kept = readKept(null);
  for (let i = 0; i < 25; i++) kept = withGame(kept, `game ${i}`, { done: [], learnt: [] });
  expect(Object.keys(kept.games)).toHaveLength(20);
  expect(Object.keys(kept.games).at(-1)).toBe("game 24");
  kept = withGame(kept, "game 10", { done: ["x"], learnt: [] });
  expect(Object.keys(kept.games)).toHaveLength(20);
  expect(Object.keys(kept.games).at(-1)).toBe("game 10");
});
