// How a battle ended, read from the side of whoever reads it.
import type { Outcome } from "./contract";
import { heading, listed } from "./words";

/** The side of a seat: further players of a side are called after it. */
export const sideOfSeat = (seat: string): string => seat.replace(/_\d+$/, "");

/** Whether a seat plays: an umpire and those who look on do not. */
export const plays = (seat: string): boolean => !/^(umpire|observer(_\d+)?)$/.test(seat);

/** What a side is called at a table that lists its sides. */
export const sideNamed =
  (sides: readonly { id: string; name: string }[]) =>
  (side: string): string =>
    sides.find(({ id }) => id === side)?.name ?? heading(side);

const sidesOf = (seats: readonly string[]): string[] => [...new Set(seats.filter(plays).map(sideOfSeat))];

/** Whether those at my screen won; null where they sit on both sides, or only look on. */
function mineWon({ winners }: Pick<Outcome, "winners">, mine: readonly string[]): boolean | null {
  const own = sidesOf(mine);
  const won = own.filter((side) => winners.some((seat) => sideOfSeat(seat) === side));
  if (!own.length || (won.length && won.length < own.length)) return null;
  return won.length > 0;
}

/**
 * The verdict to those who had the seats `mine` at a table with `seats`. Where all played on one side and nobody won,
 * they have lost. `called` gives the name of a side.
 */
export function verdict(
  outcome: Pick<Outcome, "winners">,
  mine: readonly string[],
  seats: readonly string[],
  called: (side: string) => string = heading,
): string {
  const isMine = mine.some(plays);
  if (!outcome.winners.length) {
    if (sidesOf(seats).length > 1) return "A draw";
    return isMine ? "You have lost" : `The ${listed(sidesOf(seats).map(called))} side has lost`;
  }
  const won = mineWon(outcome, mine);
  if (won !== null) return won ? "You have won" : "You have lost";
  const sides = sidesOf(outcome.winners).map(called);
  return `The ${listed(sides)} ${sides.length > 1 ? "sides have" : "side has"} won`;
}
