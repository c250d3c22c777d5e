// What people did at the table, beside the battle: told where everybody looks.
import type { SeenEvent } from "../lib/contract";

/** Kinds of log lines that tell of people: take-backs, going back, what an umpire does, who plays for whom. */
export const BY_PEOPLE = ["table", "took_back", "overrule", "roll_set", "lent", "seated"];

export interface Told {
  /** The place of the line in the whole log. */
  at: number;
  text: string;
}

const MOST = 3;

/**
 * The latest of what others did from a place of the log on; `start` is the place of the first line at hand. What was said
 * about a take-back is left out once it was granted, and while a card of its own tells it.
 */
export function toldOf(log: readonly SeenEvent[], start: number, since: number, me: string, hasCard = false): Told[] {
  const granted = log.map(({ kind }) => kind).lastIndexOf("took_back");
  return log
    .map(({ kind, text, data }, i) => ({ kind, text, by: data["by"] as unknown, i, at: start + i }))
    .filter(({ kind, by, at }) => at >= since && BY_PEOPLE.includes(kind) && by !== me)
    .filter(({ kind, i }) => kind !== "table" || (i > granted && !hasCard))
    .slice(-MOST)
    .map(({ at, text }) => ({ at, text }));
}
