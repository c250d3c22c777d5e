// Where a fault of a roster belongs on the page: to a man, or to the squad.
import type { Fault } from "../lib/contract";

/** The man a fault is about, by his place; null for the squad as a whole. */
export function manOf({ at }: Pick<Fault, "at">): number | null {
  const found = /^men\.(\d+)(\.|$)/.exec(at);
  return found ? Number(found[1]) : null;
}

export const faultsOfMan = (faults: readonly Fault[], place: number): Fault[] =>
  faults.filter((fault) => manOf(fault) === place);

export const faultsOfSquad = (faults: readonly Fault[]): Fault[] => faults.filter((fault) => manOf(fault) === null);

/** Whether something is wrong with a field of a man. */
export const isWrong = (faults: readonly Fault[], place: number, field: string): boolean =>
  faults.some(({ at }) => at === `men.${place}.${field}` || at.startsWith(`men.${place}.${field}.`));
