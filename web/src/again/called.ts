// What somebody reads who is called to the same battle once more.
import type { Again } from "../lib/contract";

export function calledTo(
  { by, seat, side }: Pick<Again, "by" | "seat" | "side">,
  isMine: boolean,
  nameOf: (seat: string) => string,
): string {
  if (isMine) return "This battle has been begun again.";
  const place = side ? `you play ${side}` : seat === "umpire" ? "you are the umpire" : "you can look on";
  return `${nameOf(by)} begins this battle again: ${place}.`;
}
