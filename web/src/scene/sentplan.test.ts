import { expect, test } from "vitest";

import { keepPlan, readPlan, stillAhead } from "./sentplan";

function shelf(): Storage {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  } as unknown as Storage;
}

const now = { turn: 2, phase: 4 };
const plan = { ...now, logged: 30, shapes: [] };

test("a plan that was sent is found again by its own seat, as long as the table stands still", () => {
  const here = shelf();
  keepPlan("g", "red", plan, here);
  expect(readPlan("g", "red", now, 30, here)).toEqual(plan);
  expect(readPlan("g", "blue", now, 30, here)).toBe(null);
  expect(readPlan("g", "red", { turn: 2, phase: 5 }, 30, here)).toBe(null);
  expect(readPlan("g", "red", now, 31, here), "something was told since").toBe(null);
  keepPlan("g", "red", null, here);
  expect(readPlan("g", "red", now, 30, here)).toBe(null);
});

test("who sits down or asks for something does not carry the plan out", () => {
  expect(stillAhead([])).toBe(true);
  expect(stillAhead([{ kind: "seated" }, { kind: "table" }])).toBe(true);
  expect(stillAhead([{ kind: "seated" }, { kind: "moved" }])).toBe(false);
});
