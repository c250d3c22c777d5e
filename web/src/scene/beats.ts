// A change of the table told in beats: what happened, one thing after the other, and how the table looks after each.
import type { Scene, SeenEvent, Token } from "../lib/contract";
import { namedBy } from "./naming";

/** Events that are told in one breath. */
export interface Beat {
  events: SeenEvent[];
  pieces: string[];
  isRoll: boolean;
  /** Whether a piece of mine is lost in it. */
  isLoss: boolean;
}

export type Pace = "step" | "tell" | "quick" | "once";
export type Stops = "choices" | "losses" | "rolls";

export const PACES: Record<Pace, string> = {
  step: "Step by step",
  tell: "Tell it",
  quick: "Quick",
  once: "At once",
};

export const STOPS: Record<Stops, string> = {
  choices: "at my choices",
  losses: "also at my losses",
  rolls: "at every roll",
};

/** How long a beat stands, in milliseconds: a volley longer than a shot, but not as long as all its shots. */
export function length(pace: Pace, beat: Pick<Beat, "isRoll" | "isLoss"> & { events?: unknown[] }): number {
  const long = beat.isRoll || beat.isLoss;
  const more = beat.isRoll ? Math.min(5, (beat.events?.length ?? 1) - 1) : 0;
  switch (pace) {
    case "step":
    case "tell":
      return (long ? 1300 : 750) + 450 * more;
    case "quick":
      return (long ? 450 : 220) + 120 * more;
    case "once":
      return 0;
  }
}

/** Whether every roll is told on its own; otherwise a volley lands as one. */
export function isApart(pace: Pace, stops: Stops): boolean {
  return pace === "step" || stops === "rolls";
}

/** Whether the telling stops after this beat until somebody goes on. */
export function stopsAt(pace: Pace, stops: Stops, beat: Pick<Beat, "isRoll" | "isLoss">): boolean {
  if (pace === "step") return true;
  if (stops === "rolls") return beat.isRoll || beat.isLoss;
  return stops === "losses" && beat.isLoss;
}

/** What happened between two scenes, in beats. What names no piece and rolls no die is for the log alone. */
export function beatsOf(before: Scene, after: Scene, events: readonly SeenEvent[], apart = false): Beat[] {
  const known = (id: string) => id in before.tokens || id in after.tokens;
  const lost = new Set(
    Object.values(before.tokens).flatMap(({ id, mine }) => (mine && !(id in after.tokens) ? [id] : [])),
  );
  const beats: Beat[] = [];
  for (const event of events) {
    const pieces = namedBy(event, known);
    const isRoll = event.rolls.length > 0;
    if (!pieces.length && !isRoll) continue;
    const last = beats.at(-1);
    const alike = last && last.isRoll === isRoll && last.events[0]?.kind === event.kind;
    if (last && alike && !(isRoll && apart)) {
      last.events.push(event);
      last.pieces = [...new Set([...last.pieces, ...pieces])];
    } else beats.push({ events: [event], pieces, isRoll, isLoss: false });
  }
  for (const id of lost) {
    const end = [...beats].reverse().find(({ pieces }) => pieces.includes(id));
    if (end) end.isLoss = true;
  }
  return beats;
}

/** The table after the beat: pieces it names stand as they will. How they are comes with their last mention, and so do
 * their losses: what befalls them later in the telling is not given away. */
export function after(shown: Scene, goal: Scene, beat: Beat, rest: readonly Beat[]): Scene {
  const tokens: Record<string, Token> = { ...shown.tokens };
  for (const id of beat.pieces) {
    const [was, now] = [shown.tokens[id], goal.tokens[id]];
    const isToldOn = rest.some(({ pieces }) => pieces.includes(id));
    if (now) tokens[id] = was && isToldOn ? { ...now, state: was.state, marks: was.marks } : now;
    else if (!isToldOn) delete tokens[id];
  }
  // Who is still on his feet does not lie there yet.
  const traces = Object.fromEntries(Object.entries(goal.traces).filter(([id]) => !(id in tokens)));
  return { ...shown, tokens, traces };
}
