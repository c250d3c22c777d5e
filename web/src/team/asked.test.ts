import { expect, test } from "vitest";

import type { SeatWish } from "../lib/contract";
import { askedWords, missing, whenWords } from "./asked";

const NAMES: Record<string, string> = { a: "Anna", b: "Ben", c: "Clara" };
const nameOf = (seat: string): string => NAMES[seat] ?? seat;
const now = new Date("2026-03-02T12:00:00Z");
const wish = (more: Partial<SeatWish> = {}): SeatWish => ({
  seat: "b",
  by: "a",
  to: "",
  commands: [],
  agreed: ["a"],
  waits_for: [],
  free_from: "",
  ...more,
});

test("what is asked is told to the owner and to the others", () => {
  expect(askedWords(wish(), true, nameOf)).toBe("Anna asks that your seat go to somebody else.");
  expect(askedWords(wish(), false, nameOf)).toBe("Anna asks that the seat of Ben go to somebody else.");
  expect(askedWords(wish({ to: "bot" }), true, nameOf)).toBe("Anna asks to let the bot play your seat until you take it home.");
  expect(askedWords(wish({ to: "c" }), true, nameOf)).toBe("Anna asks to let Clara play your seat until you take it home.");
});

test("what is wanting is told", () => {
  expect(missing(wish(), nameOf, now)).toBe("While he is at the table it is for him to say.");
  expect(missing(wish({ waits_for: ["c"], free_from: "2026-03-02T11:59:59Z" }), nameOf, now)).toBe("Clara may still agree.");
  expect(missing(wish({ free_from: "2026-03-02T12:00:00Z" }), nameOf, now)).toBe("He has been away long enough.");
  expect(missing(wish({ free_from: "2026-03-02T12:00:01Z" }), nameOf, now)).toContain("If he stays away, it can be given away from today at ");
});

test("another day is named", () => {
  expect(whenWords("2026-03-03T12:00:00Z", now)).not.toContain("today");
});
