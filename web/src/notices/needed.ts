// Whether somebody is needed at the table, and whether to call him.
import type { SeenView } from "../lib/contract";

/** Who waited for at least so long is called though he sits before the page. */
export const LONG_WAIT = 20_000;

/** The seats that this one answers for: its own unless it is lent, and those that were lent to it. */
export function played({ seat, seats, lent }: Pick<SeenView, "seat" | "seats" | "lent">): string[] {
  const player = (one: string): string => (lent[one] === undefined ? one : player(lent[one]));
  return seats.filter((one) => player(one) === seat);
}

/** Whether the person at this seat must do something: a question his plan does not answer, or a take-back. */
export function isNeeded(view: SeenView): boolean {
  if (view.outcome) return false;
  const mine = played(view);
  const byPlan = view.runs_plan && !view.news.length;
  return (
    view.requests.some(({ seat }) => !(byPlan && seat === view.seat)) ||
    (view.take_back?.waits_for.some((seat) => mine.includes(seat)) ?? false)
  );
}

/** Whether to call: somebody became needed, nobody looks or he waited long, and he was not called before. */
export function shouldCall(was: boolean, is: boolean, attended: boolean, waited: number, called: boolean): boolean {
  return is && !was && !called && (!attended || waited >= LONG_WAIT);
}
