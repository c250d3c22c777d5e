// Words of the trade that a player meets before he has read any rules, each in a sentence or two.

interface Entry {
  found: RegExp;
  says: string;
}

const TERMS: readonly Entry[] = [
  {
    found: /\bRep\b/,
    says: "Rep: how skilled and steady a man is. 3 is green, 4 has learnt his trade, 5 is a veteran. Tests throw dice against it: each at or below his Rep is passed.",
  },
  {
    found: /\bIn Sight\b/,
    says: "In Sight: enemies have come into each other's view. Both sides throw dice, and whoever throws better acts first.",
  },
  {
    found: /\bquestion marks?\b/i,
    says: "A question mark: something was heard or seen there. Whether it is enemies or nobody is thrown when one of your men sees it.",
  },
  {
    found: /\bduck(s|ed|ing)? back\b/i,
    says: "Ducking back: he runs to the nearest cover, out of sight of whoever scared him. When his group acts next he is his own man again.",
  },
  {
    found: /\bhunker(s|ed)?( down)?\b/i,
    says: "Hunkered down: he does nothing until he passes a test when his group acts. An enemy within 4 inches who sees him takes him prisoner.",
  },
  {
    found: /\bsnap fires?\b/i,
    says: "Snap fire: a hurried shot, which misses more easily than an aimed one.",
  },
  {
    found: /\boutgunned\b/i,
    says: "Outgunned: he is shot at by a heavier weapon than his own, or cannot shoot back. Then he ducks back instead of shooting.",
  },
  {
    found: /\bStar\b/,
    says: "A Star: the man who stands for you. He chooses how he reacts, where the others throw dice for it, and he is hard to kill.",
  },
];

/** A piece of a text, with what it means where it is a word of the trade. */
export interface Piece {
  text: string;
  says: string;
}

/** A text cut at its words of the trade; each is explained once. */
export function piecesOf(text: string): Piece[] {
  const found = TERMS.flatMap(({ found, says }) => {
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
  return TERMS.filter(({ found }) => texts.some((text) => found.test(text))).map(({ says }) => says);
}
