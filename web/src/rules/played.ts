// How much of a system can be played, in words.
import type { Rules } from "../lib/contract";
import { listed } from "../lib/words";

type SystemRules = Rules["systems"][number];

/** So many chapters that are to come are named. */
const NAMED = 3;

const number = (count: number): string => count.toLocaleString("en");

export function howMuch({ rows, proven }: SystemRules): string {
  if (!proven) return `None of its ${number(rows)} rules can be played yet.`;
  return proven === rows ? `All ${number(rows)} rules can be played.` : `${number(proven)} of ${number(rows)} rules can be played.`;
}

/** The chapters that are to come, the longest by name. */
export function toCome({ proven, waits }: SystemRules): string {
  if (!waits.length) return "";
  if (!proven) return "All of it is still to come.";
  const more = waits.length - NAMED;
  const named = waits.slice(0, more === 1 ? NAMED + 1 : NAMED).map(inSentence);
  return `Still to come: ${listed(more > 1 ? [...named, `${more} more chapters`] : named)}.`;
}

const inSentence = (heading: string): string => heading.charAt(0).toLowerCase() + heading.slice(1);
