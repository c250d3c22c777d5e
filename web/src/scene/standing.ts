// Standing answers: a question that was answered "always so" is answered by the page the next time, as long as that holds.
import type { AnyRequest, Scene } from "../lib/contract";

export type Term = "battle" | "new" | "exchange";

export const TERMS: Record<Term, string> = {
  battle: "always in this battle",
  new: "until something new is seen or lost",
  exchange: "to the end of this exchange",
};

/** What is meant: a yes or no, what is proposed, or these options. */
export type Meaning = boolean | "proposed" | readonly string[];

export interface Standing {
  key: string;
  /** The question as it was first asked, and the answer in words. */
  prompt: string;
  words: string;
  meaning: Meaning;
  term: Term;
  isOn: boolean;
  used: number;
  /** The pieces that were on the table: with others, or without some, something is new. */
  pieces: readonly string[];
  /** How long the log was: an answer for one exchange is over with the chain that goes on then. */
  since?: number;
}

/** Questions of one rule are the same question, whichever pieces it is about; null where a standing answer has no sense. */
export function keyOf({ kind, guide, manner, rows }: AnyRequest): string | null {
  const isAsked = kind === "pick" || kind === "confirm" || VOLLEYS.has(manner);
  return isAsked ? [kind, guide, ...rows].join(" ") : null;
}

/** Orders in the middle of a chain, which come often and are mostly given as they are proposed. */
const VOLLEYS: ReadonlySet<string> = new Set(["exchange", "volley"]);

export function meaningOf(request: AnyRequest, value: unknown): Meaning {
  if (typeof value === "boolean") return value;
  if (request.kind === "orders") return "proposed";
  return JSON.stringify(value) === JSON.stringify(request.proposal) ? "proposed" : (value as string[]);
}

export function wordsOf(request: AnyRequest, meaning: Meaning): string {
  if (meaning === "proposed") return "as proposed";
  if (request.kind === "confirm") return meaning ? request.yes : request.no;
  if (request.kind !== "pick" || typeof meaning === "boolean") return "";
  const labels = request.options.filter(({ id }) => meaning.includes(id)).map(({ label }) => label);
  return labels.join(", ") || "none";
}

/** The answer to a question, or undefined where the standing answer does not fit it. */
export function valueFor(request: AnyRequest, meaning: Meaning): unknown {
  if (request.kind === "confirm") return meaning === "proposed" ? (request.proposal ?? undefined) : meaning;
  if (meaning === "proposed") return request.proposal ?? undefined;
  if (request.kind !== "pick" || typeof meaning === "boolean") return undefined;
  const offered = new Set(request.options.filter(({ refused }) => !refused).map(({ id }) => id));
  return meaning.every((id) => offered.has(id)) ? meaning : undefined;
}

/** Whether the table is as it was: no piece has come, none is gone. */
export function isUnchanged(pieces: readonly string[], scene: Scene): boolean {
  const now = Object.keys(scene.tokens);
  return now.length === pieces.length && pieces.every((id) => id in scene.tokens);
}

export function piecesOf(scene: Scene): string[] {
  return Object.keys(scene.tokens);
}

/** What was kept for a game, as far as it makes sense. */
export function readStandings(kept: string | null): Standing[] {
  try {
    const found = JSON.parse(kept ?? "[]") as Standing[];
    return Array.isArray(found) ? found.filter(({ key, term }) => typeof key === "string" && term in TERMS) : [];
  } catch {
    return [];
  }
}
