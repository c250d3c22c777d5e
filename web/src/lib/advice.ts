// What the staff advises, laid beside what the player has drawn himself: that stays.
import type { AnyRequest, Orders, OrderValue, Values } from "./contract";
import { same } from "./drafts";

/** How the table calls the staff's advice among the suggestions. */
export const STAFF = "What your staff advises";

/** A draft with the advice for everybody whom the player has told nothing himself since the question came. */
export function withAdvice(request: AnyRequest, begun: unknown, draft: unknown, advised: unknown): unknown {
  if (request.kind === "path")
    return pathsWith(begun as Values["path"], draft as Values["path"], advised as Values["path"]);
  if (request.kind === "orders")
    return ordersWith(request, begun as OrderValue[], draft as OrderValue[], advised as OrderValue[]);
  return advised;
}

/** Whether two answers tell every piece the same, in whatever order they say it. */
export function tellSame(request: AnyRequest, one: unknown, other: unknown): boolean {
  if (request.kind === "orders") {
    const [first, second] = [one as OrderValue[], other as OrderValue[]];
    const pieces = new Set([...first, ...second].flatMap((order) => order.pieces));
    return [...pieces].every((piece) => same(toldTo(first, piece), toldTo(second, piece)));
  }
  return same(one, other);
}

function pathsWith(begun: Values["path"], draft: Values["path"], advised: Values["path"]): Values["path"] {
  const drawn = Object.entries(draft).filter(([piece, path]) => path.points.length && !same(path, begun[piece]));
  return { ...advised, ...Object.fromEntries(drawn) };
}

function ordersWith(
  request: Orders,
  begun: readonly OrderValue[],
  draft: readonly OrderValue[],
  advised: readonly OrderValue[],
): OrderValue[] {
  const isDrawn = (piece: string) => {
    const now = toldTo(draft, piece);
    return now !== null && !same(now, toldTo(begun, piece));
  };
  const isSplit = request.manner !== "";
  const own = draft.flatMap((order) => {
    const drawn = order.pieces.filter(isDrawn);
    if (!drawn.length) return [];
    return [isSplit ? cut(order, drawn) : order];
  });
  const told = new Set(own.flatMap(({ pieces }) => pieces));
  const isFree = (piece: string) => !told.has(piece);
  const left = new Map(request.units.map((unit) => [unit.id, unit.most - request.spare]));
  for (const { unit, card } of own) if (card) left.set(unit, (left.get(unit) ?? 0) - 1);
  const more = advised.flatMap((order) => {
    const pieces = order.pieces.filter(isFree);
    if (order.pieces.length && !pieces.length) return [];
    if (!own.length || isSplit || !order.card) return [cut(order, pieces)];
    const cards = left.get(order.unit) ?? 0;
    left.set(order.unit, cards - 1);
    return cards > 0 ? [cut(order, pieces)] : [];
  });
  return [...own, ...more];
}

/** What a piece is told by some orders: everything that is about it, and nothing about others. */
function toldTo(orders: readonly OrderValue[], piece: string): unknown {
  const order = orders.find(({ pieces }) => pieces.includes(piece));
  return order ? { ...cut(order, [piece]), pieces: [] } : null;
}

/** An order for some of its pieces only. */
function cut(order: OrderValue, pieces: string[]): OrderValue {
  const isKept = (id: string) => !order.pieces.includes(id) || pieces.includes(id);
  return { ...order, pieces, ...(order.plan ? { plan: pruned(order.plan, isKept) } : {}) };
}

/** A plan without some pieces: it is by piece, or in parts that are. */
function pruned(plan: NonNullable<OrderValue["plan"]>, isKept: (id: string) => boolean): typeof plan {
  const without = (parts: object) => Object.fromEntries(Object.entries(parts).filter(([id]) => isKept(id)));
  const kept = Object.entries(without(plan)).map(([id, part]): [string, unknown] => [
    id,
    part && typeof part === "object" && !Array.isArray(part) ? without(part as object) : part,
  ]);
  return Object.fromEntries(kept) as typeof plan;
}
