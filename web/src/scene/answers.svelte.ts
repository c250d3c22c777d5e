// How questions are answered: by the player, by an answer that stands, or because there is no other.
import { endsOf, isForGroups, isForWays } from "../fireplan/men";
import type { AnyRequest, Point } from "../lib/contract";
import type { Asking } from "../table/asking.svelte";
import type { Board } from "./board.svelte";
import { OVER } from "../thread/chains";
import { keepSent, readSent } from "./sent";
import type { Term } from "./standing";
import { Standings } from "./standings.svelte";

/** Who is this near to where he was sent has arrived, in tenths of a millimetre. */
const SHORT = 60;

export class Answers {
  /** How long the answer that is being made shall stand; "" for this once. */
  term = $state<Term | "">("");
  /** What was answered by itself since the player last answered: by a standing answer, or because there was no other. */
  byItself = $state.raw<readonly string[]>([]);
  readonly standings: Standings;
  /** Where men were sent since their group was chosen, by man; kept until the window is closed. */
  sent = $state.raw<ReadonlyMap<string, Point>>(new Map());

  /** Where the men of a short way were sent and have not come to. */
  onwards: Record<string, Point> = $derived.by(() => {
    const request = this.board.asking?.request;
    if (!isForWays(request)) return {};
    return Object.fromEntries(
      request.walkers.flatMap(({ piece, start }) => {
        const end = this.sent.get(piece);
        return end && Math.hypot(end[0] - start[0], end[1] - start[1]) > SHORT ? [[piece, end] as const] : [];
      }),
    );
  });

  constructor(readonly board: Board) {
    this.standings = new Standings(board.table.game);
    this.sent = readSent(board.table.game);
  }

  /**
   * A standing answer is given at once and told; one that is refused is switched off. What was taken back is not
   * answered by itself again.
   */
  async byItselfTo(asking: Asking): Promise<boolean> {
    if (asking.isGivenBack) return false;
    const { scene } = this.board.view;
    const found = scene && this.standings.find(asking.request, scene, (since) => this.#isExchangeOver(since));
    if (!found) return this.#takeForced(asking);
    const { one, value } = found;
    const isDone = await asking.send(value);
    if (!isDone) this.standings.turn(one.key, false);
    else {
      this.standings.used(one.key);
      this.#tell(`As always: ${one.words}. ${asking.request.prompt}`);
    }
    return isDone;
  }

  /** An answer that is the only one is taken and told; who is being taught sees it asked. */
  async #takeForced(asking: Asking): Promise<boolean> {
    const { coach, table } = this.board;
    if (asking.request.manner !== "exchange" || (coach && !coach.isOff)) return false;
    const answer = await table.look("forced", {}, asking.request.seat);
    const look = answer.is === "done" ? answer.look : null;
    const isInHand = asking.touched || this.term !== "";
    if (!look?.lines.length || isInHand || !(await asking.send(look.value))) return false;
    this.#tell(look.lines.map(({ text }) => text).join(" "));
    return true;
  }

  /** How many lines the log has had so far. */
  get #logged(): number {
    return this.board.table.logStart + this.board.table.log.length;
  }

  /** Whether a chain has ended since the log was so long. */
  #isExchangeOver(since: number): boolean {
    const { log, logStart } = this.board.table;
    return logStart > since || log.slice(since - logStart).some(({ kind }) => kind === OVER);
  }

  #tell(words: string): void {
    this.byItself = [...this.byItself.slice(-2), words];
  }

  /** Give an answer; it stands for as long as was wished. */
  async give(asking: Asking, value: unknown = asking.draft, term: Term | "" = this.term): Promise<boolean> {
    const { request } = asking;
    const { scene } = this.board.view;
    const now = this.#logged;
    this.byItself = [];
    if (!(await asking.send(value))) return false;
    this.board.keepDrawn(asking);
    if (request.manner) this.#remember(request, value);
    if (term && scene) this.standings.keep(request, value, term, scene, now);
    return true;
  }

  /** Where men were sent last: who was stopped on the way may go on there. */
  #remember(request: AnyRequest, value: unknown): void {
    const before = isForGroups(request) ? [] : [...this.sent];
    const ends = endsOf(request, value);
    if (!ends.size && !isForGroups(request)) return;
    this.sent = new Map([...before, ...ends]);
    keepSent(this.board.table.game, this.sent);
  }
}
