// One seat at one table: the view as it stands, the log, and the calls that were not answered yet.
import { address, api, Unanswered } from "./api";
import type {
  AckMessage,
  AnyCall,
  AnyMessage,
  AnyRequest,
  Fault,
  PatchMessage,
  SeenEvent,
  SeenView,
  Suggestion,
  ViewMessage,
} from "./contract";
import { apply } from "./patch";
import { Socket } from "./socket";

type Unnumbered<T> = T extends unknown ? Omit<T, "call"> : never;

/** What became of a call: it was carried out, refused with reasons, or something went wrong. */
export type Answer =
  | { is: "done"; faults: Fault[]; suggestions: Suggestion[] }
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

  #version = 0;
  #calls = 0;
  #waiting = new Map<number, (answer: Answer) => void>();
  #socket: Socket;

  constructor(
    readonly game: string,
    readonly token: string,
  ) {
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
    if (this.view === null) this.read = log_start + log.length;
    this.view = view;
    this.log = log;
    this.logStart = log_start;
    this.#version = version;
    this.state = "open";
    this.trouble = "";
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
    }
    return true;
  }
}

function choice(request: AnyRequest, value: unknown) {
  return { serial: request.serial, seat: request.seat, kind: request.kind, value };
}

function done({ faults, suggestions }: AckMessage): Answer {
  return { is: "done", faults, suggestions };
}
