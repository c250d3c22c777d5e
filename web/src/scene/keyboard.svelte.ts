// The table by keyboard: what a key does where the focus is, and the crosshair that stands in for the pointer.
import type { OrderValue, Point } from "../lib/contract";
import type { Board } from "./board.svelte";
import { hasRounds, isForMen, isForWays, MOVE, NOTHING_MORE, OWN_KEYS, ROUNDS } from "../fireplan/men";
import { middle } from "./camera";
import { enemyAt, moved } from "./aiming.svelte";
import { lettersOf, meaning, type Act } from "./keys";
import type { Sketching } from "../talk/sketching.svelte";

/** What the keyboard asks of the stage. */
export interface Movable {
  fit(): void;
  pan(dx: number, dy: number): void;
  zoomBy(factor: number): void;
  focus(): void;
  cancel(): boolean;
  formation(key: string): boolean;
}

/** How many tenths make a pixel where no pointer says so: what a rubber at the crosshair reaches. */
const NEAR = 12;

/** What can be the second press of something, or only looks at the table. */
const MEANS_IT: ReadonlySet<Act["does"]> = new Set(["accept", "fire", "pan", "zoom", "fit"]);

const TYPING = "input:not([type=checkbox], [type=radio]), select, textarea";
/** What the keys of a telling do: on, hold or on, straight to the end, one back or on. */
const LEADS: ReadonlySet<Act["does"]> = new Set(["accept", "fire", "back", "step"]);
const LOOKS: ReadonlySet<Act["does"]> = new Set(["pan", "zoom", "fit", "dead", "names", "help", "reference", "talk"]);

/** So long after a telling, in milliseconds, a key may still have been meant for it: what is asked was not read yet. */
const UNREAD = 350;
const ANSWERS: ReadonlySet<Act["does"]> = new Set(["accept", "fire", "card"]);

const CONTROL = "button, a, summary, input, select";

function isIn(target: EventTarget | null, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null;
}

export class Keyboard {
  /** Whether a pointer was used since Tab last walked: a control that was only clicked keeps no key for itself. */
  #isByPointer = false;

  constructor(
    readonly board: Board,
    readonly stage: () => Movable | undefined,
    readonly help: () => void,
    readonly reference: () => void,
    readonly talk: () => void,
    readonly sketching: Sketching,
  ) {}

  pointed(): void {
    this.#isByPointer = true;
    this.board.pressed = "";
  }

  press(event: KeyboardEvent): void {
    const { board } = this;
    if (document.querySelector("dialog[open]")) return;
    if (["Shift", "Control", "Alt", "Meta"].includes(event.key)) return;
    if (isIn(event.target, TYPING) && !this.#isChosen(event)) {
      this.#isByPointer = false;
      if (event.key === "Escape") this.stage()?.focus();
      return;
    }
    if (event.key === "Tab") this.#isByPointer = false;
    board.pressed = event.key === " " ? "Space" : event.key.length === 1 ? event.key.toUpperCase() : event.key;
    const onControl = isIn(event.target, CONTROL) && !this.#isByPointer;
    const onTick = isIn(event.target, "input");
    if (board.player.busy && !event.ctrlKey && !event.metaKey && !onControl) return this.#listen(event);
    if (this.stage()?.formation(event.key) || board.aiming.form(event.key)) return event.preventDefault();
    const act = meaning(event, this.#letters());
    if (!act || (onControl && act.does === "accept")) return;
    if ((onControl || onTick) && (act.does === "fire" || act.does === "pan")) return;
    if (ANSWERS.has(act.does) && performance.now() - board.player.restedAt < UNREAD) return event.preventDefault();
    if (act.does === "walk") return this.#walk(event, act.back);
    if (event.repeat && act.does !== "pan" && act.does !== "zoom") return;
    event.preventDefault();
    this.#perform(act, event.shiftKey);
  }

  /** While something is told keys hold it, lead it on or look about; none of them answers what is asked after it. */
  #listen(event: KeyboardEvent): void {
    const act = meaning(event, new Set());
    if (!act || !(LEADS.has(act.does) || LOOKS.has(act.does))) return;
    event.preventDefault();
    if (event.repeat && act.does !== "pan" && act.does !== "zoom") return;
    const { player } = this.board;
    if (LOOKS.has(act.does)) this.#perform(act, event.shiftKey);
    else if (act.does === "back") player.skip();
    else if (act.does === "step" && act.by < 0) player.back();
    else if (act.does === "fire" && !player.stopped) player.hold();
    else this.board.goOn();
  }

  /** Enter after an option of a list was clicked: nobody is typing. */
  #isChosen({ key, target }: KeyboardEvent): boolean {
    return this.#isByPointer && key === "Enter" && isIn(target, "select");
  }

  /** Tab stays a key of the page everywhere but on the map, and there once nothing needs its player. */
  #walk(event: KeyboardEvent, back: boolean): void {
    const { board } = this;
    const onMap = isIn(event.target, ".stage") || event.target === document.body;
    if (onMap && !board.isPast && !board.digest.length && board.hand.walk(back)) event.preventDefault();
  }

  #letters(): Set<string> {
    const request = this.board.asking?.request;
    if (isForWays(request) && !this.board.isPast) return new Set([MOVE]);
    if (request?.kind !== "orders" || this.board.isPast) return new Set();
    const rounds = hasRounds(this.board.asking?.draft as OrderValue[]) ? [ROUNDS] : [];
    const own = isForMen(request) ? [...OWN_KEYS, ...rounds] : [];
    return new Set([...lettersOf(request.cards), ...own]);
  }

  #perform(act: Act, fine: boolean): void {
    const { board } = this;
    const stage = this.stage();
    if (!MEANS_IT.has(act.does) && !(act.does === "card" && act.letter === NOTHING_MORE)) board.forgetWarning();
    switch (act.does) {
      case "pan":
        if (board.aiming.held) return board.aiming.lead(-act.dx, -act.dy, fine);
        return board.cursor ? this.#lead(-act.dx, -act.dy, fine) : stage?.pan(act.dx, act.dy);
      case "zoom":
        return stage?.zoomBy(act.by);
      case "fit":
        return stage?.fit();
      case "sight":
        return this.sight();
      case "aim":
        return this.aim();
      case "back":
        if (this.sketching.back()) board.cursor = null;
        else if (!stage?.cancel()) board.back();
        return stage?.focus();
      case "accept":
        return board.cursor && !board.aiming.held ? this.#settle(board.cursor) : void board.accept();
      case "fire":
        if (board.digest.length || board.asking?.request.kind !== "orders" || isForMen(board.asking.request))
          void board.accept();
        return;
      case "undo":
        return void board.undo();
      case "repeat":
        return void board.hand.repeat();
      case "clear":
        return void board.hand.clear();
      case "dead":
        return board.looking.toggleDead();
      case "names":
        board.names = !board.names;
        return;
      case "step":
        return void board.history.step(act.by);
      case "play":
        return board.history.playing ? board.history.stop() : void board.history.play();
      case "help":
        return this.help();
      case "reference":
        return this.reference();
      case "talk":
        return this.talk();
      case "sketch":
        return this.#sketch();
      case "card":
        return void board.hand.card(act.letter, fine);
    }
  }

  /** The crosshair for a move begins at what is picked up. */
  aim(): void {
    const { board } = this;
    const at = board.selectedAt;
    if (!at || !board.selected.every((id) => board.handled.has(id))) {
      board.note = "Pick up somebody who is asked first: Tab goes to them.";
      return;
    }
    board.aiming.begin(board.selected, at);
  }

  /** The next pencil, with a crosshair to lead it by. */
  #sketch(): void {
    const { board, sketching } = this;
    if (!sketching.most) return;
    const at = board.cursor ?? board.selectedAt ?? middle([[board.scene.width, board.scene.height], [0, 0]]);
    board.reset();
    sketching.takeNext();
    board.cursor = sketching.pencil ? at : null;
  }

  /** A sight line from the one piece that is picked up, or from wherever is clicked first. */
  sight(): void {
    const { board } = this;
    const [one] = board.selected;
    const at = board.selectedAt;
    board.reset();
    board.tool = "sight";
    board.note = "A sight line: from where to where?";
    if (!one || board.selected.length > 1 || !at) return;
    board.from = one;
    board.cursor = at;
    board.note = "A sight line from here: click, or lead the cross with the arrow keys and press Enter.";
  }

  #lead(dx: number, dy: number, fine: boolean): void {
    const { board } = this;
    if (board.cursor) board.cursor = moved(board.cursor, dx, dy, fine, board.scene);
  }

  #settle(at: Point): void {
    const { board, sketching } = this;
    if (sketching.pencil) return sketching.mark(at, NEAR);
    board.cursor = null;
    void board.looking.sightTo(enemyAt(board, at) ?? at);
  }
}
