import { expect, test } from "vitest";

import { heading } from "../lib/words";
import { byName, waitingWords } from "./waiting";

const seats = ["red", "red_2", "blue"];
const view = (waiting: string[], lent: Record<string, string> = {}) => ({ waiting, seat: "red", seats, lent });

test("others are waited for by name, oneself is not", () => {
  expect(waitingWords(view(["red", "red_2", "blue"]), heading)).toBe("Waiting for Red 2 and Blue.");
  expect(waitingWords(view(["red"]), heading)).toBe("");
});

test("where a name would tell something, the table's own sentence is said", () => {
  const said = waitingWords({ ...view(["Movement in progress."]), seats: [...seats, "umpire"] }, heading);
  expect(said, "and all others, asked or not").toBe("Movement in progress. Waiting for Red 2 or Blue.");
  const two = { waiting: ["Movement in progress."], seat: "red", seats: ["red", "blue"], lent: {} };
  expect(waitingWords(two, heading)).toBe("Movement in progress. Waiting for Blue.");
  expect(waitingWords({ ...two, seat: "observer" }, heading)).toBe("Movement in progress. Waiting for Red or Blue.");
});

test("a seat that was lent to me is not waited for, one that a bot plays says so", () => {
  expect(waitingWords(view(["red_2", "blue"], { red_2: "red" }), heading)).toBe("Waiting for Blue.");
  expect(waitingWords(view(["blue"], { blue: "bot" }), heading)).toBe("Waiting for Blue (played by the bot).");
  expect(byName("red", {}, heading)).toBe("Red");
});
