import { expect, test } from "vitest";

import css from "./scene.css?raw";

/** The share of light that a colour such as #5c3600 throws back. */
function light(colour: string): number {
  const parts = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255);
  const [red, green, blue] = parts.map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function contrast(one: string, other: string): number {
  const [dark, bright] = [light(one), light(other)].sort((a, b) => a - b);
  return (bright! + 0.05) / (dark! + 0.05);
}

const rules = [...css.matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, selector, body]) => ({
  selector: selector!.trim(),
  fill: /fill: (#[0-9a-f]{6})/.exec(body!)?.[1],
  halo: /stroke: (#[0-9a-f]{6})/.exec(body!)?.[1],
}));
const halo = rules.find(({ selector }) => selector === ".shape text")!.halo!;
const labels = rules.filter(({ selector, fill }) => fill && /^(\.shape|\.look-\w+) text/.test(selector));

test("every label on the map is read against its halo, by daylight and by lamplight", () => {
  expect(labels.length).toBeGreaterThan(6);
  const faint = labels.filter(({ fill }) => contrast(fill!, halo) < 7).map(({ selector }) => selector);
  expect(faint).toEqual([]);
});
