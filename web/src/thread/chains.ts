// A chain of sight, fire and reaction as nested cards, made of the events that tell it. Nothing here knows a rule.
import type { Point, SeenEvent } from "../lib/contract";

/** A die as one man takes it: what kind it is, what it came to, or why he leaves it out. */
export interface FaceDie {
  face: number;
  fate: "passed" | "failed" | "left";
  of?: string;
}

/** A line of a table that a man reads, and what it says for the dice he passed. */
export interface FaceRead {
  line: string;
  says: string;
  rows: string[];
}

/** A man on a card: his pips, what became of him, and what that comes from. */
export interface FaceMan {
  id: string;
  name: string;
  pips: number | null;
  of: number | null;
  result: string;
  rep?: number;
  dice?: FaceDie[];
  /** The places of his tallies among those of the event. */
  tallies?: number[];
  reads?: FaceRead[];
  note?: string;
}

/** What an event says its card shows. */
export interface Face {
  title: string;
  rule: string;
  /** Whether the sentence of the event tells more than the men of the card do. */
  spoken: boolean;
  men: FaceMan[];
  lines: Point[][];
  /** Dice that are no single man's. */
  dice: FaceDie[];
  /** Who gave each man cause to test. */
  givers: Record<string, { id: string; words: string }[]>;
}

/** One throw, or one thing that happened without dice. */
export interface Card {
  is: "card";
  /** The place of its event in the log. */
  at: number;
  event: SeenEvent;
  face: Face;
}

/** Cards that belong together, with the branches that they set off. */
export interface Branch {
  is: "branch";
  id: string;
  /** Which of the colours it has, on its cards and on the map. */
  colour: number;
  items: (Card | Branch)[];
}

export interface Chain extends Branch {
  /** The sentence that adds it up; "" while it goes on. */
  sum: string;
}

export const COLOURS = 6;

/** The event that ends a chain. */
export const OVER = "exchange_over";

function threadOf({ data }: SeenEvent): string[] {
  const found: unknown = data["thread"];
  return Array.isArray(found) ? (found as string[]) : [];
}

function faceOf({ data, text }: SeenEvent): Face {
  const face = data["face"] as Partial<Face> | undefined;
  const empty: Face = { title: "", rule: "", spoken: true, men: [], lines: [], dice: [], givers: {} };
  return { ...empty, ...(face ?? { title: text }) };
}

/** The sentence of an exchange as the reader's side has it. */
function sumOf({ data, text }: SeenEvent, side: string): string {
  const sums = data["sums"] as Record<string, string> | undefined;
  return sums?.[side] ?? text;
}

/** Every chain of a log, the oldest first. `start` is the place of the first event. */
export function chainsOf(log: readonly SeenEvent[], side: string, start = 0): Chain[] {
  const chains: Chain[] = [];
  let colour = 0;
  log.forEach((event, i) => {
    const [outermost, ...inner] = threadOf(event);
    if (outermost === undefined) return;
    let chain = chains.at(-1);
    if (chain?.id !== outermost) {
      chain = { is: "branch", id: outermost, colour: colour++ % COLOURS, items: [], sum: "" };
      chains.push(chain);
    }
    if (event.kind === OVER) {
      chain.sum = sumOf(event, side);
      return;
    }
    let here: Branch = chain;
    for (const id of inner) {
      let next = here.items.find((item): item is Branch => item.is === "branch" && item.id === id);
      if (!next) {
        next = { is: "branch", id, colour: colour++ % COLOURS, items: [] };
        here.items.push(next);
      }
      here = next;
    }
    here.items.push({ is: "card", at: start + i, event, face: faceOf(event) });
  });
  return chains.map((chain) => ({ ...plain(chain), sum: chain.sum }));
}

/** A branch that tells nothing itself before its first part takes that part's cards for its own. */
function plain(branch: Branch): Branch {
  const items = branch.items.map((item) => (item.is === "branch" ? plain(item) : item));
  const [first, ...rest] = items;
  if (first?.is === "branch") return { ...branch, colour: first.colour, items: [...first.items, ...rest] };
  return { ...branch, items };
}

/** A line of a branch as it is read: a card with those like it that follow at once, or a branch inside it. */
export interface Line {
  item: Card | Branch;
  more: Card[];
}

/** From this many on, lines without dice that tell the same of one man after the other are one line. */
const MANY = 3;

export function linesOf({ items }: Branch): Line[] {
  const lines: Line[] = [];
  for (const item of items) {
    const last = lines.at(-1);
    if (last && isLike(last.item, item)) last.more.push(item as Card);
    else lines.push({ item, more: [] });
  }
  return lines.flatMap(({ item, more }) =>
    more.length + 1 >= MANY ? [{ item, more }] : [item, ...more].map((one) => ({ item: one, more: [] })),
  );
}

function isLike(one: Card | Branch, other: Card | Branch): boolean {
  if (one.is !== "card" || other.is !== "card") return false;
  return one.event.kind === other.event.kind && !one.event.rolls.length && !other.event.rolls.length;
}

/** All cards of a branch in the order in which they were told. */
export function cardsOf(branch: Branch): Card[] {
  return branch.items.flatMap((item) => (item.is === "card" ? [item] : cardsOf(item)));
}

/** The last card of a branch: a branch is over when something was told after it. */
export function lastOf(branch: Branch): number {
  return cardsOf(branch).at(-1)?.at ?? -1;
}

/** A finished branch in one line: its first card, and what became of its men in the end. */
export function folded(branch: Branch): { text: string; men: FaceMan[] } {
  const cards = cardsOf(branch);
  const men = new Map<string, FaceMan>();
  for (const { face } of cards) for (const man of face.men) if (man.result) men.set(man.id, man);
  const head = cards.find(({ event }) => event.rolls.length) ?? cards[0];
  return { text: head?.face.title ?? "", men: [...men.values()] };
}

/** Which colour each told event has, by its place in the log. */
export function coloursOf(chains: readonly Chain[]): Map<number, number> {
  const found = new Map<number, number>();
  const walk = (branch: Branch): void => {
    for (const item of branch.items)
      if (item.is === "card") found.set(item.at, branch.colour);
      else walk(item);
  };
  chains.forEach(walk);
  return found;
}
