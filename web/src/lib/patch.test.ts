import { expect, test } from "vitest";

import { apply } from "./patch";

test("sets, adds and removes along a path", () => {
  const old = { men: { a: { hits: 0 }, b: { hits: 1 } }, turn: 1 };
  const changes = [
    { at: ["men", "b"], gone: true },
    { at: ["men", "a", "hits"], set: 2 },
    { at: ["men", "c"], set: { hits: 0 } },
    { at: ["turn"], set: 2 },
  ];
  expect(apply(old, changes)).toEqual({ men: { a: { hits: 2 }, c: { hits: 0 } }, turn: 2 });
});

test("leaves the old value alone and keeps what did not change", () => {
  const old = { men: { a: { hits: 0 }, b: { hits: 1 } } };
  const now = apply(old, [{ at: ["men", "a", "hits"], set: 1 }]) as typeof old;
  expect(old.men.a.hits).toBe(0);
  expect(now.men.b).toBe(old.men.b);
});

test("a change without a value sets null, one without a path replaces everything", () => {
  expect(apply({ outcome: 1 }, [{ at: ["outcome"] }])).toEqual({ outcome: null });
  expect(apply({ a: 1 }, [{ at: [], set: [1] }])).toEqual([1]);
});

test("reaches into lists", () => {
  expect(apply({ l: [{ n: 1 }, { n: 2 }] }, [{ at: ["l", 1, "n"], set: 3 }])).toEqual({
    l: [{ n: 1 }, { n: 3 }],
  });
  expect(apply([1, 2, 3], [{ at: [1], gone: true }])).toEqual([1, 3]);
});

test("a path that leads nowhere is an error, not a silent guess", () => {
  expect(() => apply({ a: 1 }, [{ at: ["a", "b"], set: 1 }])).toThrow("plain value");
});
