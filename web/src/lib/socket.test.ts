import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { BEAT, BEAT_EVERY, FIRST_PAUSE, GIVEN_UP, LONGEST_PAUSE, pause, protocols, SILENCE, Socket } from "./socket";

test("the key goes as a protocol, without what would make it none", () => {
  expect(protocols("a-B_9")).toEqual(["deadground", "key.a-B_9"]);
  expect(protocols("a (b),\n€")).toEqual(["deadground", "key.ab"]);
});

test("pauses grow and stay bounded", () => {
  expect(pause(0, 0.5)).toBe(FIRST_PAUSE);
  expect(pause(3, 0.5)).toBe(8 * FIRST_PAUSE);
  expect(pause(50, 0.5)).toBe(LONGEST_PAUSE);
  expect(pause(2, 0)).toBeLessThan(pause(2, 1));
});

/** A line that a test holds in its hand. */
class Held {
  static OPEN = 1;
  static all: Held[] = [];
  readyState = 1;
  sent: string[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor() {
    Held.all.push(this);
  }

  send(text: string): void {
    this.sent.push(text);
  }

  close(): void {
    this.readyState = 2;
  }
}

const page = { hidden: false };
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Held);
  vi.stubGlobal("document", page);
  Held.all = [];
  page.hidden = false;
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function sat() {
  const told: (string | boolean)[] = [];
  const socket = new Socket(new URL("ws://here/table"), "key", {
    heard: (text) => told.push(text),
    fellSilent: (is) => told.push(is),
    lost: () => Promise.resolve(told.push("lost") > 0),
  });
  return { socket, told, line: Held.all[0]! };
}

test("a line that brings nothing back is dead after three seconds, and the word goes when it does", () => {
  const { told, line, socket } = sat();
  vi.advanceTimersByTime(BEAT_EVERY);
  line.onmessage?.({ data: BEAT });
  vi.advanceTimersByTime(BEAT_EVERY + SILENCE - 1);
  expect(told).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(told).toEqual([true]);
  line.onmessage?.({ data: BEAT });
  expect(told).toEqual([true, false]);
  expect(new Set(line.sent)).toEqual(new Set([BEAT]));
  socket.close();
});

test("whatever comes is a sign of life, and a beat is no message", () => {
  const { told, line, socket } = sat();
  for (let n = 0; n < 10; n++) {
    vi.advanceTimersByTime(BEAT_EVERY);
    line.onmessage?.({ data: n % 2 ? BEAT : "news" });
  }
  expect(told).toEqual(Array(5).fill("news"));
  socket.close();
});

test("a dead line is given up for another without waiting until it is closed", async () => {
  const { told, line, socket } = sat();
  vi.advanceTimersByTime(BEAT_EVERY + GIVEN_UP);
  expect(told).toEqual([true, false, "lost"]);
  await vi.advanceTimersByTimeAsync(2 * FIRST_PAUSE);
  expect(Held.all.length).toBe(2);
  line.onmessage?.({ data: "late" });
  expect(told).not.toContain("late");
  socket.close();
});

test("a line that is never made is given up for another", async () => {
  const { told, line, socket } = sat();
  line.readyState = 0;
  await vi.advanceTimersByTimeAsync(BEAT_EVERY + GIVEN_UP + 2 * FIRST_PAUSE);
  expect([told, line.sent, Held.all.length]).toEqual([[true, false, "lost"], [], 2]);
  socket.close();
});

test("asking whether it is worth trying again holds no line back for good", async () => {
  const { socket, line } = sat();
  socket.listener.lost = () => new Promise(() => {});
  line.onclose?.();
  await vi.advanceTimersByTimeAsync(GIVEN_UP + 2 * FIRST_PAUSE);
  expect(Held.all.length).toBe(2);
  socket.close();
});

test("nobody is told of silence while nobody looks", () => {
  const { told, line, socket } = sat();
  page.hidden = true;
  vi.advanceTimersByTime(60_000);
  expect([told, line.sent]).toEqual([[], []]);
  socket.close();
});
