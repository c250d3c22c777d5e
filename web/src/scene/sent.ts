// Where men were sent, kept for this window: whoever reloads the page in the middle of a move can still let them go on.
import type { Point } from "../lib/contract";

const place = (game: string) => `deadground.sent.${game}`;

export function keepSent(game: string, sent: ReadonlyMap<string, Point>, store: Storage = sessionStorage): void {
  if (sent.size) store.setItem(place(game), JSON.stringify([...sent]));
  else store.removeItem(place(game));
}

/** What was kept, as far as it makes sense. */
export function readSent(game: string, store: Storage = sessionStorage): Map<string, Point> {
  try {
    const found: unknown = JSON.parse(store.getItem(place(game)) ?? "[]");
    return new Map(Array.isArray(found) ? found.filter(isEnd) : []);
  } catch {
    return new Map();
  }
}

function isEnd(one: unknown): one is [string, Point] {
  if (!Array.isArray(one)) return false;
  const [man, at] = one as unknown[];
  return typeof man === "string" && Array.isArray(at) && at.length === 2 && at.every(Number.isFinite);
}
