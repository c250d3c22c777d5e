// Rule ids inside a text, so that they can become links.

export interface Piece {
  text: string;
  /** Where an id leads. */
  href?: string;
}

const ID = /[A-Z]{2,5}(?:-[A-Za-z0-9]+(?:\.[0-9]+[a-z]*)*)+/g;

/** A text cut into plain pieces and ids that lead somewhere. The full stop after an id is no part of it. */
export function pieces(text: string, leads: (id: string) => string | null): Piece[] {
  const found: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(ID)) {
    const href = leads(match[0]);
    if (href === null) continue;
    if (match.index > end) found.push({ text: text.slice(end, match.index) });
    found.push({ text: match[0], href });
    end = match.index + match[0].length;
  }
  if (end < text.length) found.push({ text: text.slice(end) });
  return found;
}

/** Paragraphs are parted by line breaks. */
export function paragraphs(text: string): string[] {
  return text
    .split(/\n+/)
    .map((line) => line.trim())
    .filter(Boolean);
}
