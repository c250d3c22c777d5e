import { expect, test } from "vitest";

import { keepSent, readSent } from "./sent";

function store(kept: Record<string, string> = {}): Storage {
  const found = new Map(Object.entries(kept));
  return {
    getItem: (key: string) => found.get(key) ?? null,
    setItem: (key: string, value: string) => void found.set(key, value),
    removeItem: (key: string) => void found.delete(key),
  } as unknown as Storage;
}

test("where men were sent is found again for the same game, and for no other", () => {
  const here = store();
  keepSent("a", new Map([["m1", [10, 20]]]), here);
  expect([...readSent("a", here)]).toEqual([["m1", [10, 20]]]);
  expect(readSent("b", here).size).toBe(0);
  keepSent("a", new Map(), here);
  expect(readSent("a", here).size).toBe(0);
});

test("what makes no sense is left out", () => {
  expect(readSent("a", store({ "deadground.sent.a": "{" })).size).toBe(0);
  const odd = JSON.stringify([["m1", [1, 2]], ["m2", [1]], [3, [1, 2]], "m4", ["m5", [null, 2]]]);
  expect([...readSent("a", store({ "deadground.sent.a": odd })).keys()]).toEqual(["m1"]);
});
