// Dice on the map: whose they are, and where they lie so that they hide nothing.
import type { Point, Scene, SeenEvent, Token } from "../lib/contract";
import type { Beat } from "./beats";
import { namedBy } from "./naming";

/** The dice of one roll. */
export interface Dice {
  faces: number[];
  /** The side that threw them. */
  side: string;
  /** Who threw them: a man by his name, else his side. */
  who: string;
}

export interface Throw {
  from: string | null;
  at: string;
  dice: Dice[];
}

/** Dice as they lie: the middle of the row, with its owner's name over it. */
export interface Laid extends Dice {
  x: number;
  y: number;
}

/** From the middle of a die to that of the next, in pixels. */
export const APART = 20;
/** From a row of dice with its name to the next one. */
const ROW = 36;
/** From the edge of a base to the middle of a die; below a base there is a name between them. */
const CLEAR = { above: 15, below: 28 };

type Table = Pick<Scene, "tokens" | "sides">;

/** The dice of an event, roll by roll, each with its owner. */
export function diceOf(event: Pick<SeenEvent, "rolls" | "data">, { tokens, sides }: Table): Dice[] {
  const named = namedBy(event, (id) => id in tokens).map((id) => tokens[id]!);
  return event.rolls.flatMap(({ faces, owner }) => {
    const man = named.find(({ side, symbol }) => side === owner && symbol.startsWith("man_"));
    const who = man?.title.split(" ").at(-1) ?? sides.find(({ id }) => id === owner)?.name ?? "";
    return faces.length ? [{ faces, side: owner, who }] : [];
  });
}

/** The throws of a beat that can be shown on the map: who threw at which foe, or for whom, and what came up. */
export function throwsOf(beat: Pick<Beat, "events">, table: Table): Throw[] {
  const { tokens } = table;
  return beat.events.flatMap((event) => {
    const [first, second] = shooterFirst(event, tokens);
    const dice = diceOf(event, table);
    if (!first || !dice.length) return [];
    const isShot = second !== undefined && tokens[first]?.side !== tokens[second]?.side;
    return [isShot ? { from: first, at: second, dice } : { from: null, at: first, dice }];
  });
}

/** The pieces of an event in their order; who did it is the first, where the event says by whom. */
function shooterFirst(event: Pick<SeenEvent, "data">, tokens: Table["tokens"]): string[] {
  const named = namedBy(event, (id) => id in tokens);
  const { by } = event.data as { by?: unknown };
  return typeof by === "string" && by in tokens ? [by, ...named.filter((id) => id !== by)] : named;
}

/** Rows of dice one over the other, over a piece or, where the table ends there, under it: the piece stays to be seen. */
export function beside(piece: Pick<Token, "at" | "depth">, dice: readonly Dice[], unit: number, grow = 1): Laid[] {
  const [x, y] = piece.at;
  const edge = (piece.depth / 2) * grow;
  const top = y - edge - (CLEAR.above + ROW * dice.length) * unit;
  const [first, step] =
    top > 0 ? [y - edge - CLEAR.above * unit, -ROW * unit] : [y + edge + CLEAR.below * unit, ROW * unit];
  return dice.map((one, i) => ({ ...one, x, y: Math.round(first + i * step) }));
}

/** How wide a letter of a name is over a row of dice, in pixels. */
const LETTER = 7;

/** Rows of dice so that none lies on another: whoever comes later goes further down. */
export function cleared(rows: readonly Laid[], unit: number): Laid[] {
  const half = ({ faces, who }: Laid) => (Math.max(faces.length * APART, who.length * LETTER) / 2) * unit;
  const laid: Laid[] = [];
  for (const row of rows) {
    const isOn = (y: number) =>
      laid.some((one) => Math.abs(one.x - row.x) < half(one) + half(row) && Math.abs(one.y - y) < ROW * unit);
    let y = row.y;
    while (isOn(y)) y += (ROW * unit) / 2;
    laid.push({ ...row, y: Math.round(y) });
  }
  return laid;
}

/** Rows of dice on a line, a little beyond its middle. */
export function along([from, to]: readonly [Point, Point], dice: readonly Dice[], unit: number): Laid[] {
  const [x, y] = [from[0] + (to[0] - from[0]) * 0.55, from[1] + (to[1] - from[1]) * 0.55];
  return dice.map((one, i) => ({ ...one, x: Math.round(x), y: Math.round(y + i * ROW * unit) }));
}
