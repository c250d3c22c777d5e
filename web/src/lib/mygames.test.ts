import { expect, test } from "vitest";

import { readGames, without, withGame } from "./mygames";

const a = { game: "a", token: "1", seat: "red" };
const b = { game: "b", token: "2", seat: "blue" };

test("the latest game comes first, and only once", () => {
  expect(withGame([a, b], { ...b, token: "3" })).toEqual([{ ...b, token: "3" }, a]);
  expect(without([a, b], "a")).toEqual([b]);
});

test.each([null, "", "nonsense", "{}", "[1, null, {}]"])("a store with %j in it has no games", (text) => {
  expect(readGames(text)).toEqual([]);
});
