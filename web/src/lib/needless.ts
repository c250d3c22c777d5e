// Questions that need not be put to their player.
import type { AnyRequest, SeenView } from "./contract";

/** Whether nothing can be chosen at all. */
export function isEmpty(request: AnyRequest): boolean {
  return (
    (request.kind === "pick" && !request.options.length) || (request.kind === "allocate" && !request.shares.length)
  );
}

/**
 * Whether an empty question is passed over: where bots have all the other seats, who learn nothing from being made to
 * wait. Where people have, it is put all the same: if it came only to whom has something to choose, the others would
 * read from the pause that somebody is hidden, or in range, or in sight, and from its absence that nobody is.
 */
export function isNeedless(
  request: AnyRequest,
  { seat, seats }: Pick<SeenView, "seat" | "seats">,
  bots: Readonly<Record<string, string>>,
): boolean {
  return isEmpty(request) && seats.every((other) => other === seat || other in bots);
}
