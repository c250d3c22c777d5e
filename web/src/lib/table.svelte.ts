// One seat at one table: the view as it stands, the log, and the calls that were not answered yet.
import { address, api, Unanswered } from "./api";
import type {
  AckMessage,
  AnyCall,
  AnyMessage,
  AnyRequest,
  Fault,
  Look,
  PatchMessage,
  Point,
  SeenEvent,
  SeenView,
  Suggestion,
  ViewMessage,
} from "./contract";
import { apply } from "./patch";
import { Socket } from "./socket";

/** How the generated types spell "any plain values by name". */
type Plainly = Record<string, never>;

type Unnumbered<T> = T extends unknown ? Omit<T, "call"> : never;

/** What became of a call: it was carried out, refused with reasons, or something went wrong. */
export type Answer =
  | { is: "done"; faults: Fault[]; suggestions: Suggestion[]; look: Look | null }
  | { is: "refused"; faults: Fault[] }
  | { is: "failed"; reason: string };

const LOST: Answer = {
  is: "failed",
  reason: "The connection was lost. It comes back by itself; then look again.",
};

export class Table {
  view = $state.raw<SeenView | null>(null);
  log = $state.raw<SeenEvent[]>([]);
  logStart = $state.raw(0);
  /** How long the log was when this seat last chose; what comes after is news. */
  read = $state.raw(0);
  state = $state.raw<"joining" | "open" | "lost" | "gone">("joining");
  trouble = $state.raw("");

  /** Told of every new view and of the events that led to it, one at a time and in order. */
  follower: ((view: SeenView, events: readonly SeenEvent[], fresh: boolean) => void) | null = null;

  #left: number | null;
  #version = 0;
  #calls = 0;
  #waiting = new Map<number, (answer: Answer) => void>();
  #socket: Socket;

  constructor(
    readonly game: string,
    readonly token: string,
    /** How much of the log was read when this seat last left the screen, where people share it. */
    read: number | null = null,
  ) {
    this.#left = read;
    const url = address(`games/${encodeURIComponent(game)}/table?token=${encodeURIComponent(token)}`);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    this.#socket = new Socket(url, {
      heard: (text) => this.#hear(JSON.parse(text) as AnyMessage),
      lost: () => this.#lose(),
    });
  }

  close(): void {
    this.#socket.close();
  }

  choose(request: AnyRequest, value: unknown): Promise<Answer> {
    this.read = this.logStart + this.log.length;
    return this.#call({ type: "choose", choice: choice(request, value) });
  }

  check(request: AnyRequest, value: unknown): Promise<Answer> {
    return this.#call({ type: "check", choice: choice(request, value) });
  }

  suggest(request: AnyRequest, most = 3): Promise<Answer> {
    return this.#call({ type: "suggest", serial: request.serial, most });
  }

  /** A question about the table: what a piece is, whether one point sees another. */
  look(about: string, given: Record<string, unknown>): Promise<Answer> {
    return this.#call({ type: "look", about, with: given as Plainly });
  }

  /** What becomes of a draft when pieces are dragged to a place or onto a piece. */
  drag(
    request: AnyRequest,
    draft: unknown,
    pieces: string[],
    to: Point | string,
    given: Record<string, unknown> = {},
  ): Promise<Answer> {
    return this.#call({ type: "drag", serial: request.serial, draft, pieces, to, with: given as Plainly });
  }

  /** What becomes of a draft by an act other than dragging: "card", "clear", "repeat", "condition", "show". */
  draft(
    request: AnyRequest,
    draft: unknown,
    act: string,
    pieces: string[],
    given: Record<string, unknown> = {},
  ): Promise<Answer> {
    return this.#call({ type: "draft", serial: request.serial, draft, act, pieces, with: given as Plainly });
  }

  /** Whether the plan runs by itself, so that this seat is asked about news only. */
  runPlan(on: boolean): Promise<Answer> {
    return this.#call({ type: "run_plan", on });
  }

  undo(): Promise<Answer> {
    return this.#call({ type: "undo" });
  }

  askBack(): Promise<Answer> {
    return this.#call({ type: "ask_back" });
  }

  answerBack(agrees: boolean): Promise<Answer> {
    return this.#call({ type: "answer_back", agrees });
  }

  #call(what: Unnumbered<AnyCall>): Promise<Answer> {
    const call = ++this.#calls;
    return new Promise((resolve) => {
      this.#waiting.set(call, resolve);
      if (!this.#socket.send(JSON.stringify({ ...what, call }))) this.#answer(call, LOST);
    });
  }

  #answer(call: number, answer: Answer): void {
    this.#waiting.get(call)?.(answer);
    this.#waiting.delete(call);
  }

  #hear(message: AnyMessage): void {
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
    }
  }

  #start({ view, version, log, log_start }: ViewMessage): void {
    if (this.view === null) this.read = this.#left ?? log_start + log.length;
    this.view = view;
    this.log = log;
    this.logStart = log_start;
    this.#version = version;
    this.state = "open";
    this.trouble = "";
    this.follower?.(view, [], true);
  }

  #follow({ since, version, changes, events }: PatchMessage): void {
    if (since !== this.#version || this.view === null) return this.#socket.restart();
    try {
      this.view = apply(this.view, changes) as SeenView;
    } catch {
      return this.#socket.restart();
    }
    this.#version = version;
    if (events.length) this.log = [...this.log, ...events];
    this.follower?.(this.view, events, false);
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

function done({ faults, suggestions, look }: AckMessage): Answer {
  return { is: "done", faults, suggestions, look: look ?? null };
}
