// The timeline: what this seat saw, moment by moment. Looking back changes nothing at the table.
import { lessons } from "../lesson/kept";
import { api, Unanswered } from "../lib/api";
import type { Moment, MomentSeen } from "../lib/contract";
import { myGames } from "../lib/mygames";
import { router, to } from "../lib/router.svelte";

/** Where a step leads from here: null is now, after the last moment. */
export function stepped(count: number, at: number | null, by: number): number | null {
  const here = at ?? count;
  const to = Math.max(0, here + by);
  return to >= count ? null : to;
}

/** Where each turn begins, for the marks on the line. */
export function turns(moments: readonly Moment[]): { turn: number; at: number }[] {
  const found: { turn: number; at: number }[] = [];
  moments.forEach(({ turn }, at) => {
    if (turn !== found.at(-1)?.turn) found.push({ turn, at });
  });
  return found;
}

const BEAT = 900;
const PAUSE = 1200;

export class History {
  moments = $state.raw<Moment[]>([]);
  /** The place in the list that is shown; null for now. */
  at = $state.raw<number | null>(null);
  shown = $state.raw<MomentSeen | null>(null);
  playing = $state(false);
  /** With everything revealed, once the game is over. */
  all = $state(false);
  /** As another seat saw it, once the game is over; "" for one's own. */
  seat = $state("");
  trouble = $state("");
  /** The place at which going back was wished for: what came after it would be erased, so it is wished for twice. */
  wished = $state.raw<number | null>(null);
  moment = $derived(this.at === null ? null : (this.moments[this.at] ?? null));

  #timer: ReturnType<typeof setTimeout> | undefined;
  #soon: ReturnType<typeof setTimeout> | undefined;
  #kept = new Map<string, MomentSeen>();

  constructor(
    readonly game: string,
    readonly token: string,
  ) {}

  async load(): Promise<void> {
    const found = await this.#had(api.history(this.game, this.token, this.all, this.seat));
    if (found) this.moments = found.moments;
  }

  /** After a while in which nothing more happened: the whole list is asked for, so not at every step. */
  loadSoon(): void {
    clearTimeout(this.#soon);
    this.#soon = setTimeout(() => void this.load(), PAUSE);
  }

  async show(at: number | null): Promise<void> {
    this.wished = null;
    this.at = at;
    const moment = at === null ? undefined : this.moments[at];
    if (!moment) {
      this.at = null;
      this.shown = null;
      this.stop();
      return;
    }
    const key = `${moment.n} ${this.all} ${this.seat}`;
    const found =
      this.#kept.get(key) ??
      (await this.#had(api.moment(this.game, this.token, moment.n, this.all, this.seat)));
    if (!found) return this.stop();
    this.#kept.set(key, found);
    if (this.at === at) this.shown = found;
  }

  async step(by: number): Promise<void> {
    if (!this.moments.length) await this.load();
    return this.show(stepped(this.moments.length, this.at, by));
  }

  /** Whose eyes to look through: one's own "", another seat's, or everybody's "all". */
  async through(eyes: string): Promise<void> {
    this.all = eyes === "all";
    this.seat = this.all ? "" : eyes;
    await this.load();
    if (this.at !== null) await this.show(Math.min(this.at, this.moments.length - 1));
  }

  async play(): Promise<void> {
    if (!this.moments.length) await this.load();
    this.playing = true;
    if (this.at === null) await this.show(0);
    this.#tick();
  }

  stop(): void {
    this.playing = false;
    clearTimeout(this.#timer);
  }

  close(): void {
    this.stop();
    clearTimeout(this.#soon);
  }

  #tick(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (!this.playing) return;
      void this.step(1).then(() => {
        if (this.at === null) this.stop();
        else if (this.playing) this.#tick();
      });
    }, BEAT);
  }

  /** The game goes back to this moment and is marked, once that was wished for twice; only where nobody is wronged by it. */
  async rewind(reason: string): Promise<void> {
    const { moment } = this;
    if (!moment) return;
    if (this.wished !== this.at) {
      this.wished = this.at;
      return;
    }
    const done = await this.#had(api.rewind(this.game, this.token, moment.n, reason));
    if (!done) return;
    this.#kept.clear();
    await this.show(null);
    await this.load();
  }

  /** Another game that begins at this moment. */
  async fork(): Promise<void> {
    const { moment } = this;
    const game = moment && (await this.#had(api.fork(this.game, this.token, moment.n, this.all)));
    if (!game) return;
    myGames.keep(game);
    lessons.carryOver(this.game, game.game);
    router.go(to.play(game.game));
  }

  async #had<T>(answer: Promise<T>): Promise<T | null> {
    try {
      const found = await answer;
      this.trouble = "";
      return found;
    } catch (error) {
      this.trouble = error instanceof Unanswered ? error.message : "The past cannot be shown just now.";
      return null;
    }
  }
}
