// Aiming: what a button or a key has picked up follows the pointer or the arrow keys until it is set.
import type { Look, Point } from "../lib/contract";
import { onGlass } from "../lib/focus";
import type { Board } from "./board.svelte";
import { Dragging, type Held } from "./dragging.svelte";

/** How far an arrow key leads what is aimed, in tenths of a millimetre; with shift, the fine step. */
export const STEP = 250;
export const FINE = 50;

const HINTS = {
  where: "Where to? Point there or press the arrow keys; a click or Enter sets it, Esc lets go.",
  further: "Point where they go or press the arrow keys, and set it there; Enter goes on as it lies.",
  nowhere: "They are not led anywhere yet: point there or press the arrow keys, then Enter. Esc lets go.",
  whom: "At whom? Point at another man or press Enter as it is drawn; Esc lets go.",
};
const TOUCHED: typeof HINTS = {
  where: "Where to? Tap the place.",
  further: "Tap where they go, or go on as it lies.",
  nowhere: "They are not led anywhere yet: tap the place.",
  whom: "At whom? Tap another man, or take him who is drawn.",
};

/** What is said where nothing was led anywhere. */
const SET = "Set it here";

/** What is drawn before anything is pointed at, and how it is kept. */
export interface Offer {
  look: Look;
  /** What the main button says of it. */
  words: string;
  keep: () => Promise<boolean>;
}

export class Aiming {
  /** What to do with what is in the air. */
  hint = $state("");
  /** Whether what is in the air lies there as it is, not led anywhere yet: then Enter goes on. */
  rests = $state(false);
  /** What the main button says. */
  words = $state(SET);
  /** The card that is aimed. */
  card = $state("");
  readonly #hints = onGlass ? TOUCHED : HINTS;
  readonly #dragging: Dragging;
  #at: Point = [0, 0];
  #on: string | null = null;
  #offer: Offer | null = null;
  #isLed = false;

  constructor(readonly board: Board) {
    this.#dragging = new Dragging(board);
  }

  /** What is in the air, or null. */
  get held(): Held | null {
    return this.board.tool === "aim" ? this.#dragging.held : null;
  }

  /** Pick up pieces, to do what comes with them; where something is offered, Enter takes it as it is. */
  begin(pieces: readonly string[], start: Point, given: Record<string, unknown> = {}, offer: Offer | null = null): void {
    const { board } = this;
    board.tool = "aim";
    this.#dragging.begin({ what: "pieces", pieces: [...pieces], start }, given);
    this.#at = board.cursor = start;
    this.#on = null;
    this.#isLed = false;
    this.#offer = offer;
    this.rests = false;
    board.drag = offer?.look ?? null;
    this.hint = offer ? this.#hints.whom : this.#hints.where;
    this.words = offer?.words ?? SET;
    this.card = String(given["card"] ?? "");
  }

  /** Pick up pieces that have their card and may be led where it takes them. */
  beginLaid(pieces: readonly string[], start: Point, card: string): void {
    this.begin(pieces, start, { card });
    this.rests = true;
    this.hint = this.#hints.further;
  }

  /** An arrow key leads the crosshair. */
  lead(dx: number, dy: number, fine: boolean): void {
    const at = moved(this.#at, dx, dy, fine, this.board.scene);
    this.board.cursor = at;
    this.#over(at, enemyAt(this.board, at));
  }

  /** The pointer is over a place, and perhaps a piece. */
  point(at: Point, on: string | null): void {
    this.board.cursor = null;
    this.#over(at, on);
  }

  #over(at: Point, on: string | null): void {
    this.#at = at;
    this.#on = on;
    this.#isLed = true;
    if (this.rests || this.hint === this.#hints.nowhere) this.hint = this.#hints.where;
    this.words = SET;
    this.rests = false;
    this.#dragging.over(at, on);
  }

  /** Set what is in the air where it is, or take what was offered. */
  async settle(): Promise<void> {
    const { board } = this;
    if (!this.#isLed && !this.#offer) {
      this.hint = this.#hints.nowhere;
      return;
    }
    board.tool = "";
    board.cursor = null;
    if (this.#isLed) return this.#dragging.release(this.#at, this.#on);
    const { keep } = this.#offer!;
    this.#dragging.cancel();
    await keep();
  }

  /** Another formation, or for men another way to go. */
  form(key: string): boolean {
    return this.held !== null && this.#dragging.form(key);
  }

  cancel(): void {
    if (!this.held) return;
    this.#dragging.cancel();
    this.board.tool = "";
    this.board.cursor = null;
  }
}

/** A step of an arrow key from a place, within the table. */
export function moved(
  [x, y]: Point,
  dx: number,
  dy: number,
  fine: boolean,
  { width, height }: { width: number; height: number },
): Point {
  const step = fine ? FINE : STEP;
  const within = (value: number, most: number) => Math.min(most, Math.max(0, value));
  return [within(x + Math.sign(dx) * step, width), within(y + Math.sign(dy) * step, height)];
}

/** The enemy piece at a place. */
export function enemyAt(board: Board, at: Point): string | null {
  const near = Object.values(board.tokens).find(
    (token) => !token.mine && Math.hypot(token.at[0] - at[0], token.at[1] - at[1]) < token.width / 2,
  );
  return near?.id ?? null;
}
