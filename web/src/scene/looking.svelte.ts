// Questions about the table: sight lines, pieces, the ground, and which of it is dead ground to my side.
import type { Look, Point, Shape } from "../lib/contract";
import type { Board } from "./board.svelte";
import { Latest } from "./latest";

export class Looking {
  /** Dead ground: what nobody of my side sees. */
  dead = $state.raw<readonly Shape[]>([]);
  readonly #asking = new Latest<null>(() => this.#lookForDead());

  constructor(readonly board: Board) {}

  /** The two ends of a sight line, one after the other. */
  async sightTo(to: Point | string): Promise<void> {
    if (this.board.from === null) {
      this.board.from = to;
      return;
    }
    const answer = await this.board.table.look("sight", { from: this.board.from, to });
    this.board.from = null;
    this.board.tool = "";
    this.board.note = "";
    if (answer.is === "done") this.board.asked = answer.look;
    else if (answer.is === "refused") this.board.refuse(answer.faults);
    else this.board.note = answer.reason;
  }

  /** There is no shot where a line was dragged: what the line of sight has to say of it. */
  async whyNoShot(from: string, to: string): Promise<void> {
    const who = this.board.tokens[from]?.title ?? "This piece";
    const answer = await this.board.table.look("sight", { from, to });
    const lines = answer.is === "done" ? (answer.look?.lines ?? []) : [];
    const rows = [...new Set(lines.flatMap(({ rows }) => rows))];
    const reason = [`${who} has no shot there.`, ...lines.map(({ text }) => text)].join(" ");
    this.board.refuse([{ at: "", reason, rows }]);
  }

  /** What the piece that is told of could do, and what could be done to it by those who are picked up. */
  told = $state.raw<Look | null>(null);

  async tell(id: string): Promise<Look | null> {
    const by = this.board.selected.filter((one) => one !== id);
    const answer = await this.board.table.look("piece", this.board.tokens[id]?.machine ? { id, by } : { id });
    return answer.is === "done" ? answer.look : null;
  }

  /** What the ground is at a point, and what it does. */
  async ground(at: Point): Promise<Look | null> {
    const answer = await this.board.table.look("ground", { at });
    return answer.is === "done" ? answer.look : null;
  }

  toggleDead(): void {
    const { settings } = this.board;
    settings.dead = !settings.dead;
    settings.keep();
    this.changed();
  }

  /** The table is another now, and so is what is seen of it. */
  changed(): void {
    if (this.board.settings.dead) this.#asking.ask(null);
    else this.dead = [];
  }

  async #lookForDead(): Promise<void> {
    const answer = await this.board.table.look("hidden", {});
    if (this.board.settings.dead && answer.is === "done" && answer.look) this.dead = answer.look.shapes;
  }
}
