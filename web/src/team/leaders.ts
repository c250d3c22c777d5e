// Who of a side leads what, where several play it.
import type { Force } from "../lib/contract";

/** The seat that leads a unit; "" where one player has the whole side, or nobody knows the unit. */
export function leaderOf(forces: readonly Force[], unit: string): string {
  for (const side of forces)
    for (const command of side.branches) if (holds(command, unit)) return command.seat || side.seat;
  return "";
}

function holds({ id, branches }: Force, unit: string): boolean {
  return id === unit || branches.some((branch) => holds(branch, unit));
}
