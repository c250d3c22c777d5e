// Which pieces an option, a share or an event speaks of, and how good a shot is.
import type { Allocate, AnyRequest, Option, Point, SeenEvent, Token } from "../lib/contract";
import { middle, towards } from "./camera";
import { handled } from "./selection";

/** The pieces an id is made of: "a>b" is a and b. */
export function namedIn(id: string, known: (piece: string) => boolean): string[] {
  if (known(id)) return [id];
  return id.split(/[^A-Za-z0-9_-]+/).filter((part) => part && known(part));
}

export interface ShotLine {
  id: string;
  from: string;
  to: string;
  label: string;
  hint: string;
  chance: number | null;
  refused: Option["refused"];
}

/** Options that lead from one piece to another. */
export function shotLines(request: AnyRequest | undefined, known: (piece: string) => boolean): ShotLine[] {
  if (request?.kind !== "pick") return [];
  return request.options.flatMap(({ id, label, hint, refused }) => {
    const [from, to] = namedIn(id, known);
    return from && to ? [{ id, from, to, label, hint, chance: percentIn(hint), refused }] : [];
  });
}

/** Options and shares that stand for one piece each, by piece. */
export function singles(
  request: AnyRequest | undefined,
  known: (piece: string) => boolean,
): Map<string, Option | Allocate["shares"][number]> {
  const listed =
    request?.kind === "pick" ? request.options : request?.kind === "allocate" ? request.shares : [];
  return new Map(
    listed.flatMap((one): [string, Option | Allocate["shares"][number]][] => {
      const names = namedIn(one.id, known);
      return names.length === 1 ? [[names[0]!, one]] : [];
    }),
  );
}

/** The first number before a per cent sign. */
export function percentIn(text: string): number | null {
  const found = /(\d+(?:\.\d+)?)\s*%/.exec(text);
  return found ? Number(found[1]) : null;
}

/** The pieces an event names anywhere in its data, in order, each once. */
export function namedBy(event: Pick<SeenEvent, "data">, known: (piece: string) => boolean): string[] {
  const found = new Set<string>();
  const search = (value: unknown): void => {
    if (typeof value === "string") {
      if (known(value)) found.add(value);
    } else if (Array.isArray(value)) value.forEach(search);
    else if (typeof value === "object" && value !== null) Object.values(value).forEach(search);
  };
  search(event.data);
  return [...found];
}

/** How far men look ahead of them, in tenths of a millimetre: a move and a little. */
const AHEAD = 2200;

/**
 * Where the men are that a question is about, and the nearest enemy in sight; where there is none, some ground in front
 * of them, towards whatever else is not theirs.
 * They are those it lets one take in hand, those whom its draft picks, or those whom it names.
 */
export function concernedBy(
  request: AnyRequest,
  picked: ReadonlySet<string>,
  tokens: Readonly<Record<string, Token>>,
): Point[] {
  const own = [...handled(request), ...picked].filter((id) => id in tokens);
  const named = Object.values(tokens).filter(({ title }) => title && request.prompt.includes(title));
  const men = own.length ? own.map((id) => tokens[id]!) : named;
  if (!men.length) return [];
  const at = middle(men.map((man) => man.at));
  const far = (other: Token) => Math.hypot(other.at[0] - at[0], other.at[1] - at[1]);
  const others = Object.values(tokens).filter(({ side }) => side !== men[0]!.side);
  const inSight = others.filter(({ seen, symbol }) => !seen && symbol !== "question");
  const nearest = (some: readonly Token[]) =>
    some.reduce<Token | null>((best, one) => (best && far(best) <= far(one) ? best : one), null);
  const [foe, other] = [nearest(inSight), nearest(others)];
  const ahead = foe ? [foe.at] : other ? [towards(at, other.at, AHEAD)] : [];
  return [...men.map((man) => man.at), ...ahead];
}
