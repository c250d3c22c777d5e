import { expect, test } from "vitest";

import { readGames, without, withGame } from "./mygames";

const a = { game: "a", seats: [{ token: "1", seat: "red" }] };
const b = { game: "b", seats: [{ token: "2", seat: "blue" }] };

test("the latest game comes first, and only once", () => {
  expect(withGame([a, b], { ...b, seats: [] })).toEqual([{ ...b, seats: [] }, a]);
  expect(without([a, b], "a")).toEqual([b]);
});

test.each([null, "", "nonsense", "{}", "[1, null, {}]", '[{"game":"a","seats":[]}]'])("a store with %j in it has no games", (text) => {
  expect(readGames(text)).toEqual([]);
});

test("a game of an earlier version, with one seat beside its name, is still mine", () => {
  expect(readGames('[{"game":"a","token":"1","seat":"red"}]')).toEqual([a]);
});

test("a game off the list is kept with its keys", () => {
  expect(readGames(JSON.stringify([{ ...a, off: true }, { ...b, off: "yes" }]))).toEqual([{ ...a, off: true }, b]);
});
