import { expect, test } from "vitest";

import type { Path } from "../lib/contract";
import { orders, token } from "./fixtures";
import { boxed, cardCount, cardsOf, clicked, fellows, needing, nextNeeding, sameCard } from "./selection";

const tokens = Object.fromEntries(
  [
    token("t1"),
    token("t2", { at: [2000, 1000] }),
    token("t3", { at: [3000, 1000] }),
    token("g1"),
    token("e", { mine: false }),
  ].map((one) => [one.id, one]),
);
const card = (unit: string, pieces: string[]) => ({ unit, card: "move", pieces, arrow: 0 });

test("a click takes the piece, a second one its whole unit, a third one the piece again", () => {
  const group = fellows(orders, tokens, "t2");
  expect(group).toEqual(["t1", "t2", "t3"]);
  const once = clicked([], "t2", group, false);
  expect(once).toEqual(["t2"]);
  expect(clicked(once, "t2", group, false)).toEqual(group);
  expect(clicked(group, "t2", group, false)).toEqual(["t2"]);
  expect(clicked(["t1"], "t2", group, false)).toEqual(["t2"]);
});

test("with shift a piece is added or taken away", () => {
  expect(clicked(["t1"], "t3", ["t3"], true)).toEqual(["t1", "t3"]);
  expect(clicked(["t1", "t3"], "t1", ["t1"], true)).toEqual(["t3"]);
});

test("stands under one card go together, those without one too", () => {
  const draft = [card("tanks", ["t1"])];
  expect(sameCard(draft, ["t1", "t2", "t3"], "t1")).toEqual(["t1"]);
  expect(sameCard(draft, ["t1", "t2", "t3"], "t3")).toEqual(["t2", "t3"]);
});

test("a box takes what the request asks about and nothing else", () => {
  const box = { left: 1500, top: 0, right: 4000, bottom: 2000 };
  expect(boxed(tokens, box, new Set(["t1", "t2", "t3"]))).toEqual(["t2", "t3"]);
  expect(boxed(tokens, { ...box, left: 0 }, new Set())).toEqual(["t1", "t2", "t3", "g1"]);
});

test("who has no card needs one, as long as the unit has any left", () => {
  expect(needing(orders, [])).toEqual([["t1", "t2", "t3"], ["g1"]]);
  expect(needing(orders, [card("tanks", ["t1"])])).toEqual([["t2", "t3"], ["g1"]]);
  expect(needing(orders, [card("tanks", ["t1"]), card("tanks", ["t2"])])).toEqual([["g1"]]);
});

test("Tab goes through what needs something and then leaves the map", () => {
  expect(nextNeeding(orders, [], [])).toEqual(["t1", "t2", "t3"]);
  expect(nextNeeding(orders, [], ["t1", "t2", "t3"])).toEqual(["g1"]);
  expect(nextNeeding(orders, [], ["g1"])).toBeNull();
  expect(nextNeeding(orders, [], ["g1"], true)).toEqual(["t1", "t2", "t3"]);
});

test("Tab first goes to the rest of a unit that was split", () => {
  expect(nextNeeding(orders, [card("tanks", ["t1"])], ["t1"])).toEqual(["t2", "t3"]);
});

test("who is done needs nothing and goes with nobody, but may be taken alone", () => {
  const units = orders.units.map((unit) => ({ ...unit, done: unit.pieces.slice(0, 1) }));
  const request = { ...orders, units };
  const tokens = Object.fromEntries(["t1", "t2", "t3"].map((id) => [id, { id }])) as unknown as Parameters<
    typeof fellows
  >[1];
  expect(needing(request, [])).toEqual([["t2", "t3"]]);
  expect(fellows(request, tokens, "t2")).toEqual(["t2", "t3"]);
  expect(fellows(request, tokens, "t1")).toEqual(["t1"]);
});

test("a unit that is given no cards needs none", () => {
  const hq = { id: "hq", label: "HQ", pieces: ["h"], most: 1, cards: [""], done: [] };
  const request = { ...orders, units: [hq, ...orders.units] };
  expect(needing(request, [])[0]).toEqual(["t1", "t2", "t3"]);
});

test("a team-mate's unit, which may be given a spare card, needs nothing of the commander", () => {
  const [tanks, guns] = orders.units.map((unit) => ({ ...unit, most: unit.most + 1 }));
  const request = { ...orders, units: [tanks!, { ...guns!, most: 1 }], spare: 1 };
  expect(needing(request, [])).toEqual([["t1", "t2", "t3"]]);
});

test("a card beyond a unit's own is a spare one", () => {
  expect(cardCount(orders, [card("tanks", ["t1"])])).toEqual({ laid: 1, most: 3, spareLaid: 0, spare: 0 });
  const units = orders.units.map((unit) => ({ ...unit, most: unit.most + 1 }));
  const request = { ...orders, units, spare: 1 };
  const three = ["t1", "t2", "t3"].map((stand) => card("tanks", [stand]));
  expect(cardCount(request, three)).toEqual({ laid: 2, most: 3, spareLaid: 1, spare: 1 });
  expect(cardsOf(units[0]!, 1, 3)).toBe("2 of 2, 1 general");
  expect(cardsOf(units[0]!, 1, 0)).toBe("0 of 2");
});

test("pieces that walk are taken by unit", () => {
  const walker = (piece: string) => ({
    piece,
    label: piece,
    start: [0, 0] as [number, number],
    most: 9,
    box,
  });
  const box: [number, number, number, number] = [0, 0, 9, 9];
  const path: Path = {
    ...orders,
    kind: "path",
    unit: "mm",
    walkers: ["t1", "hq", "t2", "t3"].map(walker),
    when_met: [],
  };
  const unitOf = (piece: string) => (piece === "hq" ? "" : "tanks");
  const stays = { points: [], facing: null };
  const goes = { points: [[1, 1] as [number, number]], facing: null };
  const draft = { t1: stays, t2: goes, t3: stays, hq: stays };
  expect(needing(path, draft, unitOf)).toEqual([["t1", "t3"], ["hq"]]);
  expect(nextNeeding(path, draft, ["t1", "t3"], false, unitOf)).toEqual(["hq"]);
});

test("in a short way of a group all who may walk go together, of whatever unit", () => {
  const walkers = ["t1", "g1", "gone"].map((piece) => ({ piece }));
  const way = { kind: "path", manner: "ways", walkers } as unknown as Path;
  expect(fellows(way, tokens, "g1")).toEqual(["t1", "g1"]);
});
