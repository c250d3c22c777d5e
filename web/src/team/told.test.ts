import { expect, test } from "vitest";

import { event } from "../scene/fixtures";
import { toldOf } from "./told";

const line = (kind: string, by: string, text: string) => ({ ...event(kind, { by }), text });
const log = [
  line("table", "blue", "Ben asks."),
  line("moved", "blue", "Tanks move."),
  line("overrule", "umpire", "Emil ends the phase."),
  line("table", "red", "Anna does not agree."),
  line("lent", "blue", "Ben lends the whole seat to the bot."),
  line("took_back", "umpire", "Emil goes back."),
  line("roll_set", "umpire", "Emil has set a roll."),
];

test("the latest that others did is told, and neither the battle nor my own", () => {
  expect(toldOf(log, 40, 40, "red").map(({ at }) => at)).toEqual([44, 45, 46]);
  expect(toldOf(log.slice(0, 4), 40, 40, "red").map(({ text }) => text)).toEqual(["Ben asks.", "Emil ends the phase."]);
  expect(toldOf(log, 0, 0, "umpire").map(({ at }) => at)).toEqual([4]);
});

test("what was said of a take-back is told until it is granted, unless a card tells it", () => {
  const asked = log.slice(0, 4);
  expect(toldOf(asked, 0, 0, "umpire").map(({ at }) => at)).toEqual([0, 3]);
  expect(toldOf(asked, 0, 0, "umpire", true)).toEqual([]);
  const granted = [...asked, line("took_back", "", "Ben takes back the last choice, by consent.")];
  for (const me of ["red", "blue"]) expect(toldOf(granted, 0, 3, me).map(({ at }) => at)).toEqual([4]);
});

test("what was read is told no more", () => {
  expect(toldOf(log, 40, 46, "red").map(({ at }) => at)).toEqual([46]);
  expect(toldOf(log, 40, 47, "red")).toEqual([]);
});
