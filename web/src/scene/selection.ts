// Which pieces are picked up by a click, a box or the Tab key, and what still needs its player.
import type { AnyRequest, Orders, OrderValue, Token, Values } from "../lib/contract";
import { isForWays } from "../fireplan/men";
import { insideBox, type Box } from "./camera";

/** The pieces a request asks about that can be taken in hand on the map. */
export function handled(request: AnyRequest | undefined): Set<string> {
  switch (request?.kind) {
    case "orders":
      return new Set(request.units.flatMap(({ pieces }) => pieces));
    case "path":
      return new Set(request.walkers.map(({ piece }) => piece));
    case "place":
      return new Set(request.spots.map(({ piece }) => piece));
    default:
      return new Set();
  }
}

/** The pieces that go together: those of one unit that are not done, or the piece alone. */
export function fellows(request: AnyRequest | undefined, tokens: Tokens, id: string): string[] {
  if (request?.kind === "orders") {
    const unit = request.units.find(({ pieces }) => pieces.includes(id));
    if (unit?.done.includes(id)) return [id];
    if (unit) return unit.pieces.filter((stand) => tokens[stand] && !unit.done.includes(stand));
  }
  const own = tokens[id];
  if (isForWays(request)) return request.walkers.flatMap(({ piece }) => (tokens[piece] ? [piece] : []));
  if (request?.kind === "path" && own?.unit) {
    const walking = handled(request);
    return Object.values(tokens).flatMap((token) =>
      token.unit === own.unit && walking.has(token.id) ? [token.id] : [],
    );
  }
  return [id];
}

type Tokens = Readonly<Record<string, Token>>;

/** A card's stands stay together: those of the unit under the same card, or without one. */
export function sameCard(draft: unknown, ids: readonly string[], id: string): string[] {
  if (!Array.isArray(draft)) return [...ids];
  const cardOf = (stand: string) =>
    (draft as OrderValue[]).findIndex(({ pieces }) => pieces?.includes(stand));
  const own = cardOf(id);
  return ids.filter((other) => cardOf(other) === own);
}

/** What a click picks: the piece; a second click on it its group; with shift it is added or taken away. */
export function clicked(
  now: readonly string[],
  id: string,
  group: readonly string[],
  adding: boolean,
): string[] {
  if (adding) return now.includes(id) ? now.filter((other) => other !== id) : [...now, id];
  return now.length === 1 && now[0] === id ? [...group] : [id];
}

export function boxed(tokens: Tokens, box: Box, mine: ReadonlySet<string>): string[] {
  const inside = Object.values(tokens).filter((token) => insideBox(box, token));
  const own = inside.filter(({ id, mine: isMine }) => (mine.size ? mine.has(id) : isMine));
  return own.map(({ id }) => id);
}

/** Which unit a piece belongs to; "" for one that stands alone. */
export type UnitOf = (piece: string) => string;

const alone: UnitOf = () => "";

/** Pieces by unit, in the order in which the units first come up. */
function byUnit(pieces: readonly string[], unitOf: UnitOf): string[][] {
  const found = new Map<string, string[]>();
  for (const piece of pieces) {
    const key = unitOf(piece) || `alone ${piece}`;
    found.set(key, [...(found.get(key) ?? []), piece]);
  }
  return [...found.values()];
}

/** Whether a unit has cards of its own here: one that may only be given spare ones is a team-mate's care. */
const hasCards = ({ most }: { most: number }, { spare }: Orders): boolean => most > spare;

/** Groups of pieces that still need something, in the order of the request. */
export function needing(request: AnyRequest | undefined, draft: unknown, unitOf = alone): string[][] {
  switch (request?.kind) {
    case "orders": {
      const obeying = new Set((draft as OrderValue[]).flatMap(({ pieces }) => pieces));
      return request.units
        .filter((unit) => takesCards(unit) && hasCards(unit, request) && cardsLeft(unit, request, draft as OrderValue[]) > 0)
        .map(({ pieces, done }) => pieces.filter((stand) => !obeying.has(stand) && !done.includes(stand)))
        .filter((pieces) => pieces.length > 0);
    }
    case "path": {
      const paths = draft as Values["path"];
      const standing = request.walkers.filter(({ piece }) => !paths[piece]?.points.length);
      return byUnit(
        standing.map(({ piece }) => piece),
        unitOf,
      );
    }
    default:
      return [];
  }
}

/** Every group of a request, whether it needs something or not: where Tab goes when all is done. */
export function groups(request: AnyRequest | undefined, unitOf = alone): string[][] {
  switch (request?.kind) {
    case "orders":
      return request.units.map(({ pieces }) => pieces);
    case "path":
      return byUnit(
        request.walkers.map(({ piece }) => piece),
        unitOf,
      );
    case "place":
      return request.spots.map(({ piece }) => [piece]);
    default:
      return [];
  }
}

/** Whether a unit is given real cards: an HQ may be moved without one, and needs nothing. */
function takesCards({ cards }: { cards: readonly string[] }): boolean {
  return cards.some((card) => card !== "");
}

function cardsLeft(unit: Orders["units"][number], request: Orders, draft: readonly OrderValue[]): number {
  const { spare, spareLaid } = cardCount(request, draft);
  const given = draft.filter((order) => order.unit === unit.id).length;
  return Math.max(0, unit.most - spare - given) + spare - spareLaid;
}

/**
 * The next group that needs its player after the one that is picked, forwards or back. Null at the end: there Tab
 * leaves the map, so that nobody is held in it.
 */
export function nextNeeding(
  request: AnyRequest | undefined,
  draft: unknown,
  selected: readonly string[],
  back = false,
  unitOf = alone,
): string[] | null {
  const all = groups(request, unitOf);
  const open = needing(request, draft, unitOf);
  const here = all.findIndex((group) => group.some((id) => selected.includes(id)));
  const rest = open.find((group) => here >= 0 && group.some((id) => all[here]!.includes(id)));
  if (rest && !back && !rest.some((id) => selected.includes(id))) return rest;
  const order = back ? all.slice(0, here < 0 ? all.length : here).reverse() : all.slice(here + 1);
  for (const group of order) {
    const found = open.find((ids) => ids.some((id) => group.includes(id)));
    if (found) return found;
  }
  return null;
}

export interface CardCount {
  laid: number;
  most: number;
  /** Cards beyond a unit's own, which any unit may be given. */
  spareLaid: number;
  spare: number;
}

/** Cards laid and cards there are; what a unit is given beyond its own is spare. */
export function cardCount(request: Orders, draft: readonly OrderValue[]): CardCount {
  const count: CardCount = { laid: 0, most: 0, spareLaid: 0, spare: request.spare };
  for (const unit of request.units.filter(takesCards)) {
    const own = unit.most - request.spare;
    const given = draft.filter(({ unit: id, card }) => id === unit.id && card).length;
    count.most += own;
    count.laid += Math.min(given, own);
    count.spareLaid += Math.max(0, given - own);
  }
  return count;
}

/** How many cards of its own a unit was given, as words; spare ones are told by name. */
export function cardsOf(unit: { most: number }, spare: number, given: number): string {
  const own = unit.most - spare;
  const more = given > own ? `, ${given - own} general` : "";
  return `${Math.min(given, own)} of ${own}${more}`;
}
