import { expect, test } from "vitest";

import type { Fault, OverruleField, OverruleKind, SeenView } from "../lib/contract";
import { scene, token } from "../scene/fixtures";
import { corners, plainFault, Ruling } from "./ruling.svelte";

const field = (name: string, kind: OverruleField["kind"], more: Partial<OverruleField> = {}): OverruleField => ({
  name,
  label: name,
  kind,
  of: "",
  choices: [],
  least: 0,
  most: 0,
  needed: true,
  by: "",
  highest: {},
  where: {},
  offered: [],
  unit: "",
  ...more,
});

const STAND = field("stand", "key", { of: "stands", offered: [["a", ""]] });
const KINDS: OverruleKind[] = [
  { what: "move", label: "Move", fields: [STAND, field("at", "point"), field("facing", "number", { unit: "degrees" })] },
  { what: "restore", label: "Restore", fields: [field("stand", "key", { of: "fallen", offered: [["z", ""]] }), field("at", "point")] },
  { what: "end_phase", label: "End", fields: [] },
];

function umpire(answer: readonly Fault[] = []) {
  const sent: unknown[] = [];
  const view = {
    scene: scene([token("a", { at: [1000, 2000], facing: 900 })]),
  } as unknown as SeenView;
  const ruling = new Ruling(
    () => view,
    () => KINDS,
    async (...call) => {
      sent.push(call);
      return answer;
    },
  );
  return { ruling, sent };
}

test("a click on a piece and one on the ground fill in what is wanted, and nothing else", () => {
  const { ruling } = umpire();
  expect(ruling.click("a", [0, 0])).toBe(false);
  ruling.begin("move");
  expect(ruling.isMove).toBe(true);
  expect(ruling.click("a", [0, 0])).toBe(true);
  expect(ruling.click(null, [3004, 1996])).toBe(true);
  expect(ruling.filled).toEqual({ stand: "a", at: "300, 200" });
  ruling.begin("restore");
  expect([ruling.isMove, ruling.click("a", [0, 0]), ruling.click(null, [0, 0])]).toEqual([false, false, true]);
  ruling.begin("end_phase");
  expect(ruling.click(null, [0, 0])).toBe(false);
});

test("where a piece would stand is drawn as soon as its place is known", () => {
  const { ruling } = umpire();
  ruling.begin("move");
  expect(ruling.look).toBeNull();
  ruling.put("a", [3000, 2000]);
  expect(ruling.look?.shapes.map(({ look }) => look)).toEqual(["route", "ghost"]);
  expect(ruling.look?.shapes[0]?.points).toEqual([
    [1000, 2000],
    [3000, 2000],
  ]);
  ruling.fill(KINDS[0]!.fields[1], "somewhere");
  expect(ruling.look).toBeNull();
});

test("a piece turns with its facing", () => {
  const piece = token("a", { width: 400, depth: 200 });
  expect(corners(piece, [0, 0], 0)[0]).toEqual([200, -100]);
  expect(corners(piece, [0, 0], 900)[0]).toEqual([100, 200]);
});

test("what was sent is forgotten, what was refused stays with its reasons", async () => {
  const done = umpire();
  done.ruling.begin("move");
  done.ruling.put("a", [3000, 2000]);
  done.ruling.reason = "It was nudged.";
  await done.ruling.send();
  expect(done.sent).toEqual([["move", { stand: "a", at: [3000, 2000] }, "It was nudged."]]);
  expect([done.ruling.what, done.ruling.reason, done.ruling.told]).toEqual(["", "", expect.stringMatching("Done")]);

  const refused = umpire([plainFault("it is off the table")]);
  refused.ruling.begin("move");
  refused.ruling.put("a", [3000, 2000]);
  refused.ruling.reason = "It was nudged.";
  await refused.ruling.send();
  expect(refused.ruling.faults[0]?.reason).toBe("it is off the table");
  expect([refused.ruling.what, refused.ruling.reason]).toEqual(["move", "It was nudged."]);
});
