import { expect, test } from "vitest";

import { DRAWN, drawingOf, MARKS, signOf, TRACED, traceOf } from ".";

test("every drawing has a map symbol beside it", () => {
  const fallback = signOf("flying saucer");
  expect(DRAWN.filter((name) => name !== "rifle" && signOf(name) === fallback)).toEqual([]);
});

test("drawings are sound paths inside their square", () => {
  for (const name of [...DRAWN, ...TRACED])
    for (const { d } of DRAWN.includes(name) ? drawingOf(name) : traceOf(name)) {
      expect(d, name).toMatch(/^M-?[\d.]/);
      expect(d, name).not.toContain("NaN");
    }
  for (const { d } of Object.values(MARKS)) expect(d).toMatch(/^M/);
});

test("a name that nobody drew is a stand of men", () => {
  expect(drawingOf("flying saucer")).toBe(drawingOf("rifle"));
  expect(signOf("flying saucer")).toBe(signOf("rifle"));
});
