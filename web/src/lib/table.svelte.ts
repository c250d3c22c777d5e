// One seat at one table: the view as it stands, the log, and the calls that were not answered yet.
import { address, api, Unanswered } from "./api";
import type {
  AckMessage,
  Again,
  AnyCall,
  AnyMessage,
  AnyRequest,
  AnyServerCall,
  AnyServerMessage,
  Fault,
  Look,
  PatchMessage,
  Point,
  SeatWish,
  SeenEvent,
  SeenView,
  Suggestion,
  ViewMessage,
} from "./contract";
import { isNeedless } from "./needless";
import { apply } from "./patch";
import { Socket } from "./socket";
import { heading } from "./words";
import { whyNoUndo } from "../trust/undo";

/** How the generated types spell "any plain values by name". */
type Plainly = Record<string, never>;

type Unnumbered<T> = T extends unknown ? Omit<T, "call"> : never;

/** A message of the server beside the game, by its type. */
type Beside<T extends AnyServerMessage["type"]> = Extract<AnyServerMessage, { type: T }>;

/** How much is kept of what nobody listens to yet. */
const UNHEARD = 200;

/** What became of a call: it was carried out, refused with reasons, or something went wrong. */
export type Answer =
  | { is: "done"; faults: Fault[]; suggestions: Suggestion[]; look: Look | null; shown: Look | null; leftOut: Look | null }
  | { is: "refused"; faults: Fault[] }
  | { is: "failed"; reason: string };

/** Said of a call that the line was lost on. It holds until the line is back. */
export const LINE_LOST = "The connection was lost. It comes back by itself; then look again.";
const LOST: Answer = { is: "failed", reason: LINE_LOST };

/** A call without an answer for so long is given up: whatever waited for it, and every press after it, goes on. */
export const LONGEST_ANSWER = 15_000;
export const NO_ANSWER = "The table has not answered. What you laid out is still there: press once more.";

export class Table {
  view = $state.raw<SeenView | null>(null);
  log = $state.raw<SeenEvent[]>([]);
  logStart = $state.raw(0);
  /** How long the log was when this seat last chose; what comes after is news. */
  read = $state.raw(0);
  /** Where in the log begins what others did at the table and is still told: it stays for one choice more. */
  heard = $state.raw(0);
  state = $state.raw<"joining" | "open" | "lost" | "gone">("joining");
  trouble = $state.raw("");
  /** Whether nothing comes back from the server, though the line is not closed. */
  isSilent = $state.raw(false);
  /** Whether this browser alone has the game, whether this seat may take it back to an earlier moment or begin it again. */
  rights = $state.raw({ mine: false, rewinds: false, begins_again: false, swaps: false });
  /** What the people in the seats are called, as far as they have said. */
  names = $state.raw<Record<string, string>>({});
  /** Gives the screen to the next player, where people share it and one is waited for. */
  pass = $state.raw<(() => void) | null>(null);
  /** What is asked about seats: that one go to somebody else, or be lent. */
  wishes = $state.raw<readonly SeatWish[]>([]);

  /** What was passed over since the player last chose, because nothing could be chosen and nobody learns from it. */
  passed = $state.raw<readonly string[]>([]);
  /** What whoever began the game is called. */
  host = $state.raw("");
  /** The game in which this battle is fought again, once it is. */
  followed = $state.raw<Again | null>(null);

  /** Told of every new view and of the events that led to it, one at a time and in order. */
  follower: ((view: SeenView, events: readonly SeenEvent[], fresh: boolean) => void) | null = null;

  /** The view as the server has it: `view` is without what is passed over. */
  #seen: SeenView | null = null;
  #bots: Readonly<Record<string, string>> = {};
  #passing = -1;
  /** Whether everything is shown as it is asked: something was taken back, or could not be passed over. */
  #isHeld = false;
  #left: number | null;
  #version = 0;
  #calls = 0;
  #waiting = new Map<number, (answer: Answer) => void>();
  #socket: Socket;
  #listeners = new Map<string, Set<(message: AnyServerMessage) => void>>();
  #unheard: AnyServerMessage[] = [];

  constructor(
    readonly game: string,
    readonly token: string,
    /** How much of the log was read when this seat last left the screen, where people share it. */
    read: number | null = null,
  ) {
    this.#left = read;
    const url = address(`games/${encodeURIComponent(game)}/table`);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    this.#socket = new Socket(url, token, {
      heard: (text) => this.#hear(JSON.parse(text) as AnyMessage | AnyServerMessage),
      fellSilent: (is) => (this.isSilent = is),
      lost: () => this.#lose(),
    });
  }

  close(): void {
    this.#socket.close();
  }

  /** A seat as the table calls it: by whoever sits there, where that is known. */
  nameOf(seat: string): string {
    const name = this.names[seat];
    return name && name !== heading(seat) ? `${name} (${heading(seat)})` : heading(seat);
  }

  async choose(request: AnyRequest, value: unknown): Promise<Answer> {
    this.heard = Math.max(this.heard, this.read);
    this.read = this.logStart + this.log.length;
    this.passed = [];
    this.#isHeld = false;
    const answer = await this.#call({ type: "choose", choice: choice(request, value) });
    // News comes before the refusal: if the question still stands here, this page has missed some.
    if (isStale(answer) && this.#seen?.requests.some(({ serial }) => serial === request.serial)) this.#socket.restart();
    return answer;
  }

  check(request: AnyRequest, value: unknown): Promise<Answer> {
    return this.#call({ type: "check", choice: choice(request, value) });
  }

  suggest(request: AnyRequest, most = 3): Promise<Answer> {
    return this.#call({ type: "suggest", serial: request.serial, most, ...this.#as(request.seat) });
  }

  /** A question about the table: what a piece is, whether one point sees another. */
  look(about: string, given: Record<string, unknown>, seat = this.view?.seat ?? ""): Promise<Answer> {
    return this.#call({ type: "look", about, with: given as Plainly, ...this.#as(seat) });
  }

  /** What becomes of a draft when pieces are dragged to a place or onto a piece; kept, all about it comes at once. */
  drag(
    request: AnyRequest,
    draft: unknown,
    pieces: string[],
    to: Point | string,
    given: Record<string, unknown> = {},
    keep = false,
  ): Promise<Answer> {
    const { serial, seat } = request;
    return this.#call({ type: "drag", serial, draft, pieces, to, with: given as Plainly, keep, ...this.#as(seat) });
  }

  /** What becomes of a draft by an act other than dragging: "card", "clear", "repeat", "routes", "condition", "show". */
  draft(
    request: AnyRequest,
    draft: unknown,
    act: string,
    pieces: string[],
    given: Record<string, unknown> = {},
    keep = false,
  ): Promise<Answer> {
    const { serial, seat } = request;
    return this.#call({ type: "draft", serial, draft, act, pieces, with: given as Plainly, keep, ...this.#as(seat) });
  }

  /** Whether the plan runs by itself, so that this seat is asked about news only. */
  runPlan(on: boolean): Promise<Answer> {
    return this.#call({ type: "run_plan", on });
  }

  /** The umpire changes something by hand, with a reason. */
  overrule(what: string, fields: Record<string, unknown>, reason: string): Promise<Answer> {
    return this.#call({ type: "overrule", what, fields: fields as Plainly, reason });
  }

  /** Lend a seat, or some of its commands, to a team-mate's seat or to "bot". */
  lend(seat: string, to: string, commands: string[] = []): Promise<Answer> {
    return this.#call({ type: "lend", seat, to, commands });
  }

  /** Ask that a seat be lent, or without `to` go to somebody else; done at once where nobody need be asked. */
  askSeat(seat: string, to = "", commands: string[] = []): Promise<Answer> {
    return this.ask({ type: "ask_seat", seat, to, commands });
  }

  answerSeat(seat: string, agrees: boolean): Promise<Answer> {
    return this.ask({ type: "answer_seat", seat, agrees });
  }

  takeHome(seat: string, commands: string[] = []): Promise<Answer> {
    return this.#call({ type: "take_home", seat, commands });
  }

  undo(): Promise<Answer> {
    this.#isHeld = true;
    return this.#call({ type: "undo" });
  }

  /** Why nothing can be undone for free, where that is so. */
  get whyNoUndo(): string {
    return whyNoUndo(this.log.slice(Math.max(0, this.read - this.logStart)), this.rights.rewinds);
  }

  askBack(): Promise<Answer> {
    return this.#call({ type: "ask_back" });
  }

  answerBack(agrees: boolean, seat = this.view?.seat ?? ""): Promise<Answer> {
    return this.#call({ type: "answer_back", agrees, ...this.#as(seat) });
  }

  /** What others did at the table was read. */
  hear(): void {
    this.heard = this.logStart + this.log.length;
  }

  /** Why a call came to nothing, in words; "" if it did not, or if the line it was lost on is back. */
  why(answer: Answer | null): string {
    if (answer?.is !== "failed" || (answer.reason === LINE_LOST && this.state === "open")) return "";
    return answer.reason;
  }

  /** A call about another seat's request, where that seat was lent to this one, says so. */
  #as(seat: string): { as?: string } {
    return seat === this.view?.seat ? {} : { as: seat };
  }

  /** Ask something of the server itself, beside the game. */
  ask(what: Unnumbered<AnyServerCall>): Promise<Answer> {
    return this.#call(what);
  }

  /** Listen to what the server tells beside the game; what came before anybody listened is told at once. */
  on<T extends AnyServerMessage["type"]>(type: T, hear: (message: Beside<T>) => void): () => void {
    const listener = hear as (message: AnyServerMessage) => void;
    const listeners = this.#listeners.get(type) ?? new Set();
    this.#listeners.set(type, listeners.add(listener));
    const early = this.#unheard.filter((message) => message.type === type);
    this.#unheard = this.#unheard.filter((message) => message.type !== type);
    for (const message of early) listener(message);
    return () => listeners.delete(listener);
  }

  #call(what: Unnumbered<AnyCall> | Unnumbered<AnyServerCall>): Promise<Answer> {
    const call = ++this.#calls;
    return new Promise((resolve) => {
      const limit = setTimeout(() => this.#answer(call, { is: "failed", reason: NO_ANSWER }), LONGEST_ANSWER);
      this.#waiting.set(call, (answer) => {
        clearTimeout(limit);
        resolve(answer);
      });
      if (!this.#socket.send(JSON.stringify({ ...what, call }))) this.#answer(call, LOST);
    });
  }

  #answer(call: number, answer: Answer): void {
    this.#waiting.get(call)?.(answer);
    this.#waiting.delete(call);
  }

  #hear(message: AnyMessage | AnyServerMessage): void {
    switch (message.type) {
      case "view":
        return this.#start(message);
      case "patch":
        return this.#follow(message);
      case "ack":
        return this.#answer(message.call, done(message));
      case "refusal":
        return this.#answer(message.call, { is: "refused", faults: message.faults });
      case "error":
        if (message.call === null) this.trouble = message.reason;
        else this.#answer(message.call, { is: "failed", reason: message.reason });
        return;
      default:
        return this.#hearBeside(message);
    }
  }

  #hearBeside(message: AnyServerMessage): void {
    const listeners = this.#listeners.get(message.type);
    if (listeners?.size) for (const listener of listeners) listener(message);
    else this.#unheard = [...this.#unheard.slice(1 - UNHEARD), message];
  }

  #start({ view, version, log, log_start }: ViewMessage): void {
    if (this.view === null) {
      this.read = this.heard = this.#left ?? log_start + log.length;
      void api.status(this.game, this.token).then(
        (status) => {
          this.rights = status;
          this.names = status.names;
          this.#bots = status.bots;
        },
        () => {},
      );
    }
    this.#unheard = [];
    this.#show(view);
    this.log = log;
    this.logStart = log_start;
    this.#version = version;
    this.state = "open";
    this.trouble = "";
    this.follower?.(this.view!, [], true);
  }

  #follow({ since, version, changes, events }: PatchMessage): void {
    if (since !== this.#version || this.#seen === null) return this.#socket.restart();
    try {
      this.#show(apply(this.#seen, changes) as SeenView);
    } catch {
      return this.#socket.restart();
    }
    this.#version = version;
    if (events.length) this.log = [...this.log, ...events];
    this.follower?.(this.view!, events, false);
  }

  #show(seen: SeenView): void {
    this.#seen = seen;
    const needless = this.#isHeld ? [] : seen.requests.filter((one) => isNeedless(one, seen, this.#bots));
    for (const request of needless) void this.#passOver(request);
    const requests = seen.requests.filter((one) => !needless.includes(one));
    this.view = needless.length ? { ...seen, requests } : seen;
  }

  async #passOver(request: AnyRequest): Promise<void> {
    if (this.#passing === request.serial) return;
    this.#passing = request.serial;
    const value = request.kind === "allocate" ? {} : [];
    const answer = await this.#call({ type: "choose", choice: choice(request, value) });
    if (answer.is === "done") {
      this.passed = [...this.passed.slice(-2), request.prompt];
      return;
    }
    this.#isHeld = true;
    this.view = this.#seen;
    if (this.view) this.follower?.(this.view, [], false);
  }

  async #lose(): Promise<boolean> {
    for (const call of [...this.#waiting.keys()]) this.#answer(call, LOST);
    this.state = this.view === null ? "joining" : "lost";
    try {
      await api.status(this.game, this.token);
    } catch (error) {
      if (error instanceof Unanswered && error.isGone) {
        this.state = "gone";
        return false;
      }
      this.state = "lost";
      this.trouble = error instanceof Unanswered && error.status > 0 ? error.message : "";
    }
    return true;
  }
}

function choice(request: AnyRequest, value: unknown) {
  return { serial: request.serial, seat: request.seat, kind: request.kind, value };
}

/** Whether the table went on before this page was told. */
export function isStale(answer: Answer): boolean {
  return answer.is === "refused" && answer.faults.some(({ at }) => at === "serial");
}

function done({ faults, suggestions, look, shown, left_out: leftOut }: AckMessage): Answer {
  return { is: "done", faults, suggestions, look: look ?? null, shown: shown ?? null, leftOut: leftOut ?? null };
}
