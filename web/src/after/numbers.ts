// Sums for the page after a battle.
import type { AfterBattle } from "../lib/contract";
import { listed } from "../lib/words";

type Side = AfterBattle["sides"][number];
type Account = AfterBattle["accounts"][number];

/** A number of hits with one decimal, or none where it has none. */
export const figure = (value: number): string => String(Math.round(value * 10) / 10);

/** How a side's dice fell, in words. A quarter off what was to be expected is luck. */
export function luckOf({ hits, expected, shots }: Pick<Side, "hits" | "expected" | "shots">): string {
  if (!shots) return "never fired";
  const off = hits - expected;
  const much = Math.max(1, expected * 0.25);
  if (Math.abs(off) < much) return "got about its due";
  return off > 0 ? "was lucky" : "was unlucky";
}

/** The points of a line that goes up in steps: what was lost by the end of each turn. */
export function steps(
  counts: readonly number[],
  across: (turn: number) => number,
  up: (count: number) => number,
): string {
  let d = `M${across(0)} ${up(0)}`;
  counts.forEach((count, i) => {
    d += `H${across(i + 1)}V${up(count)}`;
  });
  return d;
}

/** "Soviet 2, German 1": who lost how many. */
export function lostIn(sides: readonly Side[], lost: Record<string, number>): string {
  const parts = sides.filter(({ id }) => lost[id]).map(({ id, name }) => `${name} ${lost[id]}`);
  return listed(parts);
}

/** "German won the battle; 4 of 11 are lost": how it ended for a side. One that came up only in the battle had no number. */
export function ended({ result, lost }: Pick<Account, "result" | "lost">, { name, pieces }: Pick<Side, "name" | "pieces">): string {
  const how = result === "drawn" ? `For ${name} the battle is drawn` : `${name} ${result} the battle`;
  return `${how}; ${lost}${pieces ? ` of ${pieces}` : ""} ${lost === 1 && !pieces ? "is" : "are"} lost.`;
}
