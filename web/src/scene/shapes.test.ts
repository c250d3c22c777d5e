import { expect, test } from "vitest";

import type { Point, Shape } from "../lib/contract";
import { parted } from "./lettering";
import { around, beadsOf, head, labelAt, pathOf, softened, standing, worthDrawing } from "./shapes";

const shape = (more: Partial<Shape>): Shape => ({
  kind: "line",
  look: "route",
  points: [
    [0, 0],
    [100, 0],
  ],
  rings: [],
  radius: 0,
  turn: null,
  label: "",
  token: "",
  ...more,
});

test("lines, areas and rings have their paths", () => {
  expect(pathOf(shape({}))).toBe("M0 0L100 0");
  expect(pathOf(shape({ kind: "area" }))).toMatch(/z$/);
  expect(pathOf(shape({ kind: "ring", points: [[50, 50]], radius: 10 }))).toContain("a10 10");
  expect(pathOf(shape({ kind: "note" }))).toBe("");
});

test("an area has its holes, and what was looked at in squares has round corners", () => {
  const square = (low: number, high: number): Point[] => [
    [low, low],
    [high, low],
    [high, high],
    [low, high],
  ];
  const holed = { kind: "area" as const, points: square(0, 900), rings: [square(300, 600)] };
  expect(pathOf(shape(holed))).toBe("M0 0L900 0L900 900L0 900zM300 300L600 300L600 600L300 600z");
  const soft = pathOf(shape({ ...holed, look: "unseen" }));
  expect(soft.startsWith("M0 130Q0 0 130 0L770 0Q900 0 900 130")).toBe(true);
  expect(soft).toContain("zM300 430Q300 300 430 300");
  expect(softened(square(0, 100), 130)).toContain("Q100 0 100 50");
});

test("a part of a ring runs clockwise from north", () => {
  expect(around([10, 10], 100, 900)).toEqual([110, 10]);
  expect(pathOf(shape({ kind: "ring", points: [[0, 0]], radius: 100, turn: [0, 900] }))).toBe(
    "M0 0L0 -100A100 100 0 0 1 100 0z",
  );
  expect(pathOf(shape({ kind: "ring", points: [[0, 0]], radius: 100, turn: [2700, 900] }))).toContain(
    "0 0 1",
  );
});

test("an arrow ends in a head, nothing without a direction", () => {
  expect(
    head(
      [
        [0, 0],
        [100, 0],
      ],
      20,
    ),
  ).toBe("M100 0L80 11L80 -11z");
  expect(
    head(
      [
        [5, 5],
        [5, 5],
      ],
      20,
    ),
  ).toBe("");
});

test("labels stand at the end of a way and over a ring", () => {
  expect(labelAt(shape({}))).toEqual([100, 0]);
  expect(labelAt(shape({ look: "sight" }))).toEqual([50, 0]);
  expect(labelAt(shape({ kind: "ring", points: [[50, 50]], radius: 10 }))).toEqual([50, 40]);
});

test("what a piece could do is drawn only of those in hand", () => {
  const shapes = [
    shape({ token: "a" }),
    shape({ look: "arc", token: "a" }),
    shape({ look: "arc", token: "b" }),
  ];
  const { ghosts, rest } = worthDrawing(shapes, (id) => id === "b");
  expect([...ghosts, ...rest].map(({ look, token }) => `${look} ${token}`)).toEqual(["arc b", "route a"]);
});

test("a base tells from its corners where it stands and looks", () => {
  const base = standing([
    [100, -100],
    [100, 100],
    [-100, 100],
    [-100, -100],
  ]);
  expect(base?.at).toEqual([0, 0]);
  expect(base?.facing).toBeCloseTo(90);
  expect(standing([[0, 0]])).toBeNull();
});

test("names do not lie over each other and stay on the table", () => {
  const name = (text: string, x: number, weight: number) => ({
    text,
    at: [x, 500] as [number, number],
    weight,
  });
  const kept = parted([name("Scouts", 520, 1), name("Rifles", 500, 6), name("Guns", 3000, 2)], 10, 3050);
  expect(kept.map(({ text }) => text)).toEqual(["Rifles", "Guns"]);
  expect(kept[1]!.at[0]).toBeLessThan(3000);
});

test("a name goes to its other place where the first is taken", () => {
  const big = { text: "The north bridge; held", at: [1000, 500] as [number, number], weight: 2 };
  const small = {
    text: "The ford",
    at: [1000, 600] as [number, number],
    weight: 1,
    or: [[1000, 2000] as [number, number]],
  };
  expect(parted([small, big], 10, 3000).map(({ at }) => at[1])).toEqual([500, 2000]);
});

test("dice of a shot are beads, empty inches hollow ones, and a rolled target has a die", () => {
  expect(beadsOf("●●⚄ 42%")).toEqual({ beads: ["full", "full", "die"], text: "42%" });
  expect(beadsOf("○")).toEqual({ beads: ["hollow"], text: "" });
  expect(beadsOf("the mill")).toEqual({ beads: [], text: "the mill" });
});
