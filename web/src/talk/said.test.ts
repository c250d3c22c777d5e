import { expect, test } from "vitest";

import type { Said } from "../lib/contract";
import { goesOn, keyOf, labelOf, merged, readMarks, timeOf, unread } from "./said";

const said = (n: number, more: Partial<Said> = {}): Said => ({
  channel: "table",
  side: "",
  n,
  seat: "red",
  name: "Anna",
  at: `2026-11-15T12:00:0${n}Z`,
  text: `say ${n}`,
  ...more,
});
const secret = (n: number, more: Partial<Said> = {}) => said(n, { channel: "side", side: "red", ...more });

test("what comes twice is there once, and channels mix in the order of time", () => {
  const all = merged([said(1), said(3)], [secret(1, { at: said(2).at }), said(3)]);
  expect(all.map((one) => `${keyOf(one)} ${one.n}`)).toEqual(["table: 1", "side:red 1", "table: 3"]);
});

test("of the same moment the numbers decide", () => {
  const at = said(1).at;
  expect(merged([said(2, { at })], [said(1, { at })]).map(({ n }) => n)).toEqual([1, 2]);
});

test("unread is what others said in a channel after the mark", () => {
  const all = [said(1), said(2), said(3, { seat: "blue" }), secret(1)];
  expect(unread(all, {}, "table:", "blue")).toBe(2);
  expect(unread(all, { "table:": 1 }, "table:", "blue")).toBe(1);
  expect(unread(all, { "table:": 3 }, "table:", "blue")).toBe(0);
  expect(unread(all, { "table:": 9 }, "side:red", "blue")).toBe(1);
});

test("a player calls the umpire umpire, and he calls the sides by their names", () => {
  expect(labelOf({ channel: "table", side: "" }, "red")).toBe("Everybody");
  expect(labelOf({ channel: "side", side: "red" }, "red")).toBe("Our side");
  expect(labelOf({ channel: "umpire", side: "red" }, "red")).toBe("Umpire");
  expect(labelOf({ channel: "umpire", side: "red" }, "")).toBe("Red");
});

test("who goes on speaking is not named again, unless he was silent for long", () => {
  expect(goesOn(undefined, said(1))).toBe(false);
  expect(goesOn(said(1), said(2))).toBe(true);
  expect(goesOn(said(1, { seat: "blue" }), said(2))).toBe(false);
  expect(goesOn(said(1, { name: "Bert" }), said(2))).toBe(false);
  expect(goesOn(said(1), said(2, { at: "2026-11-15T12:06:00Z" }))).toBe(false);
});

test("the day is told where it is not today", () => {
  const at = new Date(2026, 10, 15, 9, 5).toISOString();
  const today = timeOf(at, new Date(2026, 10, 15, 20, 0));
  const tomorrow = timeOf(at, new Date(2026, 10, 16, 20, 0));
  expect(today).toMatch(/9:05/);
  expect(tomorrow).toContain(today);
  expect(tomorrow).toContain("15");
});

test("marks that make no sense are none", () => {
  expect(readMarks(null)).toEqual({});
  expect(readMarks("{")).toEqual({});
  expect(readMarks("null")).toEqual({});
  expect(readMarks('{"table:": 4, "side:red": "x"}')).toEqual({ "table:": 4 });
});
