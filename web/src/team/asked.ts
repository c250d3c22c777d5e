// What is asked about a seat, in words.
import type { SeatWish } from "../lib/contract";
import { listed } from "../lib/words";

type Named = (seat: string) => string;

/** When something may be done, as a clock and, if it is not today, a day. */
export function whenWords(time: string, now = new Date()): string {
  const then = new Date(time);
  const clock = then.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  if (then.toDateString() === now.toDateString()) return `today at ${clock}`;
  return `${then.toLocaleDateString([], { weekday: "long", day: "numeric", month: "long" })}, ${clock}`;
}

/** What is still wanting before a seat goes without its owner's word. */
export function missing({ waits_for, free_from }: SeatWish, nameOf: Named, now = new Date()): string {
  const others = waits_for.length ? `${listed(waits_for.map(nameOf))} may still agree. ` : "";
  if (!free_from) return `${others}While he is at the table it is for him to say.`;
  if (new Date(free_from) > now) return `${others}If he stays away, it can be given away from ${whenWords(free_from, now)} on.`;
  return others ? others.trim() : "He has been away long enough.";
}

/** What somebody asks about a seat, to be read by its owner or by the others. */
export function askedWords({ seat, by, to }: SeatWish, isMine: boolean, nameOf: Named): string {
  const whose = isMine ? "your seat" : `the seat of ${nameOf(seat)}`;
  if (!to) return `${nameOf(by)} asks that ${whose} go to somebody else.`;
  const player = to === "bot" ? "the bot" : nameOf(to);
  return `${nameOf(by)} asks to let ${player} play ${whose}${isMine ? " until you take it home" : ""}.`;
}
