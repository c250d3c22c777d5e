import { expect, test } from "vitest";

import type { Allocate, Path, Pick, Place } from "./contract";
import { faultsElsewhere, faultsUnder, fieldPlaces, firstDraft, isUnder, newsworthy } from "./drafts";

const base = { prompt: "", rows: [], proposal: null, guide: "", manner: "" as const, serial: 1, seat: "red" };
const box: [number, number, number, number] = [0, 0, 100, 60];

const pick: Pick = {
  ...base,
  kind: "pick",
  least: 1,
  most: 1,
  options: [{ id: "a", label: "Fire", hint: "42 %", refused: null }],
};
const allocate: Allocate = {
  ...base,
  kind: "allocate",
  least: 2,
  most: 3,
  unit: "dice",
  shares: [
    { id: "x", label: "X", least: 1, most: 2, hint: "" },
    { id: "y", label: "Y", least: 0, most: 2, hint: "" },
  ],
};
const place: Place = {
  ...base,
  kind: "place",
  unit: "mm",
  facing: true,
  apart: true,
  spots: [
    {
      piece: "p",
      label: "P",
      box,
      points: [
        [1, 1],
        [2, 2],
      ],
    },
    {
      piece: "q",
      label: "Q",
      box,
      points: [
        [1, 1],
        [2, 2],
      ],
    },
    { piece: "r", label: "R", box, points: [] },
  ],
};
const path: Path = {
  ...base,
  kind: "path",
  unit: "mm",
  when_met: [],
  walkers: [{ piece: "p", label: "P", start: [0, 0], most: 50, box }],
};

test("a draft begins with the proposal", () => {
  expect(firstDraft({ ...pick, proposal: ["a"] })).toEqual(["a"]);
  expect(firstDraft({ ...allocate, proposal: { y: 2 } })).toEqual({ x: 1, y: 2 });
});

test("the proposal itself is never changed by the form", () => {
  const proposal = { p: { points: [[1, 1]], facing: null } };
  const draft = firstDraft({ ...path, proposal }) as typeof proposal;
  draft.p.points.push([2, 2]);
  expect(proposal.p.points).toEqual([[1, 1]]);
});

test("without a proposal every piece gets a value of the right shape", () => {
  expect(firstDraft(pick)).toEqual([]);
  expect(firstDraft(allocate)).toEqual({ x: 1, y: 0 });
  expect(firstDraft(path)).toEqual({ p: { points: [], facing: null } });
  expect(firstDraft(place)).toEqual({
    p: { at: [1, 1], facing: 0 },
    q: { at: [2, 2], facing: 0 },
    r: { at: [50, 30], facing: 0 },
  });
});

test("a fault belongs to the field whose place it lies in", () => {
  const faults = [
    { at: "value.p.points[1]", reason: "off the table", rows: [] },
    { at: "value.pq", reason: "unknown", rows: [] },
    { at: "serial", reason: "late", rows: [] },
  ];
  expect(faultsUnder(faults, "value.p").map(({ reason }) => reason)).toEqual(["off the table"]);
  const places = fieldPlaces(path, {});
  expect(faultsElsewhere(faults, places).map(({ reason }) => reason)).toEqual(["unknown", "late"]);
  expect(isUnder("value[10]", "value[1]")).toBe(false);
});

test("suggestions that repeat the list or the proposal are left out", () => {
  const plain = { label: "Fire", value: ["a"], reason: "42 %" };
  const clever = { label: "Wait", value: ["a"], reason: "he must come to you" };
  expect(newsworthy(pick, [plain, clever])).toEqual([clever]);
  const proposal = { x: 1, y: 1 };
  const again = { label: "As proposed", value: proposal, reason: "" };
  const other = { label: "All on X", value: { x: 2, y: 0 }, reason: "" };
  expect(newsworthy({ ...allocate, proposal }, [again, other])).toEqual([other]);
});
