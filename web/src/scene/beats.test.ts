import { expect, test } from "vitest";

import { after, beatsOf, length, stopsAt } from "./beats";
import { event, scene, token } from "./fixtures";

const before = scene([token("a"), token("b"), token("foe", { mine: false, side: "blue" })]);
const moved = scene([token("a", { at: [5000, 1000] }), token("foe", { mine: false, side: "blue" })]);

test("what happens at once is one beat, a roll is one of its own", () => {
  const beats = beatsOf(before, moved, [
    event("moved", { stand: "a" }),
    event("moved", { stand: "b" }),
    event("shot", { shooter: "foe", target: "b" }, [7]),
    event("turn", { turn: 2 }),
  ]);
  expect(beats.map(({ pieces }) => pieces)).toEqual([
    ["a", "b"],
    ["foe", "b"],
  ]);
  expect(beats.map(({ isRoll }) => isRoll)).toEqual([false, true]);
});

test("a volley is one beat unless every roll is to be told on its own", () => {
  const volley = [
    event("shot", { shooter: "a", target: "foe" }, [7]),
    event("shot", { shooter: "b", target: "foe" }, [2]),
  ];
  const [one, ...more] = beatsOf(before, moved, volley);
  expect(more).toEqual([]);
  expect(beatsOf(before, moved, volley, true)).toHaveLength(2);
  expect(length("tell", one!)).toBeGreaterThan(length("tell", { isRoll: true, isLoss: false }));
});

test("among men throws are told together only where a man is in both", () => {
  const marks = [event("pef_moves", { pef: "a" }, [1]), event("pef_moves", { pef: "b" }, [2])];
  const men = { ...moved, led: "men" as const };
  expect(beatsOf(before, men, marks)).toHaveLength(2);
  expect(beatsOf(before, men, [event("shots", { by: "a", at: "foe" }, [1]), event("shots", { by: "b", at: "foe" }, [2])])).toHaveLength(1);
});

test("a piece of mine that is lost makes its last beat a loss", () => {
  const beats = beatsOf(before, moved, [
    event("moved", { stand: "b" }),
    event("shot", { target: "b" }, [7]),
    event("moved", { stand: "a" }),
  ]);
  expect(beats.map(({ isLoss }) => isLoss)).toEqual([false, true, false]);
});

test("pieces move when they are named, and go when they are named last", () => {
  const beats = beatsOf(before, moved, [
    event("moved", { stand: "a" }),
    event("moved", { stand: "b" }),
    event("shot", { target: "b" }, [7]),
  ]);
  const first = after(before, moved, beats[0]!, beats.slice(1));
  expect(first.tokens["a"]?.at).toEqual([5000, 1000]);
  expect(first.tokens["b"]).toBeDefined();
  const second = after(first, moved, beats[1]!, []);
  expect(second.tokens["b"]).toBeUndefined();
});

const lies = { id: "b", at: [9000, 900] as [number, number], symbol: "man_wounded", side: "red", title: "b", facing: 0, state: "wounded" };

test("who moves and falls before anybody is asked is seen moving, falling, and lying where he fell", () => {
  const goal = { ...moved, traces: { b: lies } };
  const beats = beatsOf(before, goal, [
    event("moves", { figure: "b", stood: { b: { at: [3000, 400], facing: 900 } } }),
    event("damage", { figure: "b", stood: { b: { at: [3000, 400] } } }, [1]),
    event("down", { figure: "b", stood: { b: { at: [3000, 400], out: true } } }),
    event("crisis_test", { figure: "a", giver: "b", stood: { b: { at: [3000, 400], out: true } } }, [2]),
    event("picks_up", { figure: "a", casualty: "b", stood: { b: { at: [4000, 400], out: true } } }),
  ]);
  let shown = before;
  const told = beats.map((beat, i) => (shown = after(shown, goal, beat, beats.slice(i + 1))));
  expect(told[0]!.tokens["b"]).toMatchObject({ at: [3000, 400], facing: 900 });
  expect(told[1]!.tokens["b"]?.at).toEqual([3000, 400]);
  expect(told[2]!.tokens["b"]).toBeUndefined();
  expect(told[2]!.traces["b"]?.at).toEqual([3000, 400]);
  expect(told[4]!.traces["b"]?.at).toEqual([4000, 400]);
  expect(beats.map(({ isLoss }) => isLoss)).toEqual([false, false, true, false, false]);
});

test("a piece that goes further later on stays where it is told to stand", () => {
  const goal = scene([token("a", { at: [8000, 1000], symbol: "prone" })]);
  const beats = beatsOf(before, goal, [
    event("stays", { figure: "a", stood: { a: { at: [1000, 1000] } } }),
    event("goes", { figure: "a", stood: { a: { at: [8000, 1000] } } }),
  ]);
  const first = after(before, goal, beats[0]!, beats.slice(1));
  expect(first.tokens["a"]).toMatchObject({ at: [1000, 1000], symbol: "rifle" });
  expect(after(first, goal, beats[1]!, []).tokens["a"]).toMatchObject({ at: [8000, 1000], symbol: "prone" });
});

test("who comes and is gone again while it is told is drawn if anything is known of how he looks", () => {
  const goal = scene([token("a"), token("new", { at: [2, 2], side: "blue" })]);
  const beats = beatsOf(before, goal, [event("comes", { men: ["new"], stood: { new: { at: [1, 1] } } })]);
  expect(after(before, goal, beats[0]!, []).tokens["new"]?.at).toEqual([1, 1]);
});

test("what lies on the ground in the end is not there before it is told", () => {
  const dug = { ...lies, id: "dug", symbol: "trench" };
  const goal = { ...moved, traces: { dug } };
  const beats = beatsOf(before, goal, [event("moved", { stand: "a" })]);
  expect(after(before, goal, beats[0]!, []).traces).toEqual({});
});

test("turn and phase are told, and the clock goes with them", () => {
  const clock = { title: "Turn 2 of 12", turn: 2, last_turn: 12, phases: ["Red, 6"], phase: 0 };
  const beats = beatsOf(before, moved, [
    event("turn", { turn: 2, clock: { ...clock, phases: [] } }),
    event("dice", {}, [6]),
    event("phase", { side: "red", clock }),
    event("phase_over", {}),
  ]);
  expect(beats.map(({ events }) => events[0]!.kind)).toEqual(["turn", "dice", "phase"]);
  const first = after(before, moved, beats[0]!, beats.slice(1));
  expect(first.clock).toMatchObject({ title: "Turn 2 of 12", phases: [] });
  expect(after(first, moved, beats[1]!, []).clock.title).toBe("Turn 2 of 12");
  expect(after(first, moved, beats[2]!, []).clock).toEqual(clock);
});

test("what befalls a piece later in the telling does not show before", () => {
  const empty = scene([token("a", { state: "out of ammunition" })]);
  const beats = beatsOf(before, empty, [event("aims", { stand: "a" }), event("shot", { shooter: "a" }, [1])]);
  expect(after(before, empty, beats[0]!, beats.slice(1)).tokens["a"]?.state).toBe(before.tokens["a"]?.state);
  expect(after(before, empty, beats[1]!, []).tokens["a"]?.state).toBe("out of ammunition");
});

test("the pace says how long a beat stands and where the telling stops", () => {
  const roll = { isRoll: true, isLoss: false };
  const plain = { isRoll: false, isLoss: false };
  expect(length("tell", roll)).toBeGreaterThan(length("tell", plain));
  expect(length("quick", roll)).toBeLessThan(length("tell", roll));
  expect(length("once", roll)).toBe(0);
  expect(stopsAt("step", "choices", plain)).toBe(true);
  expect(stopsAt("tell", "choices", roll)).toBe(false);
  expect(stopsAt("tell", "rolls", roll)).toBe(true);
  expect(stopsAt("quick", "losses", { isRoll: true, isLoss: true })).toBe(true);
});

test("a beat stands as long as its words take to read", () => {
  const said = (text: string) => length("tell", { isRoll: true, isLoss: false, events: [{ text }] });
  const short = "Becker fires at Bondar: a miss.";
  const long = "Crisis Test: Corporal Sych passes 1 and ducks back; Bondar passes 1 and snap fires; Kuzin passes 2 and fires.";
  expect(said(long) - said(short)).toBeGreaterThan(1200);
  expect(said(long.repeat(20))).toBeLessThanOrEqual(6000);
});
