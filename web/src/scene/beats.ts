// A change of the table told in beats: what happened, one thing after the other, and how the table looks after each.
import type { Clock, Point, Scene, SeenEvent, Token, Trace } from "../lib/contract";
import { namedBy } from "./naming";

/** Events that are told in one breath. */
export interface Beat {
  events: SeenEvent[];
  pieces: string[];
  isRoll: boolean;
  /** Whether a piece of mine is lost in it. */
  isLoss: boolean;
}

/** Where a piece stands at the moment in which it is named, and whether it is out of it by then. */
interface Stood {
  at: Point;
  facing?: number;
  out?: boolean;
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

/** Milliseconds: to find the place on the map, to look at a throw or a loss, to read a character, and the longest of all. */
const LOOK = 750;
const WEIGH = 550;
const READ = 18;
const LONGEST = 6000;
/** A quick telling takes this part of it. */
const QUICK = 0.3;

type Told = Pick<Beat, "isRoll" | "isLoss"> & { events?: readonly { text: string }[] };

/** How long a beat stands, in milliseconds: as long as it takes to look at it and to read its words. */
export function length(pace: Pace, { isRoll, isLoss, events = [] }: Told): number {
  if (pace === "once") return 0;
  const characters = events.reduce((sum, { text }) => sum + text.length, 0);
  const whole = Math.min(LONGEST, LOOK + (isRoll || isLoss ? WEIGH : 0) + READ * characters);
  return pace === "quick" ? whole * QUICK : whole;
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

/** The clock as an event leaves it, where it says so. */
export function clockIn({ data }: Pick<SeenEvent, "data">): Clock | undefined {
  return data["clock"] as Clock | undefined;
}

function stoodIn({ data }: Pick<SeenEvent, "data">): Record<string, Stood> {
  return (data["stood"] ?? {}) as Record<string, Stood>;
}

/** What happened between two scenes, in beats. What names no piece, rolls no die and sets no clock is for the log alone. */
export function beatsOf(before: Scene, after: Scene, events: readonly SeenEvent[], apart = false): Beat[] {
  const places = new Set(events.flatMap((event) => Object.keys(stoodIn(event))));
  const known = (id: string) => id in before.tokens || id in after.tokens || places.has(id);
  const lost = new Set(
    Object.values(before.tokens).flatMap(({ id, mine }) => (mine && !(id in after.tokens) ? [id] : [])),
  );
  const beats: Beat[] = [];
  for (const event of events) {
    const pieces = namedBy(event, known);
    const isRoll = event.rolls.length > 0;
    if (!pieces.length && !isRoll && !clockIn(event)) continue;
    const last = beats.at(-1);
    if (last && isInOneBreath(last, event, pieces, after.led) && !(isRoll && apart)) {
      last.events.push(event);
      last.pieces = [...new Set([...last.pieces, ...pieces])];
    } else beats.push({ events: [event], pieces, isRoll, isLoss: false });
  }
  for (const id of lost) {
    const end =
      beats.find(({ events }) => events.some((event) => stoodIn(event)[id]?.out)) ??
      [...beats].reverse().find(({ pieces }) => pieces.includes(id));
    if (end) end.isLoss = true;
  }
  return beats;
}

/** Whether an event is told together with the beat before it: they are of one kind; where men are led one by one, throws
 * have a man in common as well. */
function isInOneBreath({ events, isRoll, pieces }: Beat, event: SeenEvent, own: readonly string[], led: Scene["led"]): boolean {
  const isAlike = isRoll === event.rolls.length > 0 && events[0]?.kind === event.kind && !clockIn(event);
  return isAlike && (!isRoll || led !== "men" || own.some((id) => pieces.includes(id)));
}

/**
 * The table after the beat. A piece it names stands where its events say, or else as it will. How it is comes with its last
 * mention, and so does its loss unless an event says so: what befalls it later in the telling is not given away.
 */
export function after(shown: Scene, goal: Scene, beat: Beat, rest: readonly Beat[]): Scene {
  const tokens: Record<string, Token> = { ...shown.tokens };
  const traces: Record<string, Trace> = { ...shown.traces };
  for (const id of beat.pieces) {
    const [was, now] = [shown.tokens[id], goal.tokens[id]];
    const stood = beat.events.flatMap((event) => stoodIn(event)[id] ?? []).at(-1);
    const isToldOn = rest.some(({ pieces }) => pieces.includes(id));
    const lies = goal.traces[id];
    if (stood?.out || (!now && !isToldOn)) {
      delete tokens[id];
      if (lies) traces[id] = stood ? { ...lies, at: stood.at } : lies;
      continue;
    }
    const drawn = isToldOn ? toldOn(was, now, stood !== undefined) : now;
    if (drawn) tokens[id] = stood ? { ...drawn, at: stood.at, facing: stood.facing ?? drawn.facing } : drawn;
  }
  const clock = beat.events.flatMap((event) => clockIn(event) ?? []).at(-1) ?? shown.clock;
  return { ...shown, tokens, traces, clock };
}

/** A piece of which more is told: as it was, and where no event says where it stands, already on its place. */
function toldOn(was: Token | undefined, now: Token | undefined, isPlaced: boolean): Token | undefined {
  if (!was || !now || isPlaced) return was ?? now;
  return { ...now, state: was.state, marks: was.marks };
}
