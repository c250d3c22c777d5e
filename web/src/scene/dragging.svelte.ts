// A drag from press to release: what is dragged, what it would do, and what is kept of it.
import type { Fault, Look, Point, Token, Values } from "../lib/contract";
import type { Board } from "./board.svelte";
import { GOING, isForMen, isForWays } from "../fireplan/men";
import { middle, nearest } from "./camera";
import { isVehicle } from "./aboard";
import { Latest } from "./latest";

/** How a question mark is drawn. */
const QUESTION = "question";

export type Held =
  | { what: "pieces"; pieces: string[]; start: Point; by?: string }
  | { what: "line"; line: string; from: string; start: Point }
  | { what: "aim"; shooter: string; start: Point }
  | { what: "spot"; piece: string; start: Point }
  | { what: "group"; by: string; start: Point }
  | { what: "ruled"; piece: string; start: Point };

/** Cards that a drag of men keeps, and those that a key gives it on the way. */
const KEPT = new Set(["throw", "charge", "fast_move"]);
const BY_KEY: Record<string, string> = { v: "fast_move", c: "charge", t: "throw", m: "move" };

/** A vehicle that is dragged drives; by these keys it turns on the spot, or goes backwards. */
const DRIVEN: Record<string, string> = { t: "turn", b: "reverse", d: "drive" };

/** By the keys 1 to 4. */
const FORMATIONS = ["", "line", "file", "cover"];

interface Wish {
  to: Point;
  on: string | null;
}

export class Dragging {
  held = $state.raw<Held | null>(null);
  #asking: Latest<Wish>;
  #given: Record<string, unknown> = {};
  #last: Wish | null = null;
  #taking: Promise<void> = Promise.resolve();

  constructor(readonly board: Board) {
    this.#asking = new Latest((wish) => this.#ask(wish));
  }

  /** Take hold of something; `given` is what the drag is told to mean from the start. */
  begin(held: Held, given: Record<string, unknown> = {}): void {
    this.held = held;
    this.#given = held.what === "pieces" ? { ...this.#kept(held.pieces), ...this.#by(held.by), ...given } : {};
    this.#last = null;
    this.board.asked = null;
    this.board.forgive();
    if (held.what === "pieces") this.board.selected = held.pieces;
  }

  /** Drag a man while a group is to be chosen: his group is taken, and as soon as it is asked it follows. */
  take(by: string, start: Point): void {
    const held: Held = { what: "group", by, start };
    this.begin(held);
    this.#taking = this.board.hand.takeGroup(by).then((isTaken) => {
      if (this.held !== held) return;
      if (!isTaken || !this.board.handled.has(by)) return this.cancel();
      const last = this.#last;
      this.begin(this.#following(held));
      if (last) this.over(last.to, last.on);
    });
  }

  #following({ by, start }: Extract<Held, { what: "group" }>): Extract<Held, { what: "pieces" }> {
    return { what: "pieces", pieces: this.board.hand.taken(by), start, by };
  }

  /** What men are told already stays what a drag means: a throw is aimed anew, a Fast Move stays one. */
  #kept(pieces: readonly string[]): Record<string, unknown> {
    const request = this.board.asking?.request;
    if (!isForMen(request)) return {};
    const cards = new Set(pieces.map((id) => this.board.cards.get(id)?.card));
    const [card] = cards;
    return cards.size === 1 && card && KEPT.has(card) ? { card } : {};
  }

  /** Men in their shape follow the one who was taken hold of. */
  #by(id: string | undefined): Record<string, unknown> {
    const request = this.board.asking?.request;
    return id && (isForMen(request) || isForWays(request)) ? { by: id } : {};
  }

  /** Another formation on the way: as they stand, line, file, along cover; for men also another card. */
  form(key: string): boolean {
    if (this.held?.what !== "pieces") return false;
    if (this.held.pieces.some((id) => isVehicle(this.board.tokens[id]))) return this.#drive(key);
    const request = this.board.asking?.request;
    const isMen = isForMen(request) || isForWays(request);
    const formation = isMen && key === "1" ? "kept" : FORMATIONS[Number(key) - 1];
    const card = isForMen(request) ? BY_KEY[key.toLowerCase()] : undefined;
    if (formation === undefined && !card) return false;
    if (card) this.#given = { ...this.#given, card: this.#given["card"] === card ? "" : card };
    else this.#given = { ...(isMen ? this.#given : {}), ...(formation ? { formation } : {}) };
    if (this.#last) this.#asking.ask(this.#last);
    return true;
  }

  /** Another way for a vehicle to be driven there. */
  #drive(key: string): boolean {
    const card = DRIVEN[key.toLowerCase()];
    if (!card) return false;
    this.#given = { ...this.#given, card: this.#given["card"] === card ? "drive" : card };
    if (this.#last) this.#asking.ask(this.#last);
    return true;
  }

  /** Where the pointer is, and the piece under it. */
  over(to: Point, on: string | null): void {
    const { held, board } = this;
    if (!held) return;
    if (held.what === "spot") return this.#put(held.piece, to);
    if (held.what === "ruled") return this.board.rules?.put(held.piece, to);
    const from =
      held.what === "pieces"
        ? (board.tokens[held.by ?? ""]?.at ?? this.#middle(held.pieces))
        : board.tokens[held.what === "aim" ? held.shooter : held.what === "group" ? held.by : held.from]?.at;
    board.dragLine = [from ?? held.start, to];
    this.#last = { to, on: this.#target(on) };
    if (held.what === "pieces") this.#asking.ask(this.#last);
  }

  async release(to: Point, on: string | null, more = false): Promise<void> {
    if (this.held?.what === "group") await this.#taking;
    const { held, board } = this;
    this.held = null;
    board.dragLine = null;
    if (held?.what === "line") this.#retarget(held, on);
    if (held?.what === "aim") await this.#aim(held.shooter, on, more);
    if (held?.what === "pieces") {
      this.#asking.drop();
      board.note = "";
      const target = this.#target(on, held);
      const given = more && target ? { ...this.#given, more: true } : this.#given;
      await board.asking?.keepDrag(held.pieces, target ?? to, given);
    }
    board.drag = null;
  }

  cancel(): void {
    this.held = null;
    this.#asking.drop();
    this.board.note = "";
    this.board.drag = null;
    this.board.dragLine = null;
  }

  /**
   * An enemy, or a friend who lies there: what a drop can mean somebody by, unless it is told to mean a place. A question
   * mark is nobody yet: who is dragged to it goes there.
   */
  #target(on: string | null, held = this.held): string | null {
    const { board } = this;
    if (!on || GOING.has(String(this.#given["card"] ?? ""))) return null;
    if (on in board.scene.traces) return on;
    const piece = board.tokens[on];
    if (piece?.mine) return isMeant(piece, held, board.tokens) ? on : null;
    return piece?.symbol === QUESTION ? null : on;
  }

  async #aim(shooter: string, on: string | null, more: boolean): Promise<void> {
    const { board } = this;
    const token = on ? board.tokens[on] : undefined;
    if (!on || !token || token.mine) board.note = "A shot needs an enemy: the line stays where it was.";
    else await board.hand.aim(shooter, on, more);
  }

  #middle(pieces: readonly string[]): Point {
    return middle(pieces.flatMap((id) => (this.board.tokens[id] ? [this.board.tokens[id].at] : [])));
  }

  async #ask({ to, on }: Wish): Promise<void> {
    const { held, board } = this;
    if (held?.what !== "pieces" || !board.asking) return;
    const answer = await board.asking.drag(held.pieces, on ?? to, this.#given);
    if (this.held !== held) return;
    if (answer.is === "done" && answer.look) {
      board.drag = answer.look;
      board.note = "";
    } else {
      const faults = answer.is === "refused" ? answer.faults : [];
      board.drag = faults.length ? refused(faults, board.asking.look) : null;
      if (faults.length) board.refuse(faults);
      else board.note = "The server does not answer.";
    }
  }

  /** A piece that is still to be placed goes where it is dragged; the table says whether it may stand there. */
  #put(piece: string, to: Point): void {
    const { asking } = this.board;
    if (asking?.request.kind !== "place") return;
    const spot = asking.request.spots.find((one) => one.piece === piece);
    if (!spot) return;
    const at = spot.points.length ? nearest(spot.points, to) : clamped(to, spot.box);
    const places = asking.draft as Values["place"];
    asking.set({ ...places, [piece]: { facing: null, ...places[piece], at } });
  }

  #retarget(held: Extract<Held, { what: "line" }>, on: string | null): void {
    const line = this.board.lines.find(({ from, to }) => from === held.from && to === on);
    if (line && line.id !== held.line) this.board.hand.takeLine(line.id);
    else if (!on) this.board.hand.takeLine(held.line);
    else if (!line) void this.board.looking.whyNoShot(held.from, on);
  }
}

/** Of one's own pieces men can mean a vehicle, to get in, and a vehicle a gun, to tow it. */
function isMeant(piece: Token, held: Held | null, tokens: Readonly<Record<string, Token>>): boolean {
  if (held?.what !== "pieces" || !piece.machine || held.pieces.includes(piece.id)) return false;
  return isVehicle(piece) !== held.pieces.some((id) => isVehicle(tokens[id]));
}

/** What is drawn where a drag comes to nothing: the plan as it is, and why. */
function refused(faults: Fault[], plan: Look | null): Look {
  return { title: "", value: null, lines: [], shapes: plan?.shapes ?? [], tables: [], faults };
}

export function clamped([x, y]: Point, box: readonly [number, number, number, number]): Point {
  return [Math.min(box[2], Math.max(box[0], x)), Math.min(box[3], Math.max(box[1], y))];
}
