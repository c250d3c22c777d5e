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
