// Talk as one seat has it: the channels it hears, what was said there, and what it has not read yet.
import { api } from "../lib/api";
import type { Circle, Said } from "../lib/contract";
import type { Answer, Table } from "../lib/table.svelte";
import { keyOf, labelOf, merged, NOTES, readMarks, unread, type Marks } from "./said";

export const LONGEST_SAYING = 500;
/** How long something that was said while the panel was shut is shown over the map. */
const SHOWN = 9000;

export class Talk {
  circles = $state.raw<readonly Circle[]>([]);
  said = $state.raw<readonly Said[]>([]);
  /** The side of this seat; "" for an umpire and for who watches. */
  side = $state("");
  /** The channel that is open, or the notes. */
  at = $state(NOTES);
  /** Whether the panel is in sight. */
  inSight = $state(false);
  /** What was said last while its channel was out of sight. */
  news = $state.raw<Said | null>(null);
  trouble = $state("");
  /** What is written and not sent yet, by channel. */
  drafts = $state<Record<string, string>>({});
  #marks = $state.raw<Marks>({});
  #older = $state.raw<ReadonlySet<string>>(new Set());
  #kept: string;
  #isStarted = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  circle = $derived(this.circles.find((one) => keyOf(one) === this.at));
  here = $derived(this.said.filter((one) => keyOf(one) === this.at));
  hasOlder = $derived(this.#older.has(this.at));
  unread = $derived(this.circles.reduce((sum, one) => sum + this.unreadIn(keyOf(one)), 0));

  constructor(
    readonly table: Table,
    readonly seat: string,
  ) {
    this.#kept = `deadground.read.${table.game}.${seat}`;
    this.#marks = readMarks(localStorage.getItem(this.#kept));
    table.on("talk", ({ side, circles, said }) => {
      this.side = side;
      this.#start(circles, said);
    });
    table.on("said", ({ said }) => this.#hear(said));
  }

  unreadIn(key: string): number {
    return unread(this.said, this.#marks, key, this.seat);
  }

  labelOf(one: Pick<Circle, "channel" | "side">): string {
    return labelOf(one, this.side);
  }

  #start(circles: readonly Circle[], said: readonly Said[]): void {
    const known = new Set(circles.map(keyOf));
    // What was scrolled back to is kept where nothing is missing in between.
    const before = this.said.filter((one) => known.has(keyOf(one)) && this.#joinsOn(one, said));
    const kept = new Set(before.map(keyOf));
    this.#older = new Set(
      circles.filter((one) => (kept.has(keyOf(one)) ? this.#older.has(keyOf(one)) : one.older)).map(keyOf),
    );
    this.circles = circles;
    this.said = merged(before, said);
    const [first] = circles;
    if (!known.has(this.at) && this.at !== NOTES) this.at = NOTES;
    if (!this.#isStarted && first) this.at = keyOf(first);
    this.#isStarted = true;
    this.see();
  }

  #joinsOn(one: Said, said: readonly Said[]): boolean {
    const numbers = said.filter((other) => keyOf(other) === keyOf(one)).map(({ n }) => n);
    const last = Math.max(...this.said.filter((other) => keyOf(other) === keyOf(one)).map(({ n }) => n));
    return !numbers.length || last >= Math.min(...numbers) - 1;
  }

  #hear(said: Said): void {
    this.said = merged(this.said, [said]);
    if (said.seat === this.seat) return;
    if (this.#isSeen(keyOf(said))) return this.see();
    this.news = said;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.news = null), SHOWN);
  }

  #isSeen(key: string): boolean {
    return this.inSight && this.at === key && document.visibilityState === "visible";
  }

  /** Open a channel, or the notes. */
  open(key: string): void {
    this.at = key;
    this.trouble = "";
    this.see();
  }

  /** What is before somebody's eyes is read. */
  see(): void {
    const last = this.said.filter((one) => keyOf(one) === this.at).at(-1);
    if (!last || !this.#isSeen(this.at)) return;
    if (this.news && keyOf(this.news) === this.at) this.news = null;
    if (last.n <= (this.#marks[this.at] ?? 0)) return;
    this.#marks = { ...this.#marks, [this.at]: last.n };
    localStorage.setItem(this.#kept, JSON.stringify(this.#marks));
  }

  /** Say what is written in the open channel. */
  async say(): Promise<void> {
    const { at, circle } = this;
    const text = (this.drafts[at] ?? "").trim();
    if (!text || !circle) return;
    const { channel, side } = circle;
    const answer = await this.table.ask({ type: "say", channel, side, text });
    this.trouble = whyNot(answer);
    if (answer.is === "done" && (this.drafts[at] ?? "").trim() === text) this.drafts[at] = "";
  }

  /** Fetch what was said before the oldest thing that is here. */
  async fetchOlder(): Promise<void> {
    const { circle, at } = this;
    const [oldest] = this.here;
    if (!circle || !oldest || !this.hasOlder) return;
    const { game, token } = this.table;
    try {
      const more = await api.olderTalk(game, token, circle.channel, circle.side, oldest.n);
      this.said = merged(this.said, more);
      if (!more.length || more.some(({ n }) => n === 1))
        this.#older = new Set([...this.#older].filter((key) => key !== at));
    } catch (error) {
      this.trouble = error instanceof Error ? error.message : String(error);
    }
  }
}

/** Why something was not done, in the server's words; "" if it was. */
export function whyNot(answer: Answer): string {
  if (answer.is === "done") return "";
  return answer.is === "refused" ? answer.faults.map(({ reason }) => reason).join(" ") : answer.reason;
}
