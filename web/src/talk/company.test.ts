import { beforeEach, expect, test, vi } from "vitest";

import type { AnyServerMessage, Circle, Said } from "../lib/contract";
import type { Answer, Table } from "../lib/table.svelte";
import { Notes } from "./notes.svelte";
import { Sketching } from "./sketching.svelte";
import { Talk } from "./talk.svelte";

const DONE: Answer = { is: "done", faults: [], suggestions: [], look: null, shown: null, leftOut: null };

/** A table that answers as it is told and lets a test speak for the server. */
class PretendTable {
  game = "g";
  token = "t";
  asked: Record<string, unknown>[] = [];
  answer: Answer = DONE;
  #listeners = new Map<string, (message: AnyServerMessage) => void>();

  on(type: string, listener: (message: AnyServerMessage) => void): () => void {
    this.#listeners.set(type, listener);
    return () => {};
  }

  ask(call: Record<string, unknown>): Promise<Answer> {
    this.asked.push(call);
    return Promise.resolve(this.answer);
  }

  tell(message: AnyServerMessage): void {
    this.#listeners.get(message.type)?.(message);
  }
}

const circle = (channel: Circle["channel"], side = "", older = false): Circle => ({
  channel,
  side,
  hearers: ["Bert"],
  older,
});
const said = (n: number, more: Partial<Said> = {}): Said => ({
  channel: "table",
  side: "",
  n,
  seat: "blue",
  name: "Bert",
  at: new Date(n * 1000).toISOString(),
  text: `say ${n}`,
  ...more,
});

let pretend: PretendTable;
let table: Table;

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  vi.stubGlobal("document", { visibilityState: "visible" });
  pretend = new PretendTable();
  table = pretend as unknown as Table;
});

function start(talk: Talk, sent: Said[] = [], older = false): void {
  const circles = [circle("table", "", older), circle("side", "red"), circle("umpire", "red")];
  pretend.tell({ type: "talk", side: "red", circles, said: sent });
  expect(talk.circles).toBe(circles);
}

test("what is said out of sight is unread and shown; opening its channel reads it", () => {
  const talk = new Talk(table, "red");
  start(talk);
  pretend.tell({ type: "said", said: said(1) });
  pretend.tell({ type: "said", said: said(1, { channel: "side", side: "red" }) });
  expect([talk.unread, talk.unreadIn("table:"), talk.news?.channel]).toEqual([2, 1, "side"]);
  talk.inSight = true;
  talk.see();
  expect([talk.at, talk.unread]).toEqual(["table:", 1]);
  talk.open("side:red");
  expect([talk.unread, talk.news]).toEqual([0, null]);
});

test("what was read stays read when the page is loaded again", () => {
  const talk = new Talk(table, "red");
  start(talk, [said(1), said(2)]);
  talk.inSight = true;
  talk.see();
  const later = new Talk(table, "red");
  start(later, [said(1), said(2), said(3)]);
  expect(later.unread).toBe(1);
});

test("nothing is read behind a hidden page, and one's own words never count", () => {
  const talk = new Talk(table, "red");
  start(talk);
  talk.inSight = true;
  vi.stubGlobal("document", { visibilityState: "hidden" });
  pretend.tell({ type: "said", said: said(1) });
  pretend.tell({ type: "said", said: said(2, { seat: "red" }) });
  expect(talk.unread).toBe(1);
});

test("what is sent goes to the open channel, and stays in the line if it is refused", async () => {
  const talk = new Talk(table, "red");
  start(talk);
  talk.open("side:red");
  talk.drafts["side:red"] = "  left of the wood ";
  pretend.answer = { is: "refused", faults: [{ at: "", reason: "Too fast.", rows: [] }] };
  await talk.say();
  expect([talk.trouble, talk.drafts["side:red"]]).toEqual(["Too fast.", "  left of the wood "]);
  pretend.answer = DONE;
  await talk.say();
  expect(pretend.asked.at(-1)).toEqual({ type: "say", channel: "side", side: "red", text: "left of the wood" });
  expect([talk.trouble, talk.drafts["side:red"]]).toEqual(["", ""]);
  await talk.say();
  expect(pretend.asked).toHaveLength(2);
});

test("after a lost line, older talk is kept only where nothing is missing in between", () => {
  const talk = new Talk(table, "red");
  start(talk, [said(1), said(2)]);
  start(talk, [said(3), said(4)], true);
  expect(talk.here.map(({ n }) => n)).toEqual([1, 2, 3, 4]);
  expect(talk.hasOlder).toBe(false);
  start(talk, [said(60), said(61)], true);
  expect(talk.here.map(({ n }) => n)).toEqual([60, 61]);
  expect(talk.hasOlder).toBe(true);
});

test("the first channel is open at first; who has turned to the notes stays there", () => {
  const talk = new Talk(table, "red");
  talk.inSight = true;
  start(talk);
  expect(talk.at).toBe("table:");
  talk.open("notes");
  start(talk);
  expect(talk.at).toBe("notes");
});

test("alone with bots there are notes and nothing else", () => {
  const talk = new Talk(table, "red");
  pretend.tell({ type: "talk", side: "red", circles: [], said: [] });
  expect([talk.circles, talk.at, talk.unread]).toEqual([[], "notes", 0]);
});

test("notes of another browser are shown, unless something is being written here", async () => {
  vi.useFakeTimers();
  const notes = new Notes(table);
  pretend.tell({ type: "notes", text: "from afar", version: 1, replaced: "" });
  expect(notes.text).toBe("from afar");
  notes.write("from here");
  pretend.tell({ type: "notes", text: "from afar again", version: 2, replaced: "" });
  expect(notes.text).toBe("from here");
  await vi.advanceTimersByTimeAsync(1000);
  expect(pretend.asked).toEqual([{ type: "write_notes", text: "from here", since: 1, settled: false }]);
  expect(notes.state).toBe("kept");
  vi.useRealTimers();
});

test("what was replaced unseen is offered, and put below if it is wanted", async () => {
  const notes = new Notes(table);
  pretend.tell({ type: "notes", text: "mine", version: 5, replaced: "yours" });
  expect(notes.replaced).toBe("yours");
  await notes.settle(true);
  expect(pretend.asked).toEqual([{ type: "write_notes", text: "mine\nyours", since: 5, settled: true }]);
});

test("notes that were refused stay as they are written, with the reason", async () => {
  const notes = new Notes(table);
  pretend.answer = { is: "failed", reason: "The connection was lost." };
  notes.write("not lost");
  await notes.keep();
  expect([notes.text, notes.state, notes.trouble]).toEqual(["not lost", "trouble", "The connection was lost."]);
});

const size = () => ({ width: 18000, height: 12000 });

test("a stroke is sent as an arrow, and so are two clicks", async () => {
  const sketching = new Sketching(table, size);
  sketching.take("arrow");
  sketching.down([100, 100], 10);
  sketching.over([600, 100], 10);
  sketching.over([600, 900], 10);
  sketching.up([620, 30000], 10);
  const [stroke] = pretend.asked;
  expect(stroke).toMatchObject({ type: "draw", kind: "arrow" });
  const points = stroke?.["points"] as number[][];
  expect([points[0], points.at(-1)]).toEqual([
    [100, 100],
    [620, 12000],
  ]);
  await Promise.resolve();
  sketching.mark([5000, 5000], 10);
  expect(sketching.way).toHaveLength(1);
  sketching.mark([7000, 5000], 10);
  expect(pretend.asked.at(-1)).toMatchObject({
    points: [
      [5000, 5000],
      [7000, 5000],
    ],
  });
});

test("a note is put where it was pointed to, once it says something", async () => {
  const sketching = new Sketching(table, size);
  sketching.take("note");
  sketching.mark([300, 400], 10);
  await sketching.putNote();
  expect(pretend.asked).toEqual([]);
  sketching.text = " guns? ";
  await sketching.putNote();
  expect(pretend.asked).toEqual([{ type: "draw", kind: "note", points: [[300, 400]], text: "guns?" }]);
  expect(sketching.noteAt).toBeNull();
});

test("the rubber takes what it passes over, each thing once", () => {
  const sketching = new Sketching(table, size);
  const drawn = (id: string, y: number) => ({
    id,
    seat: "blue",
    kind: "arrow" as const,
    points: [
      [0, y],
      [9000, y],
    ] as [number, number][],
    text: "",
  });
  pretend.tell({ type: "sketches", sketches: [drawn("a", 1000), drawn("b", 3000)], most: 40 });
  sketching.take("rub");
  sketching.down([500, 1000], 10);
  sketching.over([600, 1000], 10);
  sketching.over([600, 3000], 10);
  sketching.up([600, 3000], 10);
  expect(pretend.asked.map(({ ids }) => ids)).toEqual([["a"], ["b"]]);
  pretend.tell({ type: "rubbed_out", ids: ["a"] });
  expect(sketching.sketches.map(({ id }) => id)).toEqual(["b"]);
});

test("one step back lets go of what is under way, the next puts the pencil down", () => {
  const sketching = new Sketching(table, size);
  expect(sketching.back()).toBe(false);
  sketching.takeNext();
  sketching.mark([1, 1], 10);
  expect([sketching.back(), sketching.way, sketching.pencil]).toEqual([true, [], "arrow"]);
  expect([sketching.back(), sketching.pencil]).toEqual([true, ""]);
  for (const pencil of ["arrow", "note", "rub", ""]) {
    sketching.takeNext();
    expect(sketching.pencil).toBe(pencil);
  }
});
