import { expect, test, vi } from "vitest";

import type { AnyRequest, SeenView } from "../lib/contract";
import type { Answer, Table } from "../lib/table.svelte";
import { orders, scene } from "./fixtures";

const shelf = { getItem: () => null, setItem: () => {}, removeItem: () => {} };
vi.stubGlobal("localStorage", shelf);
vi.stubGlobal("sessionStorage", shelf);
const { Board } = await import("./board.svelte");
const { Settings } = await import("./settings.svelte");

const laid = [{ unit: "tanks", card: "fire", pieces: ["t1"], arrow: null }];
const done: Answer = { is: "done", faults: [], suggestions: [], look: null, shown: null, leftOut: null };
const nothing = { title: "", lines: [], shapes: [], tables: [], value: null, faults: [] };
const ring = { kind: "ring", look: "fault", points: [], rings: [], radius: 0, turn: null, label: "", token: "t1" };

function viewOf(requests: AnyRequest[]): SeenView {
  const more = { seat: "red", seats: ["red"], overrules: [], former: [], outcome: null, system: "stands" };
  return { ...more, scene: scene([]), requests } as unknown as SeenView;
}

/** A table that takes every answer once it is let go on. */
function pretend(more: Partial<Table>): { table: Table; chosen: number[] } {
  const chosen: number[] = [];
  const table = {
    game: "g",
    log: [],
    logStart: 0,
    why: () => "",
    look: () => Promise.resolve({ ...done, look: nothing }),
    draft: () => Promise.resolve(done),
    choose: ({ serial }: AnyRequest) => {
      chosen.push(serial);
      return Promise.resolve(done);
    },
    ...more,
  } as unknown as Table;
  return { table, chosen };
}

function boardAt(table: Table) {
  return new Board(table, viewOf([{ ...orders, proposal: laid }]), new Settings());
}

test("an Enter that fails takes none of those after it along", async () => {
  const { table, chosen } = pretend({});
  const { choose } = table;
  table.choose = () => Promise.reject(new Error("out of memory"));
  const board = boardAt(table);
  await expect(board.accept()).rejects.toThrow();
  table.choose = choose;
  await board.accept();
  expect(chosen).toEqual([1]);
  expect(board.isAccepting).toBe(false);
});

test("an Enter that had to wait answers nothing that was asked later", async () => {
  const { table, chosen } = pretend({});
  const board = boardAt(table);
  table.choose = ({ serial }) => {
    chosen.push(serial);
    table.follower?.(viewOf([{ ...orders, proposal: laid, serial: serial + 1 }]), [], false);
    return Promise.resolve(done);
  };
  const both = [board.accept(), board.accept(), board.accept()];
  expect(board.isAccepting).toBe(true);
  await Promise.all(both);
  expect(chosen).toEqual([1]);
  await board.accept();
  expect(chosen).toEqual([1, 2]);
});

test("a warning is confirmed by an Enter after it was shown, not by one from before", async () => {
  const left = { ...nothing, shapes: [ring] };
  const { table, chosen } = pretend({ look: () => Promise.resolve({ ...done, look: left }) as Promise<Answer> });
  const board = boardAt(table);
  await Promise.all([board.accept(), board.accept()]);
  expect([board.isWarned, chosen]).toEqual([true, []]);
  await board.accept();
  expect(chosen).toEqual([1]);
});

test("what a draft leaves out is asked of the table once", async () => {
  const look = vi.fn(() => Promise.resolve({ ...done, look: nothing }) as Promise<Answer>);
  const { table } = pretend({ look });
  const { asking } = boardAt(table);
  await asking!.leavesOut();
  const asked = look.mock.calls.length;
  await asking!.leavesOut();
  expect(look.mock.calls.length).toBe(asked);
  asking!.set([]);
  await asking!.leavesOut();
  expect(look.mock.calls.length).toBe(asked + 1);
});

test("a warning is forgotten as soon as anything else is done", async () => {
  const left = { ...nothing, shapes: [ring] };
  const { table, chosen } = pretend({ look: () => Promise.resolve({ ...done, look: left }) as Promise<Answer> });
  const board = boardAt(table);
  const others: (() => unknown)[] = [
    () => board.back(),
    () => (board.selected = ["t1"]),
    () => board.asking!.set([...laid]),
    () => board.forgetWarning(),
  ];
  for (const other of others) {
    await board.accept();
    expect(board.isWarned).toBe(true);
    other();
    expect(board.isWarned).toBe(false);
  }
  await board.accept();
  board.tool = "aim";
  expect(board.isWarned).toBe(false);
  expect(chosen).toEqual([]);
});

test("a warning names the key that asked for it, and none after a press of a button", async () => {
  const left = { ...nothing, shapes: [ring] };
  const { table } = pretend({ look: () => Promise.resolve({ ...done, look: left }) as Promise<Answer> });
  const board = boardAt(table);
  board.pressed = "S";
  await board.stay();
  expect(board.warnedBy).toBe("S");
  board.back();
  board.pressed = "";
  await board.stay();
  expect([board.isWarned, board.warnedBy]).toEqual([true, ""]);
});
