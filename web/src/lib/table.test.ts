import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { orders } from "../scene/fixtures";
import type { SeenView } from "./contract";
import { LONGEST_ANSWER, NO_ANSWER, Table } from "./table.svelte";

/** A line that a test holds in its hand. */
class Held {
  static OPEN = 1;
  static last: Held;
  readyState = 1;
  sent: { type: string; call: number }[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  isClosed = false;

  constructor() {
    Held.last = this;
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as { type: string; call: number });
  }

  close(): void {
    this.isClosed = true;
  }

  hear(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

let table: Table;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Held);
  vi.stubGlobal("document", { hidden: true });
  vi.stubGlobal("location", { href: "http://here/play/g" });
  vi.stubGlobal("fetch", () => Promise.reject(new Error("no server")));
  table = new Table("g", "key");
  const view = { seat: "red", seats: ["red"], overrules: [], former: [], outcome: null, requests: [orders] };
  Held.last.hear({ type: "view", view: view as unknown as SeenView, version: 1, log: [], log_start: 0 });
});
afterEach(() => {
  table.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("a call that is never answered is given up with a word, and the next one is made", async () => {
  const first = table.choose(orders, []);
  await vi.advanceTimersByTimeAsync(LONGEST_ANSWER);
  expect(await first).toEqual({ is: "failed", reason: NO_ANSWER });
  const second = table.choose(orders, []);
  Held.last.hear({ type: "ack", call: 2, version: 2, faults: [], suggestions: [], look: null });
  expect((await second).is).toBe("done");
  expect(vi.getTimerCount(), "a call that was answered waits for nothing").toBe(1);
});

test("a page that still asks what was answered long ago has missed something, and is told everything anew", async () => {
  const answer = table.choose(orders, []);
  Held.last.hear({ type: "refusal", call: 1, version: 2, faults: [{ at: "serial", reason: "answered", rows: [] }] });
  expect((await answer).is).toBe("refused");
  expect(Held.last.isClosed).toBe(true);
});
