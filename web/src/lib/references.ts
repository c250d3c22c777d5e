// Rule ids inside a text, so that they can become links.

export type Piece = { text: string; id?: undefined } | { text: string; id: string };

const ID = /[A-Z]{2,5}(?:-[A-Za-z0-9]+(?:\.[0-9]+[a-z]*)*)+/g;

/** A text cut into plain pieces and known ids. An id at the end of a sentence does not swallow the full stop. */
export function pieces(text: string, known: (id: string) => boolean): Piece[] {
  const found: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(ID)) {
    if (!known(match[0])) continue;
    if (match.index > end) found.push({ text: text.slice(end, match.index) });
    found.push({ text: match[0], id: match[0] });
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
