// What was said: in order, by channel, and what of it nobody here has read.
import type { Circle, Said } from "../lib/contract";
import { heading } from "../lib/words";

/** The private notes lie beside the channels, under a key that no channel has. */
export const NOTES = "notes";

/** How long one may be silent and still go on speaking under the same name. */
const PAUSE = 5 * 60_000;

export type Marks = Record<string, number>;

export function keyOf({ channel, side }: Pick<Said, "channel" | "side">): string {
  return `${channel}:${side}`;
}

/** Everything that was said, each thing once, in the order of time and within a channel of its numbers. */
export function merged(said: readonly Said[], more: readonly Said[]): Said[] {
  const all = new Map([...said, ...more].map((one) => [`${keyOf(one)}:${one.n}`, one]));
  return [...all.values()].sort((a, b) => Date.parse(a.at) - Date.parse(b.at) || a.n - b.n);
}

/** How much of a channel is unread: what others said after the mark. */
export function unread(said: readonly Said[], marks: Marks, key: string, seat: string): number {
  return said.filter((one) => keyOf(one) === key && one.seat !== seat && one.n > (marks[key] ?? 0)).length;
}

/** What a channel is called by a seat of a side: the umpire, who has none, calls his by the side he speaks to. */
export function labelOf({ channel, side }: Pick<Circle, "channel" | "side">, own: string): string {
  if (channel === "table") return "Everybody";
  if (channel === "side") return "Our side";
  return own === side ? "Umpire" : heading(side);
}

/** Whether something goes on from what was said before it: same speaker, no long pause. */
export function goesOn(before: Said | undefined, one: Said): boolean {
  return (
    before !== undefined &&
    before.seat === one.seat &&
    before.name === one.name &&
    Date.parse(one.at) - Date.parse(before.at) < PAUSE
  );
}

/** The time of something said, with its day if that is not today. */
export function timeOf(at: string, now: Date): string {
  const when = new Date(at);
  const time = when.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  if (when.toDateString() === now.toDateString()) return time;
  return `${when.toLocaleDateString([], { day: "numeric", month: "short" })}, ${time}`;
}

/** Kept marks, as far as they make sense. */
export function readMarks(kept: string | null): Marks {
  try {
    const found: unknown = JSON.parse(kept ?? "{}");
    if (typeof found !== "object" || found === null) return {};
    return Object.fromEntries(
      Object.entries(found).filter((pair): pair is [string, number] => typeof pair[1] === "number"),
    );
  } catch {
    return {};
  }
}
