// The log cut into turns: those that are over are folded away.
import type { SeenEvent } from "../lib/contract";
import { BY_PEOPLE } from "../team/told";

export interface Turn {
  title: string;
  /** The place of its first line in the log. */
  first: number;
  events: SeenEvent[];
}

/** A turn begins where the game says so; what comes before the first is a part of its own. */
export function turnsOf(log: readonly SeenEvent[]): Turn[] {
  const turns: Turn[] = [];
  log.forEach((event, first) => {
    const last = turns.at(-1);
    if (event.kind === "turn" || !last)
      turns.push({ title: event.kind === "turn" ? event.text : "", first, events: [event] });
    else last.events.push(event);
  });
  return turns;
}

/** Lines of one turn; several of one kind in a row, without dice, are one entry that can be unfolded. */
export interface Entry {
  first: number;
  events: SeenEvent[];
}

const MANY = 3;
/** What people do at the table must not be overlooked, and asking is not like refusing. */
const NEVER_FOLDED: readonly string[] = BY_PEOPLE;

export function entriesOf(events: readonly SeenEvent[]): Entry[] {
  const runs: Entry[] = [];
  events.forEach((event, first) => {
    const last = runs.at(-1);
    const before = last?.events[0];
    const isFree = !NEVER_FOLDED.includes(event.kind);
    if (isFree && last && before && before.kind === event.kind && !event.rolls.length && !before.rolls.length)
      last.events.push(event);
    else runs.push({ first, events: [event] });
  });
  return runs.flatMap((run) =>
    run.events.length > MANY
      ? [run]
      : run.events.map((event, i) => ({ first: run.first + i, events: [event] })),
  );
}
