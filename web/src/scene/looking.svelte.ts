// Questions about the table: sight lines, pieces, the ground, and what my side cannot see.
import type { Look, Point, Shape } from "../lib/contract";
import type { Board } from "./board.svelte";

export class Looking {
  /** Ground that my side cannot see. */
  hidden = $state.raw<readonly Shape[]>([]);

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
    else
      this.board.note =
        answer.is === "refused" ? answer.faults.map(({ reason }) => reason).join(" ") : answer.reason;
  }

  /** What a piece is and could do. */
  async tell(id: string): Promise<Look | null> {
    const answer = await this.board.table.look("piece", { id });
    return answer.is === "done" ? answer.look : null;
  }

  /** What the ground is at a point, and what it does. */
  async ground(at: Point): Promise<Look | null> {
    const answer = await this.board.table.look("ground", { at });
    return answer.is === "done" ? answer.look : null;
  }

  async toggleHidden(): Promise<void> {
    if (this.hidden.length) {
      this.hidden = [];
      return;
    }
    await this.lookForHidden();
  }

  /** Looked for anew when the table has changed. */
  async lookForHidden(): Promise<void> {
    const answer = await this.board.table.look("hidden", {});
    if (answer.is === "done" && answer.look) this.hidden = answer.look.shapes;
    else if (answer.is === "refused") this.board.note = answer.faults.map(({ reason }) => reason).join(" ");
  }
}
