// Whom the table waits for, in words. Where a name would tell a secret, the table gives a sentence instead of one.
import type { SeenView } from "../lib/contract";
import { plays } from "../lib/verdict";
import { listed } from "../lib/words";

type Waited = Pick<SeenView, "waiting" | "seat" | "seats" | "lent">;

/** A seat, or whoever plays it while it is lent. */
function player(seat: string, lent: Readonly<Record<string, string>>): string {
  const by = lent[seat];
  return by === undefined ? seat : by === "bot" ? "bot" : player(by, lent);
}

/**
 * What is waited for beside oneself: "Waiting for Anna and Bert.", or what is said in its place; "" for nothing.
 * Where it must not be told who is asked, all the others are named, whoever of them it is.
 */
export function waitingWords({ waiting, seat, seats, lent }: Waited, nameOf: (seat: string) => string): string {
  const isOther = (one: string): boolean => one !== seat && player(one, lent) !== seat;
  const others = waiting.filter(isOther);
  const names = others.filter((one) => seats.includes(one)).map((one) => byName(one, lent, nameOf));
  const said = others.filter((one) => !seats.includes(one));
  if (names.length) return [`Waiting for ${listed(names)}.`, ...said].join(" ");
  const anybody = said.length ? seats.filter((one) => plays(one) && isOther(one)) : [];
  const call = anybody.length ? [`Waiting for ${listed(anybody.map((one) => byName(one, lent, nameOf)), "or")}.`] : [];
  return [...said, ...call].join(" ");
}

/** A seat's name, with whoever plays it in its place. */
export function byName(
  seat: string,
  lent: Readonly<Record<string, string>>,
  nameOf: (seat: string) => string,
): string {
  const by = player(seat, lent);
  if (by === seat) return nameOf(seat);
  return `${nameOf(seat)} (played by ${by === "bot" ? "the bot" : nameOf(by)})`;
}
