import { expect, test } from "vitest";

import { againstItself, changed, orderFor, seated, seatsFor, type Choices } from "./choices";
import { applied, readPresets } from "./presets";
import { blocks, lengthOf, monthOf, plainly, sentence } from "./text";

const side = (id: string, ...seats: string[]) => ({ id, name: id, seats, sign: 0, army: "", pieces: 3, attacker: false, alone: false });
const sides = [side("west", "west", "west2"), side("east", "east")];
const seatings = { west: [["west"], ["west", "west2"]], east: [["east"]] };
const choices: Choices = {
  company: "bot",
  side: "east",
  bots: { west: "steady", east: "random" },
  options: { a: "on" },
  players: { west: 2, east: 1 },
  who: { west: "me" },
  umpire: "",
  observers: 0,
  awayHours: 24,
  unplayed: "",
  rosters: {},
  ownBook: {},
  name: "",
};

test.each([
  ["bot", { west: "bot:steady", west2: "bot:steady", east: "me" }],
  ["screen", { west: "screen", west2: "screen", east: "me" }],
  ["link", { west: "me", west2: "link", east: "link" }],
  ["watch", { west: "bot:steady", west2: "bot:steady", east: "bot:random" }],
] as const)("seats in company: %s", (company, seats) => {
  expect(seatsFor({ battle: { sides }, seatings }, { ...choices, company })).toEqual(seats);
});

test("I sit in one place at a time", () => {
  const moved = seated(choices, "east", "me");
  expect(moved.who).toEqual({ west: "link", east: "me" });
  const umpire = seated(moved, "umpire", "me");
  expect([umpire.who.east, umpire.umpire]).toEqual(["link", "me"]);
  expect(seated(umpire, "east", "me").umpire).toBe("");
});

test("with friends the order says how many play a side, only where that is not as usual", () => {
  const battle = { system: "s", scenario: "x", sides, seats: ["west", "west2", "east"] };
  const sheet = { battle, set: {}, seatings } as unknown as Parameters<typeof orderFor>[0];
  const link = { ...choices, company: "link" as const, players: { west: 1, east: 1 }, name: " Anna ", umpire: "link" };
  expect(orderFor(sheet, link)).toMatchObject({
    seats: { west: "me", east: "link", umpire: "link" },
    players: { west: 1 },
    name: "Anna",
  });
});

test("a side is left to the game itself where the battle can be played so", () => {
  const [west, east] = sides;
  const battle = { system: "s", scenario: "x", sides: [{ ...west!, alone: true }, east!] };
  const sheet = { battle, set: {}, seatings } as unknown as Parameters<typeof orderFor>[0];
  expect(againstItself({ battle: { sides } })).toEqual([]);
  expect(againstItself(sheet)).toEqual(["east"]);
  expect(orderFor(sheet, { ...choices, company: "itself" })).toMatchObject({ seats: { east: "me" }, unplayed: "west" });
  expect(orderFor(sheet, choices).unplayed).toBe("");
  const friends = orderFor(sheet, { ...choices, company: "link", unplayed: "west", who: { east: "me" } });
  expect(friends).toMatchObject({ seats: { east: "me" }, unplayed: "west" });
  expect(Object.keys(friends.players ?? {})).not.toContain("west");
});

test("only options that differ from the scenario are sent", () => {
  expect(changed({ a: "on", b: "off" }, { a: "on", b: "on" })).toEqual({ b: "on" });
  const battle = { system: "s", scenario: "x", sides, seats: ["west", "west2", "east"] };
  const sheet = { battle, set: { a: "off" } } as unknown as Parameters<typeof orderFor>[0];
  expect(orderFor(sheet, choices)).toMatchObject({ system: "s", scenario: "x", options: { a: "on" } });
});

test("a preset of another version changes only what is still known", () => {
  const values = { a: ["on", "off"], b: ["1", "2"] };
  expect(applied({ a: "on", b: "1" }, { a: "off", b: "3", c: "x" }, values)).toEqual({ a: "off", b: "1" });
});

test.each([null, "", "nonsense", "[]", '{"s": 1}', '{"s": {"n": {"o": 1}}}'])("%j holds no presets", (text) => {
  expect(readPresets(text)).toEqual({});
});

test("a text falls into headings and paragraphs, without its title", () => {
  expect(blocks("# Title\n\n## Situation\nOne line\nand another.\n\nA second.\n")).toEqual([
    { kind: "heading", text: "Situation" },
    { kind: "text", text: "One line and another." },
    { kind: "text", text: "A second." },
  ]);
});

test("dates and lengths in words", () => {
  expect(monthOf("1943-08")).toBe("August 1943");
  expect(monthOf("long ago")).toBe("long ago");
  expect([15, 50, 60, 80, 125].map(lengthOf)).toEqual([
    "about 15 minutes",
    "about 50 minutes",
    "about an hour",
    "about an hour and a quarter",
    "about 2 hours",
  ]);
});

test("what the values of an option mean is read as a sentence", () => {
  expect(plainly("figures_block_los")).toBe("figures block LOS");
  expect(sentence("per_card: one for each; off: none")).toBe("Per card: one for each; off: none.");
});
