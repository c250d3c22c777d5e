import { beforeEach, expect, test, vi } from "vitest";

import type { Board } from "./board.svelte";
import type { Sketching } from "../talk/sketching.svelte";
import { Keyboard } from "./keyboard.svelte";

vi.stubGlobal("document", { querySelector: () => null, body: {} });
vi.stubGlobal("Element", class {});

/** A board that only notes what is asked of it. */
function pretend(player: Record<string, unknown>) {
  const did: string[] = [];
  const notes = (name: string) => () => void did.push(name);
  const board = {
    player: { busy: false, stopped: false, restedAt: -Infinity, ...player },
    goOn: notes("on"),
    accept: notes("accept"),
    aiming: { form: () => false },
    digest: [],
    history: { step: notes("history") },
  };
  for (const name of ["hold", "back", "skip"]) (board.player as Record<string, unknown>)[name] = notes(name);
  const nothing = () => {};
  const keyboard = new Keyboard(board as unknown as Board, () => undefined, nothing, nothing, nothing, {} as Sketching);
  const press = (key: string, more = {}) =>
    keyboard.press({ key, target: null, preventDefault: nothing, ...more } as unknown as KeyboardEvent);
  return { did, press };
}

beforeEach(() => void vi.spyOn(performance, "now").mockReturnValue(10_000));

test("while something is told a key holds it or leads it on, and Escape alone goes to the end", () => {
  const { did, press } = pretend({ busy: true });
  for (const key of [" ", "Enter", ",", ".", "Escape", "x", "z"]) press(key);
  expect(did).toEqual(["hold", "on", "back", "on", "skip"]);
});

test("what is held goes on with the same key", () => {
  const { did, press } = pretend({ busy: true, stopped: true });
  press(" ");
  expect(did).toEqual(["on"]);
});

test("a key that is kept down does nothing to a telling", () => {
  const { did, press } = pretend({ busy: true });
  for (const key of ["Enter", " ", ","]) press(key, { repeat: true });
  expect(did).toEqual([]);
});

test("a key that was meant for the telling answers no question that came with its end", () => {
  const { did, press } = pretend({ restedAt: 9_900 });
  for (const key of ["Enter", " "]) press(key);
  expect(did).toEqual([]);
  const later = pretend({ restedAt: 9_000 });
  later.press("Enter");
  expect(later.did).toEqual(["accept"]);
});
