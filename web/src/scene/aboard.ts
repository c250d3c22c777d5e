// Men inside of a piece are no pieces of their own: it stands for them wherever they are asked about.
import type { Token } from "../lib/contract";

type Tokens = Readonly<Record<string, Token>>;

/** By man, the piece that stands for him; of those alone who are no pieces themselves. */
export type Bearers = ReadonlyMap<string, string>;

export function bearersIn(tokens: Tokens): Bearers {
  const inside = Object.values(tokens).flatMap(({ id, machine }) =>
    (machine?.men ?? []).flatMap((man): [string, string][] => (tokens[man.id] ? [] : [[man.id, id]])),
  );
  return new Map(inside);
}

/** The pieces that some men are, or are inside of, each once. */
export function shown(men: Iterable<string>, tokens: Tokens, bearers: Bearers): string[] {
  const found = [...men].flatMap((id) => (tokens[id] ? [id] : (bearers.get(id) ?? [])));
  return [...new Set(found)];
}

/** What some men drive or serve, whether they are pieces or not. */
export function served(men: ReadonlySet<string>, tokens: Tokens): string[] {
  return Object.values(tokens).flatMap(({ id, machine }) => (machine?.men.some((man) => men.has(man.id)) ? [id] : []));
}

/** Some pieces, and the men whom they stand for. */
export function withMen(pieces: readonly string[], tokens: Tokens, bearers: Bearers): string[] {
  const inside = pieces.flatMap((id) => tokens[id]?.machine?.men ?? []).map(({ id }) => id);
  return [...pieces, ...inside.filter((id) => bearers.has(id))];
}

/** Whether a piece is one that men are inside of, and that goes by itself. */
export function isVehicle(token: Token | undefined): boolean {
  return token?.machine?.kind === "vehicle";
}
