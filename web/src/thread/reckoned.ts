// What a card says about how its dice were counted, in words. Nothing here knows a rule.
import type { SeenEvent, ToldTally } from "../lib/contract";
import { signed } from "../lib/dice";
import type { Card, FaceDie, FaceMan } from "./chains";
import { wordOf } from "./results";

/** Dice of one kind that lie side by side, with what is said of them once. */
export interface DiceRun {
  dice: FaceDie[];
  of: string;
}

export function runsOf(dice: readonly FaceDie[]): DiceRun[] {
  const runs: DiceRun[] = [];
  for (const die of dice) {
    const last = runs.at(-1);
    const isLike = last && last.of === (die.of ?? "") && (last.dice[0]!.fate === "left") === (die.fate === "left");
    if (isLike) last.dice.push(die);
    else runs.push({ dice: [die], of: die.of ?? "" });
  }
  return runs;
}

const FATES = { passed: "passed", failed: "not passed", left: "does not count" };

/** Dice for those who do not see them: "5 not passed, 1 passed". */
export function spoken(dice: readonly FaceDie[]): string {
  return dice.map(({ face, fate }) => `${face} ${FATES[fate]}`).join(", ");
}

/** Whether every die of a throw is shown with the men of its card: each has his own, or all have the same. */
export function isWithMen({ event, face }: Card): boolean {
  const thrown = event.rolls.reduce((sum, { faces }) => sum + faces.length, 0);
  const shown = face.men.flatMap(({ dice }) => (dice?.length ? [dice.length] : []));
  const all = shown.reduce((sum, many) => sum + many, face.dice.length);
  return all > 0 && (all === thrown || shown.every((many) => many === thrown));
}

/** The tallies of a man that say something: his Rep alone and his dice alone stand with his dice. */
export function talliesOf({ tallies }: SeenEvent, man: FaceMan): ToldTally[] {
  const own = (man.tallies ?? []).flatMap((place) => tallies[place] ?? []);
  return own.filter(({ lines }) => lines.length > (man.rep === undefined ? 0 : 1));
}

/** The first line of a tally is where it begins, the others change it. */
export function amount(value: number, place: number): string {
  return place ? signed(value) : `${value}`;
}

/** What a man reads in the table: "Man Down, 1 passed: ducks back." Of several lines the worst counts. */
export function readWords({ reads = [], pips }: FaceMan): string {
  const words = reads.map(({ line, says }) => `${line}, ${pips ?? 0} passed: ${wordOf(says)}`).join("; ");
  return words && `${words}.${reads.length > 1 ? " The worst counts." : ""}`;
}

/** Who gave a man cause, in one sentence. */
export function causeWords(givers: readonly { words: string }[]): string {
  const words = givers.map(({ words }) => words).join("; ");
  return words && `${words[0]!.toUpperCase()}${words.slice(1)}.`;
}
