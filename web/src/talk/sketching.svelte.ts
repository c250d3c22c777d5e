// The sketches of one's own side, and the pencil they are drawn with.
import type { Point, Sketch } from "../lib/contract";
import type { Answer, Table } from "../lib/table.svelte";
import { simplified, under, within } from "./paths";
import { whyNot } from "./talk.svelte";

export type Pencil = "" | "arrow" | "note" | "rub";

export const LONGEST_LABEL = 60;
const ORDER: readonly Pencil[] = ["arrow", "note", "rub", ""];
/** How far a hand moves, in pixels, before a press becomes a stroke, and how closely its way is followed. */
const START = 6;
const CLOSE = 3;

export class Sketching {
  sketches = $state.raw<readonly Sketch[]>([]);
  /** How many the side may have; 0 for who draws nothing. */
  most = $state(0);
  pencil = $state<Pencil>("");
  /** The way of the arrow that is being drawn. */
  way = $state.raw<readonly Point[]>([]);
  /** Where the note that is being written will stand. */
  noteAt = $state.raw<Point | null>(null);
  text = $state("");
  trouble = $state("");
  /** The sketch that a list points at. */
  pointed = $state("");
  /** Whether the button is down. */
  #isDown = false;
  /** Ids that were rubbed out and are not gone yet. */
  #rubbed = new Set<string>();

  constructor(
    readonly table: Table,
    /** How wide and high the table is. */
    readonly size: () => { width: number; height: number },
  ) {
    table.on("sketches", ({ sketches, most }) => {
      this.sketches = sketches;
      this.most = most;
    });
    table.on("drawn", ({ sketch }) => (this.sketches = [...this.sketches, sketch]));
    table.on("rubbed_out", ({ ids }) => {
      this.sketches = this.sketches.filter(({ id }) => !ids.includes(id));
    });
  }

  /** Take a pencil in hand, or put it down. */
  take(pencil: Pencil): void {
    this.cancel();
    this.pencil = pencil;
    this.trouble = "";
  }

  /** The next pencil after this one; after the last, none. */
  takeNext(): void {
    this.take(ORDER[(ORDER.indexOf(this.pencil) + 1) % ORDER.length] ?? "");
  }

  /** Let go of what is being drawn. */
  cancel(): void {
    this.way = [];
    this.noteAt = null;
    this.text = "";
    this.#isDown = false;
    this.#rubbed.clear();
  }

  /** One step back: what is under way first, then the pencil; false when there was neither. */
  back(): boolean {
    if (!this.pencil) return false;
    if (this.way.length || this.noteAt) this.cancel();
    else this.take("");
    return true;
  }

  /** A press on the table; `unit` is how many tenths make a pixel. */
  down(at: Point, unit: number): void {
    this.#isDown = true;
    this.trouble = "";
    if (this.pencil === "arrow" && !this.way.length) this.way = [this.#on(at)];
    if (this.pencil === "rub") this.#rubAt(at, unit);
  }

  /** The pointer moves: a pressed pencil draws, a pressed rubber rubs. */
  over(at: Point, unit: number): void {
    if (!this.#isDown) return;
    if (this.pencil === "rub") return this.#rubAt(at, unit);
    const last = this.way.at(-1);
    if (this.pencil === "arrow" && last && Math.hypot(at[0] - last[0], at[1] - last[1]) > CLOSE * unit)
      this.way = [...this.way, this.#on(at)];
  }

  up(at: Point, unit: number): void {
    if (!this.#isDown) return;
    this.#isDown = false;
    this.#rubbed.clear();
    if (this.pencil === "note") this.noteAt = this.#on(at);
    if (this.pencil !== "arrow") return;
    const [start] = this.way;
    const end = this.#on(at);
    // A click begins an arrow, the next one ends it: for those who cannot draw with the button held.
    if (start && Math.hypot(end[0] - start[0], end[1] - start[1]) > START * unit) void this.#finish(end, unit);
    else this.way = start ? [start] : [];
  }

  /** Enter at the crosshair does what a click there would. */
  mark(at: Point, unit: number): void {
    this.down(at, unit);
    this.up(at, unit);
  }

  async #finish(end: Point, unit: number): Promise<void> {
    const points = simplified([...this.way, end], CLOSE * 1.5 * unit);
    const answer = await this.table.ask({ type: "draw", kind: "arrow", points, text: "" });
    this.way = [];
    this.#told(answer);
  }

  /** Put the note that is written where it was pointed to. */
  async putNote(): Promise<void> {
    const text = this.text.trim();
    if (!this.noteAt || !text) return;
    const answer = await this.table.ask({ type: "draw", kind: "note", points: [this.noteAt], text });
    this.#told(answer);
    if (answer.is === "done") this.cancel();
  }

  async rubOut(ids: string[]): Promise<void> {
    this.#told(await this.table.ask({ type: "rub_out", ids }));
  }

  #rubAt(at: Point, unit: number): void {
    const left = this.sketches.filter(({ id }) => !this.#rubbed.has(id));
    const found = under(left, at, unit, this.size().width);
    if (!found) return;
    this.#rubbed.add(found.id);
    void this.rubOut([found.id]);
  }

  #told(answer: Answer): void {
    this.trouble = whyNot(answer);
  }

  #on(at: Point): Point {
    const { width, height } = this.size();
    return within(at, width, height);
  }
}
