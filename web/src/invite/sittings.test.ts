import { expect, test } from "vitest";

import type { Sitting } from "../lib/contract";
import { isByLink, isHost, linkTo, newsOf, personIn, placeOf } from "./sittings";

const sitting = (more: Partial<Sitting>): Sitting => ({
  seat: "german_2",
  role: "player",
  side: "German",
  who: "person",
  name: "Anna",
  here: true,
  silent: false,
  by_link: false,
  changes: [],
  ...more,
});

test("seats and people in words", () => {
  expect(placeOf(sitting({}))).toBe("German 2");
  expect(placeOf(sitting({ seat: "umpire", role: "umpire" }))).toBe("Umpire");
  expect(placeOf(sitting({ seat: "observer_2", role: "observer" }))).toBe("Looks on");
  expect(personIn(sitting({ name: "" }))).toBe("Somebody");
  expect(personIn(sitting({ who: "bot", name: "steady" }))).toBe("Bot (Steady)");
  expect(personIn(sitting({ who: "open", name: "" }))).toBe("Nobody yet");
});

test("news of who came and went", () => {
  const away = sitting({ here: false });
  expect(newsOf([sitting({})], [away])).toBe("Anna has left.");
  expect(newsOf([away], [sitting({})])).toBe("Anna is at the table.");
  expect(newsOf([sitting({ who: "open", name: "" })], [away])).toBe("Anna has sat down: German 2.");
  expect(newsOf([], [sitting({})])).toBe("");
  expect(newsOf([away], [away])).toBe("");
});

test("a dead line is told, and the word goes when it is heard again", () => {
  const dead = sitting({ silent: true });
  expect(newsOf([sitting({})], [dead])).toBe("Nothing is heard from Anna.");
  expect(newsOf([dead], [sitting({})])).toBe("Anna is heard again.");
  expect(newsOf([dead], [sitting({ here: false })])).toBe("Anna has left.");
});

test("who began the game sits at no link", () => {
  const seats = [sitting({ seat: "a" }), sitting({ seat: "b", by_link: true }), sitting({ seat: "c", who: "bot" })];
  expect([isHost(seats, "a"), isHost(seats, "b"), isHost(seats, "c")]).toEqual([true, false, false]);
  expect([isByLink(seats), isByLink(seats.slice(0, 1))]).toEqual([true, false]);
});

test("the token of a link stands behind the #", () => {
  expect(linkTo("join", "https://a.example", "T")).toBe("https://a.example/join/#T");
});
