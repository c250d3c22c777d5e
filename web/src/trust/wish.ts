// A take-back that is asked for, in words.
import type { SeenView } from "../lib/contract";

type Wish = NonNullable<SeenView["take_back"]>;

/** Who asks to take back which choice: by its question for who was asked it, else by its turn and phase. */
export function wishWords({ seat, when, question }: Wish, isMine: boolean, nameOf: (seat: string) => string): string {
  const who = isMine ? "You ask" : `${nameOf(seat)} asks`;
  const at = when ? ` (${when})` : "";
  if (question) return `${who} to take back ${isMine ? "your" : "the"} answer to “${question}”${at}.`;
  return `${who} to take back the last choice${at}.`;
}

/** What a seat would have to forget of its own log. */
export function undoneWords({ undoes, first }: Wish): string {
  if (!undoes) return "";
  return undoes === 1
    ? `One line of your log would no longer hold: “${first}”`
    : `${undoes} lines of your log would no longer hold, from “${first}” on.`;
}
