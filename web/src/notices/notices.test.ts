import { describe, expect, it } from "vitest";

import type { SeenView } from "../lib/contract";
import { readWishes } from "./kept";
import { isNeeded, LONG_WAIT, played, shouldCall } from "./needed";

function view(changes: Partial<SeenView>): SeenView {
  const plain = { seat: "a", seats: ["a", "b", "c"], lent: {}, requests: [], news: [], runs_plan: false };
  return { ...plain, take_back: null, outcome: null, ...changes } as unknown as SeenView;
}

const asked = (seat: string) => ({ seat }) as SeenView["requests"][number];

describe("which seats somebody plays", () => {
  it("is his own, and those that were lent to him, also by way of another", () => {
    expect(played(view({}))).toEqual(["a"]);
    expect(played(view({ lent: { b: "a", c: "b" } }))).toEqual(["a", "b", "c"]);
    expect(played(view({ lent: { a: "b" } }))).toEqual([]);
  });
});

describe("whether somebody is needed", () => {
  it("is so when he is asked", () => {
    expect(isNeeded(view({}))).toBe(false);
    expect(isNeeded(view({ requests: [asked("a")] }))).toBe(true);
  });

  it("is not so where his plan answers, unless there is news or he is asked for another", () => {
    const plan = { runs_plan: true, requests: [asked("a")] };
    expect(isNeeded(view(plan))).toBe(false);
    expect(isNeeded(view({ ...plan, news: ["A new enemy."] }))).toBe(true);
    expect(isNeeded(view({ ...plan, requests: [asked("a"), asked("b")] }))).toBe(true);
  });

  it("is so when a take-back waits for him or for a seat that he plays", () => {
    const wish = (waits_for: string[]) => ({
    take_back: { seat: "c", agreed: [], waits_for, when: "", question: "", undoes: 0, first: "" },
  });
    expect(isNeeded(view(wish(["a", "b"])))).toBe(true);
    expect(isNeeded(view(wish(["b"])))).toBe(false);
    expect(isNeeded(view({ ...wish(["b"]), lent: { b: "a" } }))).toBe(true);
  });

  it("is not so when the game is over", () => {
    expect(isNeeded(view({ requests: [asked("a")], outcome: { winners: [], reason: "", rows: [] } }))).toBe(false);
  });
});

describe("whether to call", () => {
  it("is when somebody who does not look becomes needed", () => {
    expect(shouldCall(false, true, false, 0, false)).toBe(true);
    expect(shouldCall(true, true, false, 0, false)).toBe(false);
    expect(shouldCall(false, false, false, 0, false)).toBe(false);
  });

  it("is not again before he has come", () => {
    expect(shouldCall(false, true, false, 0, true)).toBe(false);
  });

  it("is not while he looks, unless he waited long", () => {
    expect(shouldCall(false, true, true, 0, false)).toBe(false);
    expect(shouldCall(false, true, true, LONG_WAIT, false)).toBe(true);
  });
});

describe("how somebody wants to be called", () => {
  it("is by a sound and nothing else until he says otherwise", () => {
    expect(readWishes(null)).toEqual({ sound: true, notification: false });
    expect(readWishes("{")).toEqual({ sound: true, notification: false });
    expect(readWishes('{"sound": false, "notification": true}')).toEqual({ sound: false, notification: true });
  });
});
