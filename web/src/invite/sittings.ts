// Who is at the table, in words.
import type { Sitting } from "../lib/contract";
import { heading } from "../lib/words";

/** What a seat is for: its own name, or what its person does there. */
export function placeOf({ seat, role }: Pick<Sitting, "seat" | "role">): string {
  if (role === "umpire") return "Umpire";
  return role === "observer" ? "Looks on" : heading(seat);
}

/** Who is in a seat, as the others call him. */
export function personIn({ who, name }: Pick<Sitting, "who" | "name">): string {
  if (who === "bot") return `Bot (${heading(name)})`;
  return who === "open" ? "Nobody yet" : name || "Somebody";
}

/** How long a table waits for somebody, in words. */
export function waited(hours: number): string {
  if (hours % 24) return hours === 1 ? "an hour" : `${hours} hours`;
  return hours === 24 ? "a day" : hours === 168 ? "a week" : `${hours / 24} days`;
}

/** What becomes of the seat of somebody who stays away. */
export function waitWords(hours: number): string {
  if (!hours) return "Your seat stays yours until you give it up, or the umpire says so.";
  return `Your seat stays yours; if you are away for ${waited(hours)} and all the others agree, it can go to somebody else.`;
}

/** What changed between two tellings, for those who do not see the dots. */
export function newsOf(before: readonly Sitting[], now: readonly Sitting[]): string {
  return now
    .flatMap((one) => {
      const was = before.find(({ seat }) => seat === one.seat);
      if (!was || one.who !== "person") return [];
      if (was.who === "open") return [`${personIn(one)} has sat down: ${placeOf(one)}.`];
      if (was.here && one.here && was.silent !== one.silent)
        return [one.silent ? `Nothing is heard from ${personIn(one)}.` : `${personIn(one)} is heard again.`];
      if (was.here === one.here) return [];
      return [`${personIn(one)} ${one.here ? "is at the table" : "has left"}.`];
    })
    .join(" ");
}

/** Whether anybody sits, or may sit, at a screen of his own. */
export const isByLink = (seats: readonly Sitting[]): boolean => seats.some(({ by_link }) => by_link);

/** Whether a seat is at the screen of whoever began the game. */
export const isHost = (seats: readonly Sitting[], seat: string): boolean =>
  seats.some((one) => one.seat === seat && !one.by_link && one.who === "person");

/** The address of an invitation; what stands behind the # reaches no server and no log. */
export const linkTo = (page: "join" | "move", base: string, token: string): string => `${base}/${page}/#${token}`;
