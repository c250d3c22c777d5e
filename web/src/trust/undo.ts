// Why the last choice cannot be undone for free, from what the log has told since.
import type { SeenEvent } from "../lib/contract";

/** `since` is the log after this seat's last choice; `canGoBack` whether its player may go back by the timeline. */
export function whyNoUndo(since: readonly SeenEvent[], canGoBack: boolean): string {
  if (!since.length) return "There is nothing to undo: you have chosen nothing since you came to this table.";
  const rolled = since.find(({ rolls }) => rolls.length);
  const why = rolled
    ? `Dice have fallen since your last choice: “${rolled.text}”`
    : `Others have chosen since, or something has come to light: “${since.at(-1)!.text}”`;
  const way = canGoBack
    ? "The timeline of a wide screen goes back all the same; the game is then marked."
    : "You can ask the table for a take-back.";
  return `${why} ${way}`;
}
