import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { keepLooking, LOOK_EVERY } from "./looking";

const page = { hidden: false };
const heard = new Set<() => void>();

beforeEach(() => {
  page.hidden = false;
  heard.clear();
  vi.useFakeTimers();
  vi.stubGlobal("document", page);
  vi.stubGlobal("addEventListener", (_: string, listener: () => void) => heard.add(listener));
  vi.stubGlobal("removeEventListener", (_: string, listener: () => void) => heard.delete(listener));
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("a battle that somebody begins again comes onto the list of one who only waits", () => {
  const look = vi.fn(() => Promise.resolve());
  const end = keepLooking(look);
  expect(look).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(LOOK_EVERY - 1);
  expect(look).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(look).toHaveBeenCalledTimes(2);
  end();
  vi.advanceTimersByTime(3 * LOOK_EVERY);
  expect(look).toHaveBeenCalledTimes(2);
  expect(heard.size).toBe(0);
});

test("nobody is asked while the page is hidden, and at once when it is back", () => {
  const look = vi.fn(() => Promise.resolve());
  page.hidden = true;
  const end = keepLooking(look);
  vi.advanceTimersByTime(2 * LOOK_EVERY);
  expect(look).not.toHaveBeenCalled();
  page.hidden = false;
  for (const listener of heard) listener();
  expect(look).toHaveBeenCalledTimes(1);
  end();
});

test("a server that does not answer is asked again all the same", async () => {
  const look = vi.fn(() => Promise.reject(new Error("gone")));
  const end = keepLooking(look);
  await vi.advanceTimersByTimeAsync(LOOK_EVERY);
  expect(look).toHaveBeenCalledTimes(2);
  end();
});
