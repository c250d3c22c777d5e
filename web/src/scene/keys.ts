// What a key does at the table. Which keys stand for cards comes from the cards themselves.
import type { Orders } from "../lib/contract";

export type Act =
  | { does: "pan"; dx: number; dy: number }
  | { does: "zoom"; by: number }
  | { does: "fit" | "sight" | "repeat" | "back" | "undo" | "accept" | "fire" | "aim" | "clear" | "help" }
  | { does: "talk" | "sketch" | "reference" }
  | { does: "step"; by: number }
  | { does: "play" }
  | { does: "walk"; back: boolean }
  | { does: "dead" | "names" }
  | { does: "card"; letter: string };

const STEP = 80;

export interface Pressed {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  altKey: boolean;
  metaKey: boolean;
}

const PLAIN: Record<string, Act> = {
  ArrowLeft: { does: "pan", dx: STEP, dy: 0 },
  ArrowRight: { does: "pan", dx: -STEP, dy: 0 },
  ArrowUp: { does: "pan", dx: 0, dy: STEP },
  ArrowDown: { does: "pan", dx: 0, dy: -STEP },
  "+": { does: "zoom", by: 1.35 },
  "=": { does: "zoom", by: 1.35 },
  "-": { does: "zoom", by: 1 / 1.35 },
  "0": { does: "fit" },
  l: { does: "sight" },
  r: { does: "repeat" },
  z: { does: "undo" },
  g: { does: "aim" },
  e: { does: "dead" },
  n: { does: "names" },
  t: { does: "talk" },
  k: { does: "sketch" },
  q: { does: "reference" },
  ",": { does: "step", by: -1 },
  ".": { does: "step", by: 1 },
  ">": { does: "play" },
  "?": { does: "help" },
  Escape: { does: "back" },
  Enter: { does: "accept" },
  " ": { does: "fire" },
  Delete: { does: "clear" },
  Backspace: { does: "clear" },
};

/** What a key press means on the map, or null if it is nothing to the table. `letters` are those of the cards. */
export function meaning(pressed: Pressed, letters: ReadonlySet<string>): Act | null {
  if (pressed.key === "Tab") return { does: "walk", back: pressed.shiftKey };
  if (pressed.altKey || pressed.metaKey) return null;
  const key = pressed.key.length === 1 ? pressed.key.toLowerCase() : pressed.key;
  if (pressed.ctrlKey) return key === "z" ? { does: "undo" } : null;
  if (letters.has(key)) return { does: "card", letter: key };
  return PLAIN[key] ?? null;
}

/** What an icon is, for those who hear it, and with its key for those who point at it. */
export function named(name: string, key: string): { "aria-label": string; title: string } {
  return { "aria-label": name, title: `${name} (${key})` };
}

type Card = Orders["cards"][number];

/** Cards whose first letter another card has. */
const LETTERS: Record<string, string> = {
  fast_move: "v",
  ready: "y",
  unready: "u",
  fetch: "w",
  put_down: "d",
  tend: "w",
  pick_up: "x",
  lay_aside: "b",
  carry_off: "o",
  hatches: "b",
  get_in: "i",
  get_out: "o",
  push_gun: "j",
  seats: "x",
};

/** The key of a card is the first letter of its name in the rules, or the one that is kept for it. */
export function letterOf({ id }: Pick<Card, "id">): string {
  return LETTERS[id] ?? id.charAt(0).toLowerCase();
}

export function lettersOf(cards: readonly Pick<Card, "id">[]): Set<string> {
  return new Set(cards.map(letterOf));
}

/** The card a letter lays: of several the one after that which lies there, so that M goes on to Move and Fire. */
export function cardFor(
  cards: readonly Pick<Card, "id">[],
  letter: string,
  laid: string | undefined,
): string | null {
  const found = cards.filter((card) => letterOf(card) === letter).map(({ id }) => id);
  if (!found.length) return null;
  return found[(found.indexOf(laid ?? "") + 1) % found.length]!;
}
