// A seat's private notes: written here, kept by the server, the same in all browsers of the seat.
import type { NotesMessage } from "../lib/contract";
import type { Table } from "../lib/table.svelte";
import { whyNot } from "./talk.svelte";

export const LONGEST_NOTES = 4000;
/** How long after the last letter the notes are sent. */
const REST = 900;

export class Notes {
  text = $state("");
  /** What another browser of this seat had written and the last writer had not seen. */
  replaced = $state("");
  state = $state<"kept" | "writing" | "trouble">("kept");
  trouble = $state("");
  #version = 0;
  /** What was sent last and has not come back yet. */
  #sent: string | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly table: Table) {
    table.on("notes", (message) => this.#hear(message));
  }

  /** Other text is shown at once, unless something is being written: then it is not seen, and the server knows. */
  #hear({ text, version, replaced }: NotesMessage): void {
    this.replaced = replaced;
    if (text === this.#sent || text === this.text) {
      this.#version = version;
      return;
    }
    if (this.state !== "kept") return;
    this.text = text;
    this.#version = version;
  }

  write(text: string): void {
    this.text = text;
    this.state = "writing";
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.keep(), REST);
  }

  /** Send what is written. */
  async keep(settled = false): Promise<void> {
    clearTimeout(this.#timer);
    if (this.state === "kept" && !settled) return;
    const { text } = this;
    this.#sent = text;
    const answer = await this.table.ask({ type: "write_notes", text, since: this.#version, settled });
    this.#sent = null;
    this.trouble = whyNot(answer);
    if (answer.is !== "done") this.state = "trouble";
    else if (this.text === text) this.state = "kept";
  }

  /** Settle what the other browser had written: put it below, or let it go. */
  async settle(isWanted: boolean): Promise<void> {
    if (isWanted) this.text = `${this.text}\n${this.replaced}`.slice(0, LONGEST_NOTES);
    await this.keep(true);
  }
}
