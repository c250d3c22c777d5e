import { expect, test } from "vitest";

import { fromTyped, leg, lengthWords, MEASURES, pathLength, placeWords, pointText, tenths } from "./ground";

test("a leg is rounded to the nearest tenth", () => {
  expect(leg([0, 0], [300, 400])).toBe(500);
  expect(leg([0, 0], [1, 1])).toBe(1);
  expect(leg([0, 0], [3, 2])).toBe(4);
  expect(leg([-65535, -65535], [65535, 65535])).toBe(185361);
});

test("legs add up as whole numbers", () => {
  expect(
    pathLength(
      [0, 0],
      [
        [1, 1],
        [2, 2],
        [3, 3],
      ],
    ),
  ).toBe(3);
  expect(pathLength([5, 5], [])).toBe(0);
});

test.each([
  ["152.4", 1524],
  ["152,4", 1524],
  [" -0.3 ", -3],
  ["0.25", 3],
  ["", null],
  ["far", null],
])("typed %j", (text, value) => {
  expect(fromTyped(text)).toBe(value);
});

test("tenths are shown with one decimal", () => {
  expect(tenths(1500)).toBe("150.0");
});

test("a length is told in the measure of its game", () => {
  expect(lengthWords(2500, "mm")).toBe("250 mm");
  expect(lengthWords(1930, "in")).toBe('7.6"');
  expect(placeWords([2504, 1930], "mm")).toBe("250 east, 193 south");
  expect(placeWords([2540, 1930], "in")).toBe("10.0 east, 7.6 south");
});

test("who is asked by a game in inches reads and types inches", () => {
  const inches = MEASURES.in;
  expect(inches).toBe(MEASURES.in);
  expect(pointText([2540, 1930], inches)).toBe("10.0, 7.6");
  expect(fromTyped("7.6", inches)).toBe(1930);
  expect(MEASURES.mm.word).toBe("mm");
});
