import { expect, test } from "vitest";

import type { AnyRequest } from "./contract";
import { withAdvice } from "./advice";

const men = {
  kind: "orders",
  manner: "men",
  spare: 0,
  units: [{ id: "a", pieces: ["m1", "m2", "m3"], most: 9, done: [] }],
} as unknown as AnyRequest;
const units = {
  kind: "orders",
  manner: "",
  spare: 0,
  units: [
    { id: "tanks", pieces: ["t1", "t2"], most: 1, done: [] },
    { id: "guns", pieces: ["g1"], most: 1, done: [] },
  ],
} as unknown as AnyRequest;
const order = (unit: string, card: string, pieces: string[], plan: object = {}) => ({ unit, card, pieces, arrow: 0, plan });
const way = (to: number) => ({ points: [[to, 0]], facing: null });

test("a man whom the player has sent somewhere keeps his way, the others do as advised", () => {
  const begun = [order("a", "fire", ["m1", "m2"], { shots: { m1: 1, m2: 2 } })];
  const draft = [
    order("a", "fire", ["m2"], { shots: { m2: 2 } }),
    order("a", "move", ["m1"], { paths: { m1: way(5) } }),
  ];
  const advised = [order("a", "move", ["m1", "m2", "m3"], { paths: { m1: way(9), m2: way(9), m3: way(9) } })];
  expect(withAdvice(men, begun, draft, advised)).toEqual([
    order("a", "move", ["m1"], { paths: { m1: way(5) } }),
    order("a", "move", ["m2", "m3"], { paths: { m2: way(9), m3: way(9) } }),
  ]);
});

test("what was only proposed gives way to advice", () => {
  const begun = [order("a", "fire", ["m1"], { shots: { m1: 1 } })];
  const advised = [order("a", "move", ["m1"], { paths: { m1: way(9) } })];
  expect(withAdvice(men, begun, begun, advised)).toEqual(advised);
});

test("a card that the player has laid stays, and its unit gets no more than it has", () => {
  const draft = [order("tanks", "move", ["t1"], { t1: { route: [[5, 0]] } })];
  const advised = [order("tanks", "fire", ["t1", "t2"]), order("guns", "fire", ["g1"])];
  expect(withAdvice(units, [], draft, advised)).toEqual([...draft, order("guns", "fire", ["g1"])]);
});

test("who was only taken a card from is advised like the others", () => {
  const fire = order("guns", "fire", ["g1"]);
  expect(withAdvice(units, [fire], [], [fire])).toEqual([fire]);
});

test("routes that were drawn stay, the others are as advised", () => {
  const stay = { points: [], facing: null };
  const request = { kind: "path", walkers: [{ piece: "t1" }, { piece: "t2" }] } as unknown as AnyRequest;
  const advised = { t1: way(9), t2: way(9) };
  expect(withAdvice(request, { t1: stay, t2: stay }, { t1: way(5), t2: stay }, advised)).toEqual({
    t1: way(5),
    t2: way(9),
  });
});
