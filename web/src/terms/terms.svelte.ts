// Words of the trade, which a game brings along: found where they are read, each with what it means.
import type { Term } from "../lib/contract";

let known = $state.raw<readonly { found: RegExp; says: string }[]>([]);
let learnt = "";

/** From now on the words of this game are known. */
export function learn(terms: readonly Term[]): void {
  const told = JSON.stringify(terms);
  if (told === learnt) return;
  learnt = told;
  known = terms.map(({ found, says }) => ({ found: new RegExp(found), says }));
}

/** A piece of a text, with what it means where it is a word of the trade. */
export interface Piece {
  text: string;
  says: string;
}

/** A text cut at its words of the trade; each is explained once. */
export function piecesOf(text: string): Piece[] {
  const found = known.flatMap(({ found, says }) => {
    const at = found.exec(text);
    return at ? [{ start: at.index, text: at[0], says }] : [];
  }).sort((a, b) => a.start - b.start);
  const pieces: Piece[] = [];
  let end = 0;
  for (const { start, text: word, says } of found) {
    pieces.push({ text: text.slice(end, start), says: "" }, { text: word, says });
    end = start + word.length;
  }
  return [...pieces, { text: text.slice(end), says: "" }].filter((piece) => piece.text);
}

/** What the words of the trade in some texts mean. */
export function explained(texts: readonly string[]): string[] {
  return known.filter(({ found }) => texts.some((text) => found.test(text))).map(({ says }) => says);
}
