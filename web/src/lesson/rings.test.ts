import { expect, it } from "vitest";

import type { LessonStep, Scene } from "../lib/contract";
import { event, scene as sceneOf, token } from "../scene/fixtures";
import { ringsOf } from "./rings";

const show: LessonStep["show"] = { unit: "Rifles", place: [300, 100], enemy: false, part: "" };

function sight(): { request: undefined; scene: Scene; unit: "mm" } {
  const scene = sceneOf([token("west", { at: [500, 1000] }), token("east", { at: [1500, 1000] })]);
  scene.forces = [
    { id: "r", label: "Rifles", side: "red", note: "", tokens: ["west", "east"], branches: [], seat: "" },
  ];
  return { request: undefined, scene, unit: "mm" };
}

it("leads from the stand that is nearest, not from between the stands", () => {
  const [own, goal] = ringsOf({ show, offer: null }, undefined, sight());
  expect(own!.around).toHaveLength(2);
  expect(goal).toMatchObject({ around: [[3000, 1000]], from: [1500, 1000] });
});

it("has no arrow where no unit is shown, and rings those of whom is told", () => {
  const told = event("hit", { stand: "west" });
  const rings = ringsOf({ show: { ...show, unit: "" }, offer: null }, told, sight());
  expect(rings[0]!.from).toBeUndefined();
  expect(rings[1]!.around).toEqual([[500, 1000]]);
});

it("rings a question mark that has come to lie beside the place, and not the ground next to it", () => {
  const here = sight();
  const around = (x: number) => {
    here.scene.tokens["mark"] = token("mark", { at: [x, 1000], symbol: "question", mine: false, side: "blue" });
    return ringsOf({ show, offer: null }, undefined, here)[1]!.around;
  };
  expect(around(3900)).toEqual([[3900, 1000]]);
  expect(around(6000)).toEqual([[3000, 1000]]);
});

const meant = (more: Record<string, unknown>) => ({ kind: "", manner: "", by: "", of: "", says: "", ...more });
const when = (more: Record<string, unknown>) => ({ told: meant(more) }) as unknown as LessonStep["when"];
const nobody = { ...show, unit: "", place: null };

it("rings my man who fell, where he lies, and not the enemy who shot; the arrow comes from the nearest who could fetch him", () => {
  const here = sight();
  here.scene.sides = [{ id: "red", name: "Red", mine: true, note: "", sign: 0 }];
  here.scene.tokens["foe"] = token("foe", { side: "blue", mine: false });
  here.scene.traces["fallen"] = { id: "fallen", at: [1400, 1500], symbol: "man_wounded", side: "red", title: "", facing: 0, state: "" };
  const down = event("down", { figure: "fallen", by: "foe", side: "red" });
  expect(ringsOf({ show: nobody, offer: null, when: when({ of: "me" }) }, down, here)).toMatchObject([
    { around: [[1400, 1500]], from: [1500, 1000] },
  ]);
});

it("rings of several men of a line the one who is meant", () => {
  const here = sight();
  for (const id of ["west", "east"]) here.scene.tokens[id]!.title = id;
  const test = { ...event("crisis_test", { men: ["west", "east"] }), text: "Test: west ducks back; east hunkers down." };
  const step = { show: nobody, offer: null, when: when({ says: "hunkers down" }) };
  expect(ringsOf(step, test, here)).toMatchObject([{ around: [[1500, 1000]] }]);
});
