import { expect, test } from "vitest";

import type { Point } from "../lib/contract";
import { gathered, parted } from "./lettering";
import { namesOn } from "./mapnames";

test("a place that both sides want has one name", () => {
  expect(gathered("Gorelka is taken (Soviet 3); Gorelka is held (German 3)")).toBe(
    "Gorelka: Soviet 3, German 3",
  );
  expect(gathered("The north bridge (Soviet 2); The north bridge (German 2)")).toBe(
    "The north bridge: Soviet 2, German 2",
  );
});

test("labels of another kind stay as they are", () => {
  expect(gathered("Gorelka is taken (Soviet 3)")).toBe("Gorelka is taken (Soviet 3)");
  expect(gathered("The mill (Soviet 3); A ford (German 3)")).toBe("The mill (Soviet 3); A ford (German 3)");
  expect(gathered("seen from here; not from there")).toBe("seen from here; not from there");
});

test("a name goes round a piece, or is left out", () => {
  const name = { text: "Scouts", at: [1000, 1000] as Point, or: [[1000, 2000] as Point], weight: 1 };
  const above = { at: [1000, 950] as Point, reach: 100 };
  const below = { at: [1000, 1950] as Point, reach: 100 };
  expect(parted([name], 10, 5000)[0]?.at).toEqual([1000, 1000]);
  expect(parted([name], 10, 5000, [], [above])[0]?.at).toEqual([1000, 2000]);
  expect(parted([name], 10, 5000, [], [above, below])).toEqual([]);
  expect(parted([{ ...name, must: true }], 10, 5000, [], [above, below])[0]?.at).toEqual([1000, 1000]);
});

test("a name goes beside what the map has written", () => {
  const svg = `<svg><text font-size="120" letter-spacing="10" x="1000" y="1040">the inn</text><text>adrift</text></svg>`;
  const written = namesOn(svg);
  expect(written).toHaveLength(1);
  const name = { text: "Whoever holds this", at: [1000, 1000] as Point, or: [[1000, 2000] as Point], weight: 1 };
  expect(parted([name], 10, 5000, [], [], written)[0]?.at).toEqual([1000, 2000]);
});
