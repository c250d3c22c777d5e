// The plan that was sent, kept for this window: it stays drawn while the others still think.
import type { Clock, SeenEvent, Shape } from "../lib/contract";

/** A plan, and where the table and its log were when it was sent. */
export interface SentPlan {
  turn: number;
  phase: number;
  logged: number;
  shapes: readonly Shape[];
}

type Shelf = Pick<Storage, "getItem" | "setItem" | "removeItem">;
const keyOf = (game: string, seat: string) => `deadground.plan.${game}.${seat}`;

export function keepPlan(game: string, seat: string, plan: SentPlan | null, shelf: Shelf = sessionStorage): void {
  try {
    if (plan) shelf.setItem(keyOf(game, seat), JSON.stringify(plan));
    else shelf.removeItem(keyOf(game, seat));
  } catch {
    // The browser's shelf is full: the plan is drawn as long as the page lives.
  }
}

/** The plan of a seat, if the table has not gone on since. */
export function readPlan(
  game: string,
  seat: string,
  { turn, phase }: Pick<Clock, "turn" | "phase">,
  logged: number,
  shelf: Shelf = sessionStorage,
): SentPlan | null {
  try {
    const found = JSON.parse(shelf.getItem(keyOf(game, seat)) ?? "null") as SentPlan | null;
    const isNow = found?.turn === turn && found.phase === phase && found.logged === logged;
    return isNow && Array.isArray(found.shapes) ? found : null;
  } catch {
    return null;
  }
}

/** Words about the table itself: who sits down, lends a seat or asks for a take-back. The battle stands as it was. */
const BESIDE = new Set(["seated", "table"]);

/** Whether nothing that was told tells of the battle: then a plan is still to be carried out. */
export const stillAhead = (events: readonly Pick<SeenEvent, "kind">[]): boolean =>
  events.every(({ kind }) => BESIDE.has(kind));
