import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { keptDrafts } from "./keptdrafts";

const asked = { seat: "red", serial: 4, kind: "pick" as const };

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

test("a draft is there again for the same request, and for no other", () => {
  keptDrafts.keep("g", asked, ["a"]);
  expect(keptDrafts.read("g", asked)).toEqual(["a"]);
  expect(keptDrafts.read("g", { ...asked, serial: 5 })).toBeUndefined();
  expect(keptDrafts.read("g", { ...asked, seat: "blue" })).toBeUndefined();
  expect(keptDrafts.read("h", asked)).toBeUndefined();
  keptDrafts.forget("g", asked);
  expect(keptDrafts.read("g", asked)).toBeUndefined();
});

test.each(["", "nonsense", "1", "[]", '{"serial": 4}'])("%j on the shelf is no draft", (text) => {
  localStorage.setItem("deadground.draft.g.red", text);
  expect(keptDrafts.read("g", asked)).toBeUndefined();
});
