// The owner's own book on the desk: what he typed over our stand-ins, as the server last judged it.
import type { BookChecked, Cells, CellValue, Fault, OwnBook } from "../lib/contract";
import { desk } from "../lib/desk";

const PATIENCE = 250;

export class Book {
  found = $state.raw<OwnBook | null>(null);
  /** As typed, by table and cell; a cell that is empty is ours. */
  typed = $state<Record<string, Record<string, string>>>({});
  checked = $state.raw<BookChecked | null>(null);
  changed = $state(false);
  trouble = $state("");
  told = $state("");

  readonly faults = $derived<readonly Fault[]>(this.checked?.faults ?? []);
  readonly count = $derived(this.checked ? sizeOf(this.checked.cells) : sizeOf(this.found?.cells ?? {}));

  #asked = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly system: string) {}

  async open(): Promise<void> {
    await this.#try(async () => {
      this.found = await desk.book(this.system);
      this.typed = typedFrom(this.found.cells);
      await this.check();
    });
  }

  value(chart: string, at: string): string {
    return this.typed[chart]?.[at] ?? "";
  }

  type(chart: string, at: string, value: string): void {
    (this.typed[chart] ??= {})[at] = value;
    this.changed = true;
    this.told = "";
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#try(() => this.check()), PATIENCE);
  }

  faultsAt(chart: string, at = ""): readonly Fault[] {
    return this.faults.filter((fault) => (at ? fault.at === `${chart}:${at}` : fault.at.split(":")[0] === chart));
  }

  ownIn(chart: string): number {
    return Object.values(this.typed[chart] ?? {}).filter((value) => value.trim()).length;
  }

  async check(): Promise<void> {
    const asked = ++this.#asked;
    const checked = await desk.checkBook(this.system, this.cells());
    if (asked === this.#asked) this.checked = checked;
  }

  async keep(): Promise<void> {
    this.#callOff();
    await this.#try(async () => {
      this.checked = await desk.keepBook(this.system, this.cells());
      this.typed = typedFrom(this.checked.cells);
      this.changed = false;
      this.told = this.count ? "Kept. Your next games can be played with it." : "Kept: every table is ours again.";
    });
  }

  /** The cells of a file take the place of what is typed; they are kept only when that is said. */
  async bring(text: string): Promise<void> {
    this.#callOff();
    await this.#try(async () => {
      this.checked = await desk.readBook(this.system, text);
      this.typed = typedFrom(this.checked.cells);
      this.changed = true;
      this.told = `Read: ${this.count === 1 ? "one cell" : `${this.count} cells`} of your own.`;
    });
  }

  async oursAgain(): Promise<void> {
    this.#callOff();
    this.typed = {};
    this.changed = true;
    await this.#try(() => this.check());
  }

  cells(): Cells {
    const cells: Cells = {};
    for (const [chart, own] of Object.entries($state.snapshot(this.typed)))
      for (const [at, value] of Object.entries(own)) if (value.trim()) (cells[chart] ??= {})[at] = value.trim();
    return cells;
  }

  /** A check that waits or is under way is of no use any more, and must not wipe out what is told next. */
  #callOff(): void {
    clearTimeout(this.#timer);
    this.#asked++;
  }

  async #try(what: () => Promise<void>): Promise<void> {
    this.trouble = this.told = "";
    try {
      await what();
    } catch (error) {
      this.trouble = error instanceof Error ? error.message : String(error);
    }
  }
}

/** Where in its table a cell is, and why what was typed there cannot stand. */
export function whyAt({ at, reason }: Fault): string {
  const cell = at.slice(at.indexOf(":") + 1).replaceAll("_", " ").replaceAll("/", ", ");
  return at ? `${cell}: ${reason}` : reason;
}

/** The same with the name of the table, for whoever does not look at it. */
export function why(fault: Fault, tables: readonly { chart: string; title: string }[]): string {
  const table = tables.find(({ chart }) => chart === fault.at.split(":")[0]);
  return table ? `${table.title}, ${whyAt(fault)}` : whyAt(fault);
}

export const sizeOf = (cells: Cells): number =>
  Object.values(cells).reduce((sum, own) => sum + Object.keys(own).length, 0);

export function typedFrom(cells: Cells): Record<string, Record<string, string>> {
  return Object.fromEntries(
    Object.entries(cells).map(([chart, own]) => [
      chart,
      Object.fromEntries(Object.entries(own).map(([at, value]) => [at, shown(value)])),
    ]),
  );
}

export const shown = (value: CellValue): string => (value === null ? "–" : String(value));
