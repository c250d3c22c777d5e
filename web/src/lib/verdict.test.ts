import { expect, test } from "vitest";

import { verdict } from "./verdict";

const seats = ["german", "german_2", "soviet", "umpire"];
const germansWon = { winners: ["german", "german_2"] };

test("winners and losers read it from their own side, team-mates too", () => {
  expect(verdict(germansWon, ["german"], seats)).toBe("You have won");
  expect(verdict(germansWon, ["german_2"], seats)).toBe("You have won");
  expect(verdict(germansWon, ["soviet"], seats)).toBe("You have lost");
  expect(verdict({ winners: [] }, ["soviet"], seats)).toBe("A draw");
});

test("who looks on, an umpire, and two at one screen read who won", () => {
  for (const mine of [["observer_2"], ["umpire"], ["german", "soviet"]])
    expect(verdict(germansWon, mine, seats)).toBe("The German side has won");
  expect(verdict(germansWon, ["observer"], seats, () => "Blue")).toBe("The Blue side has won");
});

test("who played on one side against the tables has won or lost, alone or with friends", () => {
  expect(verdict({ winners: [] }, ["soviet"], ["soviet"])).toBe("You have lost");
  expect(verdict({ winners: [] }, ["soviet_2"], ["soviet", "soviet_2"])).toBe("You have lost");
  expect(verdict({ winners: [] }, ["observer"], ["soviet", "soviet_2"])).toBe("The Soviet side has lost");
  expect(verdict({ winners: ["soviet"] }, ["soviet"], ["soviet"])).toBe("You have won");
});
