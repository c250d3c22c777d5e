// What happened since this seat last looked, as the server tells it when somebody comes back.
import { api } from "../lib/api";
import type { Since } from "../lib/contract";
import type { Table } from "../lib/table.svelte";

export class Missed {
  since = $state.raw<Since | null>(null);

  #stop: () => void;

  constructor(readonly table: Table) {
    this.#stop = table.on("since", ({ seen }) => void this.#ask(seen));
  }

  close(): void {
    this.#stop();
  }

  dismiss(): void {
    this.since = null;
  }

  async #ask(seen: number): Promise<void> {
    const { table } = this;
    if (table.logStart + table.log.length <= seen) return;
    try {
      const found = await api.since(table.game, table.token, seen);
      if (found.events > 0 && found.turns.length) this.since = found;
    } catch {
      // Without it the log tells the same at more length.
    }
  }
}
