import { describe, expect, it } from "vitest";

import type { Lesson, LessonStep, SeenEvent, Token } from "../lib/contract";
import { event, orders, scene as sceneOf, token } from "../scene/fixtures";
import {
  faultsOf,
  gap,
  goalOf,
  holds,
  keyOf,
  matches,
  nearest,
  nextStep,
  reasons,
  standsOf,
  sums,
  thrown,
  tokensOf,
  toWin,
  withoutKeys,
  wordOn,
  type Sight,
} from "./steps";

type When = LessonStep["when"];
type Offer = NonNullable<LessonStep["offer"]>;

function when(more: Partial<When> = {}): When {
  return {
    asked: "",
    row: "",
    news: false,
    turn: 0,
    from_turn: 0,
    waiting: "",
    untouched: false,
    proposed: "",
    near: null,
    asks_least: 0,
    asks_most: 0,
    can: "",
    cannot: "",
    at_least: 0,
    at_most: 0,
    clear: false,
    told: null,
    untold: null,
    ...more,
  };
}

function step(id: string, sign: Partial<When>, more: Partial<LessonStep> = {}): LessonStep {
  const show = { unit: "", place: null, enemy: false, part: "" as const };
  const often = { each_turn: false, each_time: false };
  return { id, title: id, say: id, when: when(sign), show, offer: null, why: false, ...often, ...more };
}

function told(kind: string, more: Partial<NonNullable<When["told"]>> = {}): NonNullable<When["told"]> {
  return { kind, manner: "", by: "", of: "", says: "", ...more };
}

function sight(more: Partial<Sight> & { turn?: number; tokens?: Token[] } = {}): Sight {
  const { turn = 1, tokens = [], ...rest } = more;
  const scene = sceneOf(tokens);
  scene.clock.turn = turn;
  scene.sides = [
    { id: "red", name: "Red", mine: true, note: "", sign: 0 },
    { id: "blue", name: "Blue", mine: false, note: "", sign: 0 },
  ];
  const request = { ...orders, guide: "stands.cards" };
  return { request, draft: [], begun: [], scene, log: [], news: false, unit: "mm", ...rest };
}

const move = { unit: "tanks", card: "move", pieces: ["t1", "t2", "t3"], arrow: 900 };

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
    const others = [{ ...move, unit: "guns", pieces: ["g1"] }];
    expect(holds(waiting, sight({ draft: others }))).toBe(true);
    expect(holds(when({ waiting: "Cavalry" }), sight())).toBe(false);
    expect(holds(when({ untouched: true }), sight())).toBe(true);
    expect(holds(when({ untouched: true }), sight({ draft: others }))).toBe(false);
  });

  it("is how near the nearest enemy in sight is", () => {
    const tokens = [
      token("t1"),
      token("t2", { at: [1400, 1000] }),
      token("x", { at: [2300, 1000], side: "blue", mine: false }),
      token("ghost", { at: [1500, 1000], side: "blue", mine: false, seen: 2 }),
      token("staff", { at: [1500, 1000], side: "blue", mine: false, symbol: "hq" }),
      token("mark", { at: [1500, 1000], side: "blue", mine: false, symbol: "question" }),
    ];
    const now = sight({ tokens });
    expect(nearest("Tanks", now)).toMatchObject({ own: { id: "t2" }, enemy: { id: "x" } });
    const near = (within: number, beyond: number) =>
      holds(when({ near: { unit: "Tanks", place: null, within, beyond, able: false } }), now);
    expect([near(60, 0), near(59, 0), near(0, 59), near(0, 60)]).toEqual([true, false, true, false]);
    expect(holds(when({ near: { unit: "Tanks", place: null, within: 0, beyond: 0, able: false } }), sight())).toBe(false);
  });

  it("is that no enemy is in sight, and a question mark is none", () => {
    const clear = when({ clear: true });
    const foe = { at: [2300, 1000] as [number, number], side: "blue", mine: false };
    expect(holds(clear, sight({ tokens: [token("t1"), token("x", foe)] }))).toBe(false);
    expect(holds(clear, sight({ tokens: [token("t1"), token("x", { ...foe, seen: 2 })] }))).toBe(true);
    expect(holds(clear, sight({ tokens: [token("t1"), token("q", { ...foe, symbol: "question" })] }))).toBe(true);
    expect(holds(clear, sight({ tokens: [token("t1")] }))).toBe(true);
  });

  it("is how near the unit is to a place, in the lesson's own unit", () => {
    const now = sight({ tokens: [token("t1"), token("t2", { at: [2540, 1000] })], unit: "in" });
    const place: [number, number] = [10, 1000 / 254 + 2.5];
    const near = (within: number, beyond: number) => holds(when({ near: { unit: "Tanks", place, within, beyond, able: false } }), now);
    expect([near(2.6, 0), near(2.4, 0), near(0, 2.4), near(0, 2.6)]).toEqual([true, false, true, false]);
  });

  it("is how many of one's own side are still on the table", () => {
    const tokens = [token("t1"), token("t2"), token("x", { side: "blue", mine: false })];
    const so = (at_least: number, at_most: number) => holds(when({ at_least, at_most }), sight({ tokens }));
    expect([so(2, 0), so(3, 0), so(0, 2), so(0, 1)]).toEqual([true, false, true, false]);
  });

  it("is a card that the question came with, as long as it is in the draft", () => {
    const request = { ...orders, proposal: [{ ...move, card: "fire" }] };
    const proposed = when({ proposed: "fire" });
    expect(holds(proposed, sight({ request, draft: request.proposal }))).toBe(true);
    expect(holds(proposed, sight({ request, draft: [move] }))).toBe(false);
    expect(holds(proposed, sight({ draft: request.proposal }))).toBe(false);
  });

  it("is a line that the log does not have yet", () => {
    const untold = when({ untold: told("shot") });
    expect(holds(untold, sight())).toBe(true);
    expect(holds(untold, sight({ log: [event("shot", {}, [4])] }))).toBe(false);
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
  expect(matches(told("down", { of: "me" }), event("down", { side: "red" }), "red")).toBe(true);
  expect(matches(told("down", { of: "me" }), event("down", { side: "blue" }), "red")).toBe(false);
  expect(matches(told("down", { of: "enemy" }), event("down", { side: "blue" }), "red")).toBe(true);
  expect(matches(told("down", { of: "enemy" }), event("down", {}), "red")).toBe(false);
  expect(matches(told("moved", { says: "hit" }), event("moved", {}), "red")).toBe(false);
});

it("shows the first step that fits and is not over; one of each turn comes again", () => {
  const again = step("lay", { asked: "stands.cards" }, { each_turn: true });
  const lesson: Lesson = {
    lesson: "L",
    seat: "red",
    goal: null,
    goal_then: null,
    unit: "mm",
    learns: {},
    then: "",
    steps: [step("later", { turn: 3 }), step("one", { turn: 1 }), again],
  };
  expect(nextStep(lesson, new Set(), sight())?.id).toBe("one");
  expect(nextStep(lesson, new Set(["one"]), sight())?.id).toBe("lay");
  const done = new Set(["one", keyOf(again, sight())]);
  expect(nextStep(lesson, done, sight())).toBeNull();
  expect(nextStep(lesson, done, sight({ turn: 2 }))?.id).toBe("lay");
});

it("shows a step of each time with every question, once", () => {
  const go = step("go", { asked: "stands.cards" }, { each_time: true });
  const lesson: Lesson = { lesson: "L", seat: "red", goal: null, goal_then: null, unit: "mm", learns: {}, then: "", steps: [go] };
  const next = sight({ request: { ...orders, guide: "stands.cards", serial: orders.serial + 1 } });
  const done = new Set([keyOf(go, sight())]);
  expect(nextStep(lesson, done, sight())).toBeNull();
  expect(nextStep(lesson, done, next)?.id).toBe("go");
});

it("finds where an offer leads: a place in tenths, an enemy, or a point short of him", () => {
  const tokens = [token("t1"), token("x", { at: [3000, 1000], side: "blue", mine: false })];
  const now = sight({ tokens });
  const offer = (more: Partial<Offer>): Offer => ({
    label: "",
    accept: false,
    stay: false,
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

it("finds those of a unit of the forces who are asked for orders, whatever the question calls them", () => {
  const now = sight({ tokens: [token("t1"), token("t2"), token("g1")] });
  const leaf = { id: "f", label: "Patrol", side: "red", note: "", tokens: ["t2", "g9"], branches: [], seat: "" };
  now.scene.forces = [{ id: "s", label: "Red", side: "red", note: "", tokens: [], branches: [leaf], seat: "" }];
  expect(standsOf("Patrol", now)).toEqual(["t2"]);
  expect(standsOf("Tanks", now)).toContain("t1");
  expect(standsOf("Cavalry", now)).toEqual([]);
});

it("minds only the faults of its own pieces", () => {
  const value = [move, { ...move, unit: "guns", pieces: ["g1"] }];
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

describe("a roll without a number to reach", () => {
  const roll = (owner: string, purpose: string, faces: number[]) => ({ ...event("x", {}, faces).rolls[0]!, owner, purpose });

  it("shows the dice by side where both have thrown, else by what they were for", () => {
    const { scene } = sight();
    const both = { rolls: [roll("red", "in sight", [1, 2]), roll("blue", "in sight", [3])] };
    expect(thrown(both, scene).map(({ words, faces }) => [words, faces])).toEqual([
      ["Red", [1, 2]],
      ["Blue", [3]],
    ]);
    const own = { rolls: [roll("red", "crisis test", [4, 5]), roll("red", "leader die", [2])] };
    expect(thrown(own, scene).map(({ words }) => words)).toEqual(["crisis test", "leader die"]);
    expect(thrown({ rolls: own.rolls.slice(1) }, scene).map(({ words }) => words)).toEqual([""]);
  });

  it("shows the sums that have anything in them", () => {
    const line = { reason: "moved", amount: -1, on: "die" as const, rows: [] };
    const tallies = [
      { title: "dice of Ivan", lines: [line], total: -1, limit: null },
      { title: "dice of Oleg", lines: [], total: 0, limit: null },
    ];
    expect(sums({ tallies })).toEqual([
      { title: "dice of Ivan", lines: [{ words: "moved", amount: -1 }], total: -1 },
    ]);
  });
});

describe("what is said while something is told", () => {
  const lesson = (...steps: LessonStep[]): Lesson => ({ steps, learns: {}, unit: "mm" }) as unknown as Lesson;
  const log = [event("shots", {})];

  it("is a step that only explains it", () => {
    const found = wordOn(lesson(step("shot", { told: told("shots") })), new Set(), sight({ log }));
    expect(found?.id).toBe("shot");
    expect(wordOn(lesson(step("shot", { told: told("shots") })), new Set(["shot"]), sight({ log }))).toBeNull();
    expect(wordOn(lesson(step("shot", { told: told("shots") })), new Set(), sight())).toBeNull();
  });

  it("is nothing that belongs to a question, offers something, or comes each time", () => {
    const others = lesson(
      step("asked", { told: told("shots"), asked: "stands.cards" }),
      step("offers", { told: told("shots") }, { offer: { accept: true } as Offer }),
      step("often", { told: told("shots") }, { each_time: true }),
      step("plain", {}),
    );
    expect(wordOn(others, new Set(), sight({ log }))).toBeNull();
  });
});

it("tells an enemy in good order from one with whom something is wrong", () => {
  const own = token("t1", { side: "red" });
  const near = { unit: "Tanks", place: null, within: 99, beyond: 0, able: true };
  const seen = (state: string) => sight({ tokens: [own, token("x", { side: "blue", mine: false, at: [1500, 1000], state })] });
  expect(holds(when({ near }), seen(""))).toBe(true);
  expect(holds(when({ near }), seen("hunkers down"))).toBe(false);
  expect(holds(when({ near: { ...near, able: false } }), seen("hunkers down"))).toBe(true);
});

it("tells no keys to whom has none", () => {
  expect(withoutKeys("Drag them. By keyboard: M, the arrow keys, Enter.")).toBe("Drag them.");
  expect(withoutKeys("Drag them. By keyboard: M. Then go.")).toBe("Drag them. Then go.");
});

it("says what wins now, once what it waits for was told", () => {
  const goal_then = { told: told("all_answered"), say: "Go home." };
  const lesson = { goal: "Look.", goal_then };
  const none = sceneOf([]);
  expect(toWin(lesson, { log: [event("pef", {})], scene: none })).toBe("Look.");
  expect(toWin(lesson, { log: [event("pef", {}), event("all_answered", {})], scene: none })).toBe("Go home.");
  expect(toWin({ goal: "Look.", goal_then: null }, { log: [event("all_answered", {})], scene: none })).toBe("Look.");
});
