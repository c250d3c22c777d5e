import { expect, test } from "vitest";

import { event } from "../scene/fixtures";
import { entriesOf, turnsOf } from "./log";

test("the log is cut where a turn begins", () => {
  const log = [event("note", {}), event("turn", {}), event("moved", {}), event("turn", {})];
  expect(turnsOf(log).map(({ first, events }) => [first, events.length])).toEqual([
    [0, 1],
    [1, 2],
    [3, 1],
  ]);
});

test.each(["table", "took_back", "overrule", "roll_set", "lent", "seated"])("what people do is never folded: %s", (kind) => {
  const log = Array.from({ length: 6 }, () => event(kind, {}));
  expect(entriesOf(log).length).toBe(6);
});

test("many lines of one kind without dice are one entry", () => {
  const log = [
    event("moved", {}),
    event("moved", {}),
    event("moved", {}),
    event("moved", {}),
    event("shot", {}, [3]),
    event("shot", {}, [4]),
    event("moved", {}),
  ];
  expect(entriesOf(log).map(({ first, events }) => [first, events.length])).toEqual([
    [0, 4],
    [4, 1],
    [5, 1],
    [6, 1],
  ]);
});
