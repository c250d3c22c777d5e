// Which pieces an option, a share or an event speaks of, and how good a shot is.
import type { Allocate, AnyRequest, Option, SeenEvent } from "../lib/contract";

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
