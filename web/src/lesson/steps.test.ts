import { describe, expect, it } from "vitest";

import type { Lesson, LessonStep, SeenEvent, Token } from "../lib/contract";
import { event, orders, scene as sceneOf, token } from "../scene/fixtures";
import { faultsOf, gap, goalOf, holds, keyOf, matches, nearest, nextStep, reasons, tokensOf, type Sight } from "./steps";

type When = LessonStep["when"];
type Offer = NonNullable<LessonStep["offer"]>;

function when(more: Partial<When> = {}): When {
  return { asked: "", row: "", news: false, turn: 0, from_turn: 0, waiting: "", near: null, told: null, ...more };
}

function step(id: string, sign: Partial<When>, more: Partial<LessonStep> = {}): LessonStep {
  const show = { unit: "", place: null, enemy: false, part: "" as const };
  return { id, title: id, say: id, when: when(sign), show, offer: null, why: false, each_turn: false, ...more };
}

function told(kind: string, more: Partial<NonNullable<When["told"]>> = {}): NonNullable<When["told"]> {
  return { kind, manner: "", by: "", says: "", ...more };
}

function sight(more: Partial<Sight> & { turn?: number; tokens?: Token[] } = {}): Sight {
  const { turn = 1, tokens = [], ...rest } = more;
  const scene = sceneOf(tokens);
  scene.clock.turn = turn;
  scene.sides = [
    { id: "red", name: "Red", mine: true, note: "" },
    { id: "blue", name: "Blue", mine: false, note: "" },
  ];
  return { request: { ...orders, guide: "stands.cards" }, draft: [], begun: [], scene, log: [], news: false, ...rest };
}

const move = { unit: "tanks", card: "move", stands: ["t1", "t2", "t3"], arrow: 900 };

describe("what a step waits for", () => {
  it("is the question, once the news is read", () => {
    expect(holds(when({ asked: "stands.cards" }), sight())).toBe(true);
    expect(holds(when({ asked: "stands.routes" }), sight())).toBe(false);
    expect(holds(when({ asked: "stands.cards" }), sight({ news: true }))).toBe(false);
    expect(holds(when({ asked: "stands.cards", news: true }), sight({ news: true }))).toBe(true);
    expect(holds(when({ asked: "stands.cards", news: true }), sight())).toBe(false);
  });

  it("is a rule row of the question", () => {
    const request = { ...orders, rows: ["KIM-7.3b"] };
    expect(holds(when({ row: "KIM-7.3b" }), sight({ request }))).toBe(true);
    expect(holds(when({ row: "KIM-7.3b" }), sight())).toBe(false);
    expect(holds(when({ row: "KIM-7.3b" }), sight({ request: undefined }))).toBe(false);
  });

  it("is a turn, or a turn and those after it", () => {
    expect([1, 2, 3].map((turn) => holds(when({ turn: 2 }), sight({ turn })))).toEqual([false, true, false]);
    expect([1, 2, 3].map((turn) => holds(when({ from_turn: 2 }), sight({ turn })))).toEqual([false, true, true]);
  });

  it("is a unit whose part of the draft is as it was given", () => {
    const waiting = when({ waiting: "Tanks" });
    expect(holds(waiting, sight())).toBe(true);
    expect(holds(waiting, sight({ draft: [move] }))).toBe(false);
    expect(holds(waiting, sight({ draft: [move], begun: [move] }))).toBe(true);
    expect(holds(waiting, sight({ draft: [{ ...move, arrow: 0 }], begun: [move] }))).toBe(false);
    const others = [{ ...move, unit: "guns", stands: ["g1"] }];
    expect(holds(waiting, sight({ draft: others }))).toBe(true);
    expect(holds(when({ waiting: "Cavalry" }), sight())).toBe(false);
  });

  it("is how near the nearest enemy in sight is", () => {
    const tokens = [
      token("t1"),
      token("t2", { at: [1400, 1000] }),
      token("x", { at: [2300, 1000], side: "blue", mine: false }),
      token("ghost", { at: [1500, 1000], side: "blue", mine: false, seen: 2 }),
      token("staff", { at: [1500, 1000], side: "blue", mine: false, symbol: "hq" }),
    ];
    const now = sight({ tokens });
    expect(nearest("Tanks", now)).toMatchObject({ own: { id: "t2" }, enemy: { id: "x" } });
    const near = (within: number, beyond: number) => holds(when({ near: { unit: "Tanks", within, beyond } }), now);
    expect([near(60, 0), near(59, 0), near(0, 59), near(0, 60)]).toEqual([true, false, true, false]);
    expect(holds(when({ near: { unit: "Tanks", within: 0, beyond: 0 } }), sight())).toBe(false);
  });

  it("is a line of the log, whether the news is read or not", () => {
    const log = [event("shot", { manner: "direct" }, [4])];
    expect(holds(when({ told: told("shot") }), sight({ log, news: true }))).toBe(true);
    expect(holds(when({ told: told("shot", { manner: "melee" }) }), sight({ log }))).toBe(false);
    expect(holds(when({ asked: "stands.cards", told: told("shot") }), sight({ log, news: true }))).toBe(false);
  });
});

it("measures from edge to edge, whichever way the bases face", () => {
  const one = token("a");
  expect(gap(one, token("b", { at: [2000, 1000] }))).toBeCloseTo(700);
  expect(gap(one, token("b", { at: [2000, 1000], facing: 450 }))).toBeCloseTo(1000 - 150 - 150 * Math.SQRT2);
  expect(gap(one, token("b", { at: [1000, 2000], width: 300, depth: 500, facing: 900 }))).toBeCloseTo(700);
  expect(gap(one, token("b", { at: [1600, 1700] }))).toBeCloseTo(500);
});

it("tells whose roll a line is about, and reads its words", () => {
  const mine: SeenEvent = event("shot", { manner: "direct" }, [4]);
  mine.rolls[0]!.owner = "red";
  expect(matches(told("shot", { by: "me" }), mine, "red")).toBe(true);
  expect(matches(told("shot", { by: "enemy" }), mine, "red")).toBe(false);
  expect(matches(told("shot", { by: "enemy" }), mine, "blue")).toBe(true);
  expect(matches(told("moved", { by: "me" }), event("moved", {}), "red")).toBe(false);
  expect(matches(told("moved", { says: "mov" }), event("moved", {}), "red")).toBe(true);
  expect(matches(told("moved", { says: "hit" }), event("moved", {}), "red")).toBe(false);
});

it("shows the first step that fits and is not over; one of each turn comes again", () => {
  const again = step("lay", { asked: "stands.cards" }, { each_turn: true });
  const lesson: Lesson = {
    lesson: "L",
    seat: "red",
    learns: {},
    then: "",
    steps: [step("later", { turn: 3 }), step("one", { turn: 1 }), again],
  };
  expect(nextStep(lesson, new Set(), sight())?.id).toBe("one");
  expect(nextStep(lesson, new Set(["one"]), sight())?.id).toBe("lay");
  const done = new Set(["one", keyOf(again, 1)]);
  expect(nextStep(lesson, done, sight())).toBeNull();
  expect(nextStep(lesson, done, sight({ turn: 2 }))?.id).toBe("lay");
});

it("finds where an offer leads: a place in tenths, an enemy, or a point short of him", () => {
  const tokens = [token("t1"), token("x", { at: [3000, 1000], side: "blue", mine: false })];
  const now = sight({ tokens });
  const offer = (more: Partial<Offer>): Offer => ({
    label: "",
    accept: false,
    staff: false,
    unit: "Tanks",
    to: null,
    onto_enemy: false,
    short: 0,
    card: "",
    ...more,
  });
  expect(goalOf(offer({ to: [310, 320] }), now)).toEqual([3100, 3200]);
  expect(goalOf(offer({ onto_enemy: true }), now)).toBe("x");
  expect(goalOf(offer({ short: 50 }), now)).toEqual([2500, 1000]);
  expect(goalOf(offer({ card: "fire" }), now)).toBeNull();
  expect(goalOf(offer({ short: 50 }), sight())).toBeNull();
});

it("finds the pieces of a unit by its name in the forces", () => {
  const now = sight({ tokens: [token("t1"), token("g1")] });
  const leaf = { id: "f", label: "Tanks", side: "red", note: "", tokens: ["t1", "gone"], branches: [], seat: "" };
  now.scene.forces = [{ id: "s", label: "Red", side: "red", note: "", tokens: [], branches: [leaf], seat: "" }];
  expect(tokensOf("Tanks", now.scene).map(({ id }) => id)).toEqual(["t1"]);
});

it("minds only the faults of its own pieces", () => {
  const value = [move, { ...move, unit: "guns", stands: ["g1"] }];
  const fault = (at: string) => ({ at, reason: at, rows: [] });
  const faults = [fault("value[0].plan.t1"), fault("value[1].card"), fault("value")];
  expect(faultsOf(["g1"], { value, faults }).map(({ at }) => at)).toEqual(["value[1].card"]);
});

describe("why a roll needed what it needed", () => {
  const line = (reason: string, amount: number, on: "die" | "score") => ({ reason, amount, on, rows: [] });

  it("goes from the chart to the number by every reason", () => {
    const shot = event("shot", { needed: 8 }, [4]);
    shot.tallies = [{ title: "shot", lines: [line("cover", 1, "score"), line("dug in", 1, "score")], total: -2, limit: 2 }];
    expect(reasons(shot)).toEqual({
      chart: 6,
      lines: [
        { words: "cover", amount: 1 },
        { words: "dug in", amount: 1 },
      ],
      needed: 8,
    });
  });

  it("counts what helps the die the other way, and names the limit where it bites", () => {
    const shot = event("shot", { needed: 5 }, [4]);
    const lines = [line("near", 2, "die"), line("still", 1, "die")];
    shot.tallies = [{ title: "shot", lines, total: 2, limit: 2 }];
    expect(reasons(shot)).toEqual({
      chart: 7,
      lines: [
        { words: "near", amount: -2 },
        { words: "still", amount: -1 },
        { words: "at most 2 either way", amount: 1 },
      ],
      needed: 5,
    });
  });

  it("says nothing where no number was needed", () => {
    expect(reasons(event("shot", { needed: null }, [4]))).toBeNull();
    expect(reasons(event("command", {}, [4]))).toBeNull();
  });
});
