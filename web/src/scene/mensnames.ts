// The names of men, and when somebody was last seen: over rings and lines, on no other man and on no name of the map.
import type { Point, Token } from "../lib/contract";
import { type Name, parted, type Piece, type Taken } from "./lettering";
import { isSoldier } from "./symbols";

export interface ManName extends Name {
  id: string;
  /** Of a man last seen there: it stands in other letters. */
  isOld: boolean;
}

/** How far a name may lie on the rim of a base, and how wide a letter is, in pixels. */
const RIM = 5;
const LETTER = 6.4;
/** Who sits on something is drawn too small for his name: a man on a base of his own is wider. */
const SEAT = 200;

/**
 * Where each name stands: under its man, or beside or over him where something else is written or stands there. `must`:
 * whether all are written, or only those for which there is room. `old` says which of those last seen have their turn said.
 */
export function namesOfMen(
  tokens: readonly Token[],
  old: ReadonlySet<string>,
  { unit, width, grow, must }: { unit: number; width: number; grow: number; must: boolean },
  taken: readonly Name[],
  pieces: readonly Piece[],
  written: readonly Taken[],
): ManName[] {
  const names = tokens.flatMap(({ id, at: [x, y], symbol, letters, seen, width: base }): ManName[] => {
    const text = old.has(id) ? `seen turn ${seen}` : letters;
    if (!text || !(old.has(id) || (isSoldier(symbol) && base >= SEAT))) return [];
    const reach = (base / 2) * grow;
    const aside = Math.round(reach + (text.length * LETTER * unit) / 2);
    const [first, ...or]: Point[] = [
      [x, Math.ceil(y + reach + 9 * unit) + 1],
      [x, Math.floor(y - reach + RIM * unit) - 1],
      [x + aside, Math.round(y + 4 * unit)],
      [x - aside, Math.round(y + 4 * unit)],
    ];
    return [{ id, text, at: first!, or, must, weight: old.has(id) ? 0 : 1, isOld: old.has(id) }];
  });
  const rims = pieces.map(({ at, reach }) => ({ at, reach: Math.max(1, reach - RIM * unit) }));
  return parted(names, unit, width, taken, rims, written);
}
