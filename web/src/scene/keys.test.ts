import { expect, test } from "vitest";

import { orders } from "./fixtures";
import { cardFor, lettersOf, meaning, named } from "./keys";

const press = (key: string, more = {}) => ({
  key,
  shiftKey: false,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  ...more,
});
const letters = lettersOf(orders.cards);

test("the letters of the cards come from the request", () => {
  expect([...letters]).toEqual(["m", "f", "o"]);
  expect(meaning(press("m"), letters)).toEqual({ does: "card", letter: "m" });
  expect(meaning(press("M", { shiftKey: true }), letters)).toEqual({ does: "card", letter: "m" });
  expect(meaning(press("m"), new Set())).toBeNull();
});

test("a letter goes on to the next card that begins with it", () => {
  expect(cardFor(orders.cards, "m", undefined)).toBe("move");
  expect(cardFor(orders.cards, "m", "move")).toBe("move_and_fire");
  expect(cardFor(orders.cards, "m", "move_and_fire")).toBe("move");
  expect(cardFor(orders.cards, "x", undefined)).toBeNull();
});

test("keys of the browser are left alone", () => {
  expect(meaning(press("l", { ctrlKey: true }), letters)).toBeNull();
  expect(meaning(press("ArrowLeft", { altKey: true }), letters)).toBeNull();
  expect(meaning(press("F5"), letters)).toBeNull();
});

test("comma, stop and > go through what happened, and the icons name their keys", () => {
  expect(meaning(press(","), letters)).toEqual({ does: "step", by: -1 });
  expect(meaning(press("."), letters)).toEqual({ does: "step", by: 1 });
  expect(meaning(press(">", { shiftKey: true }), letters)).toEqual({ does: "play" });
  expect(named("One step back", ",")).toEqual({ "aria-label": "One step back", title: "One step back (,)" });
});

test("Tab walks, Ctrl+Z and Z take back, arrows move", () => {
  expect(meaning(press("Tab", { shiftKey: true }), letters)).toEqual({ does: "walk", back: true });
  expect(meaning(press("z", { ctrlKey: true }), letters)).toEqual({ does: "undo" });
  expect(meaning(press("z"), letters)).toEqual({ does: "undo" });
  expect(meaning(press("ArrowUp"), letters)).toMatchObject({ does: "pan", dx: 0 });
});

test("T opens the talk and K takes a pencil", () => {
  expect(meaning(press("t"), letters)).toEqual({ does: "talk" });
  expect(meaning(press("K", { shiftKey: true }), letters)).toEqual({ does: "sketch" });
});
