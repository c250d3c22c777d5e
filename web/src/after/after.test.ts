import { expect, test } from "vitest";

import { ended, figure, lostIn, luckOf, steps } from "./numbers";

test("luck is what is well off the expected", () => {
  expect(luckOf({ hits: 5, expected: 7.3, shots: 17 })).toBe("was unlucky");
  expect(luckOf({ hits: 7, expected: 6.75, shots: 19 })).toBe("got about its due");
  expect(luckOf({ hits: 4, expected: 1.2, shots: 9 })).toBe("was lucky");
  expect(luckOf({ hits: 0, expected: 0, shots: 0 })).toBe("never fired");
});

test("figures, steps and lists", () => {
  expect([7.3, 2, 0.96].map(figure)).toEqual(["7.3", "2", "1"]);
  expect(
    steps(
      [0, 2],
      (turn) => turn * 10,
      (count) => 100 - count,
    ),
  ).toBe("M0 100H10V100H20V98");
  const side = { sign: 0, pieces: 1, lost: 0, expected: 0, hits: 0, shots: 0, won: false, bots: [], next_time: [] };
  const sides = [
    { ...side, id: "a", name: "Red" },
    { ...side, id: "b", name: "Blue" },
  ];
  expect(lostIn(sides, { a: 2, b: 1 })).toBe("Red 2 and Blue 1");
  expect(lostIn(sides, { b: 3 })).toBe("Blue 3");
});

test("how it ended for a side", () => {
  expect(ended({ result: "won", lost: 4 }, { name: "German", pieces: 11 })).toBe("German won the battle; 4 of 11 are lost.");
  expect(ended({ result: "drawn", lost: 1 }, { name: "Soviet", pieces: 0 })).toBe(
    "For Soviet the battle is drawn; 1 is lost.",
  );
});
