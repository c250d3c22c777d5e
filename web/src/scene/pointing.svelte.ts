// The pointer on the table: what it presses, drags, boxes in or rests on.
import type { Look, Point } from "../lib/contract";
import type { Sketching } from "../talk/sketching.svelte";
import type { Board } from "./board.svelte";
import { isForGroups } from "../fireplan/men";
import { boxOf } from "./camera";
import { Dragging } from "./dragging.svelte";
import { START, type Lens } from "./lens.svelte";
import { boxed } from "./selection";

/** How near to the edge of the window a drag draws the table after it, and how fast, in pixels. */
const EDGE = 26;
const DRIFT = 7;
/** How long the mouse rests before the ground tells of itself, in milliseconds. */
const REST = 700;

export class Pointing {
  readonly dragging: Dragging;
  box = $state.raw<{ from: Point; to: Point } | null>(null);
  /** Where the pointer is in the window. */
  at = $state.raw<[number, number]>([0, 0]);
  /** What is told of the ground under a pointer that rests. */
  ground = $state.raw<{ look: Look; at: Point } | null>(null);
  /** A press that is not the map's: on a piece, a line end, or for a box. */
  pressed: { at: [number, number]; id: string | null; adding: boolean } | null = null;
  #drifting: ReturnType<typeof setInterval> | undefined;
  #resting: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly board: Board,
    readonly lens: Lens,
    readonly sketching: Sketching,
    readonly stage: () => HTMLElement | undefined,
  ) {
    this.dragging = new Dragging(board);
  }

  close(): void {
    clearTimeout(this.#resting);
    clearInterval(this.#drifting);
  }

  #spot(event: PointerEvent): [number, number] {
    const { left, top } = this.stage()!.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  }

  down(event: PointerEvent): void {
    const { board, lens, sketching } = this;
    lens.taken = false;
    if (event.button || !event.isPrimary) return;
    const element = event.target as Element;
    if (element.closest("button, a, .panel")) {
      lens.taken = true;
      return;
    }
    this.stage()?.focus({ preventScroll: true });
    const at = this.#spot(event);
    const start = lens.toTable(at);
    if (sketching.pencil) return this.#hold(event, () => sketching.down(start, lens.tenths));
    const id = named(element, "token");
    this.pressed = { at, id, adding: event.shiftKey };
    if (board.tool === "sight") lens.taken = id !== null;
    else if (this.#takeGrip(event, element, start)) return;
    else if (id && this.#canDrag(id)) this.#hold(event);
    else if (event.shiftKey || board.tool === "box") {
      this.#hold(event);
      this.box = { from: start, to: start };
    }
  }

  /** A grip on the map that is dragged at once: a place, the end of a shot, a throw or a line. */
  #takeGrip(event: PointerEvent, element: Element, start: Point): boolean {
    const { dragging } = this;
    const [piece, aim, thrower, line] = [
      named(element, "spot"),
      named(element, "aim"),
      named(element, "throw"),
      named(element, "end"),
    ];
    if (piece) this.#hold(event, () => dragging.begin({ what: "spot", piece, start }));
    else if (aim) this.#hold(event, () => dragging.begin({ what: "aim", shooter: aim, start }));
    else if (thrower)
      this.#hold(event, () => dragging.begin({ what: "pieces", pieces: [thrower], start, by: thrower }));
    else if (line) {
      const from = this.board.lines.find((one) => one.id === line)?.from ?? "";
      this.#hold(event, () => dragging.begin({ what: "line", line, from, start }));
    } else return false;
    return true;
  }

  /** What a drag ends on: never a man of one's own who stands over it, for nothing is done to him. */
  #under(event: PointerEvent): string | null {
    const { held } = this.dragging;
    const dragged = held?.what === "pieces" ? held.pieces : [];
    return pieceAt(event, (id) => {
      const piece = this.board.tokens[id];
      return !piece?.mine || (piece.machine !== null && !dragged.includes(id));
    });
  }

  #canDrag(id: string): boolean {
    const { board } = this;
    if (!board.rules && isForGroups(board.asking?.request)) return board.tokens[id]?.mine ?? false;
    return board.rules?.isMove || board.handled.has(id) || board.lines.some(({ from }) => from === id);
  }

  #hold(event: PointerEvent, begin?: () => void): void {
    this.lens.taken = true;
    this.stage()?.setPointerCapture(event.pointerId);
    begin?.();
  }

  over(event: PointerEvent): void {
    const { board, lens, dragging, pressed } = this;
    const at = this.#spot(event);
    if (this.sketching.pencil) return this.sketching.over(lens.toTable(at), lens.tenths);
    if (!pressed) {
      const id = named(event.target as Element, "token");
      this.at = at;
      if (board.aiming.held) return board.aiming.point(lens.toTable(at), this.#under(event));
      if (id !== board.hovered) board.hovered = id;
      return this.#rest(event, id === null ? lens.toTable(at) : null);
    }
    this.#rest(event, null);
    const point = lens.toTable(at);
    if (this.box) {
      this.box = { from: this.box.from, to: point };
      return;
    }
    if (!lens.taken) return;
    this.at = at;
    const far = Math.hypot(at[0] - pressed.at[0], at[1] - pressed.at[1]);
    if (!dragging.held && pressed.id && far > START && board.tool !== "sight") this.#begin(pressed.id);
    if (dragging.held) {
      dragging.over(point, this.#under(event));
      this.#drift(at);
    }
  }

  /** What is dragged to the edge of the window draws the table after it. */
  #drift([x, y]: [number, number]): void {
    clearInterval(this.#drifting);
    const { lens, dragging } = this;
    const way = (at: number, room: number) => (at < EDGE ? DRIFT : at > room - EDGE ? -DRIFT : 0);
    const [dx, dy] = [way(x, lens.size.width), way(y, lens.size.height)];
    if (!dx && !dy) return;
    this.#drifting = setInterval(() => {
      if (!dragging.held) return clearInterval(this.#drifting);
      lens.drift(dx, dy);
      dragging.over(lens.toTable(this.at), null);
    }, 30);
  }

  /** The ground tells of itself where the mouse rests on it and nothing else is told. */
  #rest(event: PointerEvent, at: Point | null): void {
    const { board, lens } = this;
    clearTimeout(this.#resting);
    this.ground = null;
    const [x, y] = at ?? [-1, -1];
    const isOn = x >= 0 && y >= 0 && x <= lens.table.width && y <= lens.table.height;
    if (!at || !isOn || event.pointerType === "touch" || board.tool || board.isPast) return;
    this.#resting = setTimeout(() => {
      void board.looking.ground(at).then((look) => {
        if (look && !board.hovered && !this.pressed) this.ground = { look, at };
      });
    }, REST);
  }

  /** The pointer has left the window. */
  left(): void {
    clearTimeout(this.#resting);
    this.ground = null;
    this.board.hovered = null;
  }

  #begin(id: string): void {
    const { board, dragging } = this;
    const at = board.tokens[id]?.at ?? [0, 0];
    board.aiming.cancel();
    if (board.rules?.isMove) return dragging.begin({ what: "ruled", piece: id, start: at });
    if (board.hand.canTakeGroup(id)) return dragging.take(id, at);
    if (board.handled.has(id))
      return dragging.begin({ what: "pieces", pieces: board.hand.taken(id), start: at, by: id });
    const own = board.lines.filter(({ from }) => from === id);
    const line = own.find((one) => board.picked.has(one.id)) ?? own[0];
    if (line) dragging.begin({ what: "line", line: line.id, from: id, start: at });
  }

  up(event: PointerEvent): void {
    const { board, lens, dragging } = this;
    if (this.sketching.pencil) {
      lens.taken = false;
      return this.sketching.up(lens.toTable(this.#spot(event)), lens.tenths);
    }
    if (!this.pressed || event.button) return;
    const at = this.#spot(event);
    const point = lens.toTable(at);
    const isClick = Math.hypot(at[0] - this.pressed.at[0], at[1] - this.pressed.at[1]) <= START;
    const { id, adding } = this.pressed;
    this.pressed = null;
    if (this.box) return this.#boxed(this.box.from, point, isClick, id, adding);
    if (dragging.held && !isClick) {
      board.hovered = null;
      return void dragging.release(point, this.#under(event), event.shiftKey).then(() => this.#showPlan());
    }
    dragging.cancel();
    if (!isClick) return;
    if (!board.aiming.held) return this.#click(event.target as Element, point, id, adding);
    board.aiming.point(point, this.#under(event));
    void board.aiming.settle().then(() => this.#showPlan());
  }

  #boxed(from: Point, to: Point, isClick: boolean, id: string | null, adding: boolean): void {
    const { board } = this;
    if (!isClick) board.selected = boxed(board.tokens, boxOf(from, to), board.handled);
    else if (id) board.hand.click(id, adding);
    this.box = null;
    board.tool = "";
  }

  #click(element: Element, point: Point, id: string | null, adding: boolean): void {
    const { board } = this;
    const line = named(element, "line");
    if (board.tool === "sight") void board.looking.sightTo(id ?? point);
    else if (board.rules?.click(id, point)) board.selected = id ? [id] : board.selected;
    else if (id) board.hand.click(id, adding);
    else if (line) board.hand.takeLine(line);
    else if (!element.closest(".panel")) board.hand.letGo();
  }

  /** What a drag has laid out is seen as a whole, wherever its end drew the table. */
  #showPlan(): void {
    if (this.lens.isTiny()) this.lens.frame(this.board.concerned);
  }

  lost(): void {
    this.pressed = null;
    this.box = null;
    this.dragging.cancel();
    this.sketching.cancel();
  }

  /** Let go of what is being dragged; false if it was nothing. */
  cancel(): boolean {
    const had = this.dragging.held !== null || this.box !== null;
    this.lost();
    return had;
  }
}

/** What an element on the map, or one around it, is called in a data attribute. */
function named(element: Element, as: string): string | null {
  return element.closest<SVGElement>(`[data-${as}]`)?.dataset[as] ?? null;
}

/** The piece under a pointer that is meant, or what is left of one. */
function pieceAt(event: PointerEvent, isMeant: (id: string) => boolean): string | null {
  const under = document.elementsFromPoint(event.clientX, event.clientY);
  const ids = under.map((element) => named(element, "token") ?? named(element, "trace"));
  return ids.find((id) => id !== null && isMeant(id)) ?? null;
}
