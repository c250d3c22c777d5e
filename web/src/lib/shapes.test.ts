import { expect, test } from "vitest";

import { inLine, shapeOf } from "./shapes";

test("a map of records is a table, and an id that repeats the key is no column", () => {
  const shape = shapeOf({ a: { id: "a", hits: 1 }, b: { id: "b", hits: 2, down: true } });
  expect(shape).toEqual({
    is: "grid",
    grid: {
      named: false,
      columns: ["hits", "down"],
      rows: [
        { key: "a", cells: [1, null] },
        { key: "b", cells: [2, true] },
      ],
    },
  });
});

test("records with names of their own are called by them", () => {
  const shape = shapeOf({ a: { name: "Ash", hits: 1 }, b: { name: "Bull", hits: 2 } });
  expect(shape.is === "grid" && shape.grid.rows.map(({ key }) => key)).toEqual(["Ash", "Bull"]);
  expect(shape.is === "grid" && shape.grid.columns).toEqual(["hits"]);
  const twins = shapeOf({ a: { name: "Ash" }, b: { name: "Ash" } });
  expect(twins.is === "grid" && twins.grid.rows.map(({ key }) => key)).toEqual(["a", "b"]);
});

test("a list of records is a table with numbered rows", () => {
  const shape = shapeOf([{ n: 1 }, { n: 2 }]);
  expect(shape.is === "grid" && shape.grid.rows.map(({ key }) => key)).toEqual(["1", "2"]);
});

test("anything else is parts or a value", () => {
  expect(shapeOf({ turn: 1, men: { a: { n: 1 } } }).is).toBe("parts");
  expect(shapeOf([1, 2]).is).toBe("value");
  expect(shapeOf({}).is).toBe("value");
});

test("values in one line", () => {
  expect([null, "", true, [1, [2, 3]], { x: 1, y: null }, []].map((value) => inLine(value))).toEqual([
    "–",
    "–",
    "yes",
    "1, 2, 3",
    "x 1; y –",
    "–",
  ]);
});
