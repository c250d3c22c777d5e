// The seats that this browser holds at one game, one of them on the screen at a time.
import { api } from "./api";
import type { OpenSeat } from "./contract";
import { Table } from "./table.svelte";

const ASK_EVERY = 600;

/**
 * With one seat there is only its table. With several, a curtain hangs until the next player is ready, and only then is
 * his view fetched: behind the curtain there is nothing to see.
 */
export class Sharing {
  table = $state.raw<Table | null>(null);
  /** Who is to come to the screen. */
  next = $state.raw<OpenSeat | null>(null);
  /** Whether the curtain hangs; while it does not, whoever is at the screen may first look at what happened. */
  hangs = $state.raw(false);

  #at: OpenSeat | null = null;
  /** How much of the log each seat had seen when it left the screen. */
  #read = new Map<string, number>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly game: string,
    readonly seats: readonly OpenSeat[],
  ) {
    const [only] = seats;
    if (seats.length === 1 && only) this.#sit(only);
    else if (only) void this.#first();
  }

  get shared(): boolean {
    return this.seats.length > 1;
  }

  close(): void {
    clearTimeout(this.#timer);
    this.table?.close();
  }

  /** Hang the curtain: whoever was at the screen gives it away. */
  pass(): void {
    clearTimeout(this.#timer);
    if (this.table && this.#at) this.#read.set(this.#at.seat, this.table.logStart + this.table.log.length);
    this.table?.close();
    this.table = null;
    this.hangs = true;
  }

  /** The next player says that only he is looking. */
  ready(): void {
    if (this.next) this.#sit(this.next);
  }

  /** While whoever is at the screen has nothing to do, look whether somebody else has. */
  wait(): () => void {
    let stopped = false;
    const ask = async (): Promise<void> => {
      const found = await this.#asked();
      if (stopped || this.hangs) return;
      this.next = found;
      if (found && !this.#hasNews()) this.pass();
      else if (!found) this.#timer = setTimeout(ask, ASK_EVERY);
    };
    this.next = null;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(ask, 0);
    return () => {
      stopped = true;
      clearTimeout(this.#timer);
    };
  }

  #sit(seat: OpenSeat): void {
    this.#at = seat;
    this.next = null;
    this.hangs = false;
    this.table = new Table(this.game, seat.token, this.#read.get(seat.seat));
  }

  #hasNews(): boolean {
    const { table } = this;
    return table !== null && table.logStart + table.log.length > table.read;
  }

  async #first(): Promise<void> {
    this.hangs = true;
    this.next = (await this.#asked()) ?? this.seats[0] ?? null;
  }

  /** The first other seat that is being waited for. */
  async #asked(): Promise<OpenSeat | null> {
    for (const seat of this.seats) {
      if (seat === this.#at) continue;
      try {
        if ((await api.status(this.game, seat.token)).your_turn) return seat;
      } catch {
        return null;
      }
    }
    return null;
  }
}
