import { beforeEach, expect, test } from "vitest";

import { explained, learn, piecesOf } from "./terms.svelte";

beforeEach(() =>
  learn([
    { found: "\\bRep\\b", says: "Rep: how skilled he is." },
    { found: "\\b[Dd]uck(s|ed|ing)? back\\b", says: "Ducking back: he runs to cover." },
    { found: "\\b[Hh]unker(s|ed)?( down)?\\b", says: "Hunkered down: he does nothing." },
    { found: "\\b[Oo]utgunned\\b", says: "Outgunned: shot at by a heavier weapon." },
  ]),
);

test("a text is cut at its words of the trade, and each is explained once", () => {
  const pieces = piecesOf("Leaders of Rep 4 act. Outgunned men duck back, whatever their Rep.");
  expect(pieces.map(({ text }) => text).join("")).toBe("Leaders of Rep 4 act. Outgunned men duck back, whatever their Rep.");
  expect(pieces.filter(({ says }) => says).map(({ text }) => text)).toEqual(["Rep", "Outgunned", "duck back"]);
});

test("a text without any stays whole, and no part of a word is one", () => {
  expect(piecesOf("Report to the Starosta.")).toEqual([{ text: "Report to the Starosta.", says: "" }]);
  expect(piecesOf("")).toEqual([]);
});

test("what several texts mean is told once for each word", () => {
  expect(explained(["Soldier, Rep 4", "Hunker down", "Rep 3"]).map((says) => says.split(":")[0])).toEqual([
    "Rep",
    "Hunkered down",
  ]);
});

test("a game without words of its own explains none", () => {
  learn([]);
  expect(piecesOf("Rep 4")).toEqual([{ text: "Rep 4", says: "" }]);
});
