import { expect, test } from "vitest";

import type { AnyRequest, Orders, OrderValue, SeenEvent, SeenView } from "../lib/contract";
import {
  cardOf,
  cardsForMen,
  dropsIn,
  endsOf,
  groupOf,
  halfOf,
  idleWords,
  isForGroups,
  isForMen,
  isForWays,
  leftBehind,
  mainWords,
  menOf,
  notDone,
  targetsOf,
} from "./men";

const view = {
  scene: {
    tokens: {
      a: { id: "a", group: "g1", half: 1 },
      b: { id: "b", group: "g1", half: 2 },
      c: { id: "c", group: "g1", half: 1 },
      x: { id: "x", group: "", half: 0 },
    },
  },
} as unknown as SeenView;

const request = {
  kind: "orders",
  guide: "skirmish.orders",
  manner: "men",
  cards: [
    { id: "fire", label: "Fire", hint: "", whole: false },
    { id: "prone", label: "Drop prone", hint: "", whole: false },
    { id: "move", label: "Move", hint: "", whole: false },
    { id: "charge", label: "Charge", hint: "nobody can", whole: false },
    { id: "finished", label: "Finished", hint: "", whole: true },
  ],
  units: [{ id: "g1", pieces: ["a", "b", "c"], done: ["b"] }],
} as unknown as Orders;

const order = (card: string, ...pieces: string[]): OrderValue => ({ unit: "g1", card, pieces, arrow: null, plan: {} });

test("requests for men and for groups are known by their guides", () => {
  expect(isForMen(request)).toBe(true);
  expect(isForMen({ ...request, manner: "" })).toBe(false);
  expect(isForMen(undefined)).toBe(false);
  expect(isForGroups({ kind: "pick", manner: "groups" } as AnyRequest)).toBe(true);
});

test("men of a group, and the group of a man", () => {
  expect(menOf(view, "g1")).toEqual(["a", "b", "c"]);
  expect(groupOf(view, "b")).toBe("g1");
  expect(groupOf(view, "nobody")).toBe("");
});

test("the main button says what is laid out, in the order in which it happens", () => {
  expect(mainWords(request, [])).toBe("Nothing more");
  expect(mainWords(request, [order("finished")])).toBe("Nothing more");
  const orders = [order("move", "a", "c"), order("fire", "b")];
  expect(mainWords(request, [...orders, order("finished")])).toBe("Fire, move (2)");
  expect(mainWords(request, orders)).toBe("Fire, move (2), ask again");
  expect(mainWords({ ...request, cards: request.cards.slice(0, 3) }, orders)).toBe("Fire, move (2)");
  expect(cardOf([order("move", "a")], "a")).toBe("move");
  expect(cardOf([order("move", "a")], "b")).toBe(null);
});

test("cards for single men are those that somebody can be given and that have no button of their own", () => {
  expect(cardsForMen(request).map(({ id }) => id)).toEqual(["fire", "move"]);
});

test("who is done is meant only if he is picked up, or if all are done", () => {
  expect(notDone(request)).toEqual(["a", "c"]);
  const units = request.units.map((unit) => ({ ...unit, done: unit.pieces }));
  expect(notDone({ ...request, units })).toEqual(["a", "b", "c"]);
});

test("half of a squad is one of its halves, and once more the other", () => {
  expect(halfOf(view, ["a", "b", "c"], ["a", "b", "c"])).toEqual(["a", "c"]);
  expect(halfOf(view, ["a", "b", "c"], ["a", "c"])).toEqual(["b"]);
  expect(halfOf(view, ["a", "c", "x"], [])).toEqual(["a", "c"]);
});

test("men without halves are parted one by one", () => {
  expect(halfOf(view, ["a", "c"], ["a", "c"])).toEqual(["a"]);
});

test("who stays behind of a group when some are split off", () => {
  const scene = { tokens: { a: { id: "a", group: "g" }, b: { id: "b", group: "g" }, c: { id: "c", group: "h" } } };
  const seen = { scene } as unknown as Parameters<typeof leftBehind>[0];
  expect(leftBehind(seen, ["a"])).toEqual(["b"]);
  expect(leftBehind(seen, ["a", "b"])).toEqual([]);
  expect(leftBehind(seen, [])).toEqual([]);
});

test("an answer tells where it sends men", () => {
  const plan = { paths: { a: { points: [[1, 1], [2, 2]] }, b: { points: [] } } };
  expect(endsOf(request, [{ ...order("move", "a", "b"), plan }])).toEqual(new Map([["a", [2, 2]]]));
  const charge = { ...order("charge", "a"), plan: { targets: { a: "x" }, paths: { a: [[1, 1]] } } };
  expect(endsOf(request, [charge])).toEqual(new Map());
  const way = { kind: "path", manner: "ways", walkers: [] } as unknown as AnyRequest;
  expect(isForWays(way)).toBe(true);
  expect(endsOf(way, { c: { points: [[3, 3]], facing: null } })).toEqual(new Map([["c", [3, 3]]]));
  expect(endsOf({ ...request, manner: "" }, [])).toEqual(new Map());
});

test("phases in which nobody could act are told of when somebody can again", () => {
  const told = (kind: string, side: string, die = 0) => ({ kind, data: { side, die } }) as unknown as SeenEvent;
  const acted = [told("phase", "red", 3), told("may_act", "red"), told("may_act", "red"), told("phase", "blue", 2)];
  const now = [told("phase", "red", 1), told("may_act", "red"), told("may_act", "red")];
  expect(idleWords([...acted, ...now], "red")).toBe("");
  const once = [...acted, told("phase", "red", 6), told("phase", "blue", 1), ...now];
  expect(idleWords(once, "red")).toBe("You threw 6: last turn none of yours could act.");
  const twice = [...acted, told("phase", "red", 6), told("phase", "red", 5), ...now];
  expect(idleWords(twice, "red")).toBe("You threw 6 and 5: for 2 turns none of yours could act.");
});

test("a man is tied to whom he shoots at or charges", () => {
  const draft = [
    { unit: "g", card: "fire", pieces: ["a", "b"], arrow: null, plan: { shots: { a: { aims: [["x", 3], ["", 1], ["y", 1]] }, b: { aims: [["x", 1]] } } } },
    { unit: "g", card: "charge", pieces: ["c"], arrow: null, plan: { targets: { c: "y" } } },
    { unit: "g", card: "move", pieces: ["d"], arrow: null, plan: { paths: {} } },
  ] as unknown as OrderValue[];
  expect(["a", "b", "c", "d"].map((id) => targetsOf(draft, id))).toEqual([["x", "y"], ["x"], ["y"], []]);
});

test("who drops prone is read from his way, and from the order to drop where he is", () => {
  const draft = [
    { card: "move", pieces: ["a", "b"], plan: { paths: { a: { points: [[1, 1]], prone: true }, b: { points: [], prone: false } } } },
    { card: "prone", pieces: ["c"], plan: { drops: { c: true } } },
  ] as unknown as OrderValue[];
  expect(["a", "b", "c", "x"].filter((id) => dropsIn(draft, id))).toEqual(["a", "c"]);
});
