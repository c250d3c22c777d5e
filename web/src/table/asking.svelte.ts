// One open request and the half-made answer to it, shared by its form and the map.
import { isForMen } from "../fireplan/men";
import { STAFF, tellSame, withAdvice } from "../lib/advice";
import type { AnyRequest, Fault, Look, OrderValue, Point, Suggestion } from "../lib/contract";
import { faultsUnder, firstDraft, newsworthy, same } from "../lib/drafts";
import { keptDrafts } from "../lib/keptdrafts";
import { isStale, type Answer, type Table } from "../lib/table.svelte";

/** What comes with a gesture that is kept. */
type Told = Pick<Extract<Answer, { is: "done" }>, "shown" | "leftOut">;

export const CHECK_PAUSE = 250;

/** An answer of the table that does not come keeps nobody from answering his question. */
const LONGEST_OPENING = 3000;

/** The table went on before this page was told: what is new is on its way. */
const STALE = "This was answered already, perhaps in another tab. The table goes on in a moment.";

export class Asking {
  request: AnyRequest;
  draft = $state.raw<unknown>(null);
  /** The draft that the player was given to begin with. */
  begun = $state.raw<unknown>(null);
  touched = $state(false);
  busy = $state(false);
  /** Whether it is still being looked up if this is answered by itself, or what is proposed is still being laid out. */
  opening = $state(false);
  opened: Promise<void> = Promise.resolve();
  faults = $state.raw<readonly Fault[]>([]);
  /** Why the table did not answer, or that it has gone on. */
  #trouble = $state("");
  /** Why the last gesture came to nothing, with its rows; gone as soon as something else is done. */
  refusal = $state.raw<readonly Fault[]>([]);
  suggestions = $state.raw<Suggestion[]>([]);
  /** What the last gesture showed: routes, ghosts, its label. */
  look = $state.raw<Look | null>(null);
  /** What the draft would leave undone, where orders are asked for. */
  leftOut = $state.raw<Look | null>(null);
  /** The drafts of which that, and what is wrong, are known: it need not be asked twice. */
  #lookedOver: unknown = undefined;
  #checked: unknown = undefined;
  /** The question that advice was asked for: a view that changes elsewhere does not ask for it again. */
  #advisedOn: AnyRequest | null = null;
  /** Drafts before this one, for taking steps back. */
  #past: { draft: unknown; look: Look | null }[] = [];
  #gone = $state(0);
  #turn: Promise<unknown> = Promise.resolve();
  readonly table: Table;
  /** Whether this was answered before and taken back: the answer that was given is the draft. */
  readonly isGivenBack: boolean;

  constructor(table: Table, request: AnyRequest) {
    this.table = table;
    this.request = request;
    this.draft = this.begun = firstDraft(request);
    const { serial, seat } = request;
    const former = table.view?.former.find((one) => one.serial === serial && one.seat === seat);
    this.isGivenBack = former !== undefined;
    const kept = keptDrafts.read(table.game, request) ?? former?.value;
    if (kept !== undefined) {
      this.draft = kept;
      this.touched = true;
    }
  }

  /** What is wrong beside the answer itself; a line that was lost and is back is no trouble any more. */
  get trouble(): string {
    return this.table.why({ is: "failed", reason: this.#trouble });
  }

  set trouble(words: string) {
    this.#trouble = words;
  }

  /** Lay the question out; whoever accepts it before that is done means what will lie there. */
  open(layOut: () => Promise<void>): void {
    this.opening = true;
    const atTheLatest = new Promise<void>((go) => setTimeout(go, LONGEST_OPENING));
    this.opened = Promise.race([layOut(), atTheLatest])
      .catch(() => {})
      .finally(() => (this.opening = false));
  }

  get canStepBack(): boolean {
    return this.#gone > 0;
  }

  /** A new draft; `look` is what the gesture that made it showed, of the pieces it touched. */
  set = (value: unknown, look: Look | null = null): void => {
    if (!same(value, this.draft)) {
      this.#past.push({ draft: this.draft, look: this.look });
      this.#gone = this.#past.length;
    }
    this.draft = value;
    keptDrafts.keep(this.table.game, this.request, value);
    this.look = look && this.look ? withRest(look, this.look) : look;
    this.touched = true;
    this.forgive();
    if (look) this.faults = look.faults;
  };

  /** All about the draft came with the gesture that made it: its picture, what is wrong, what it leaves undone. */
  #learn(value: unknown, { shown, leftOut }: Told): void {
    this.#checked = value;
    if (shown) {
      const { title, lines } = this.look ?? shown;
      this.look = { ...shown, title, lines };
    }
    if (leftOut) {
      this.leftOut = leftOut;
      this.#lookedOver = value;
    }
  }

  /** Whether there was a step to take back. */
  stepBack(): boolean {
    const before = this.#past.pop();
    this.#gone = this.#past.length;
    if (!before) return false;
    this.draft = before.draft;
    keptDrafts.keep(this.table.game, this.request, this.draft);
    this.look = before.look;
    this.forgive();
    return true;
  }

  /** What was refused is over. */
  forgive(): void {
    this.trouble = "";
    this.refusal = [];
  }

  async check(): Promise<void> {
    const value = this.draft;
    if (value === this.#checked) return;
    const answer = await this.table.check(this.request, value);
    if (value !== this.draft || answer.is === "failed") return;
    this.faults = answer.faults;
    this.#checked = value;
  }

  /** Whether pieces are left without orders that could have some, as far as it is known. */
  get leavesSome(): boolean {
    return this.leftOut === null || this.leftOut.shapes.length > 0;
  }

  /** Asks what the draft would leave undone. True if pieces are left without orders that could have some. */
  async leavesOut(): Promise<boolean> {
    if (this.request.kind !== "orders") return false;
    await this.#turn;
    const value = this.draft;
    if (value !== this.#lookedOver) {
      const answer = await this.table.look("left_out", { draft: value }, this.request.seat);
      if (value !== this.draft) return answer.is === "done" && !!answer.look?.shapes.length;
      this.leftOut = answer.is === "done" ? answer.look : null;
      if (this.leftOut) this.#lookedOver = value;
    }
    return (this.leftOut?.shapes.length ?? 0) > 0;
  }

  /**
   * Take what is suggested. What the staff advises becomes the draft for all whom the player has told nothing himself;
   * its cards come with their routes. False if all of it is drawn already.
   */
  async take({ label, value }: Pick<Suggestion, "label" | "value">): Promise<boolean> {
    const { request } = this;
    const given = structuredClone(value);
    const wanted = label === STAFF ? withAdvice(request, this.begun, this.draft, given) : given;
    if (label === STAFF && tellSame(request, this.draft, wanted)) return false;
    this.set(wanted);
    if (label !== STAFF) return true;
    if (request.kind === "orders" && !isForMen(request)) await this.act("routes");
    else await this.show();
    return true;
  }

  async fetchSuggestions(): Promise<void> {
    if (same(this.request, this.#advisedOn)) return;
    this.#advisedOn = this.request;
    const answer = await this.table.suggest(this.request);
    if (answer.is === "done") this.suggestions = newsworthy(this.request, answer.suggestions);
    else this.#advisedOn = null;
  }

  /** Answers with a value or, once every gesture under way is done, with the draft. */
  send = async (...[value]: [unknown?]): Promise<boolean> => {
    if (this.busy) return false;
    this.busy = true;
    this.forgive();
    await this.#turn;
    const answer = await this.table.choose(this.request, value ?? this.draft).finally(() => (this.busy = false));
    if (answer.is === "done") keptDrafts.forget(this.table.game, this.request);
    if (answer.is === "failed" || isStale(answer)) this.refuse(answer);
    else if (answer.is === "refused") {
      this.faults = answer.faults;
      this.touched = true;
    }
    return answer.is === "done";
  };

  /** What a drag would do; nothing is kept. */
  async drag(pieces: string[], to: Point | string, given: Record<string, unknown> = {}): Promise<Answer> {
    return this.table.drag(this.request, this.draft, pieces, to, given);
  }

  /** Drag and keep what comes of it. */
  keepDrag(pieces: string[], to: Point | string, given: Record<string, unknown> = {}): Promise<boolean> {
    return this.#inTurn(() => this.table.drag(this.request, this.draft, pieces, to, given, true));
  }

  /** Do something to the draft by name and keep what comes of it; says whether it was taken. */
  act(act: string, pieces: string[] = [], given: Record<string, unknown> = {}): Promise<boolean> {
    return this.#inTurn(() => this.table.draft(this.request, this.draft, act, pieces, given, true));
  }

  /** What doing something to the draft by name would come to; nothing is kept. */
  would(act: string, pieces: string[], given: Record<string, unknown> = {}): Promise<Answer> {
    return this.table.draft(this.request, this.draft, act, pieces, given);
  }

  /** Gestures wait for each other: each begins with the draft that the one before it made. */
  #inTurn(gesture: () => Promise<Answer>): Promise<boolean> {
    const done = this.#turn.then(async () => {
      const value = this.draft;
      const answer = await gesture();
      if (value !== this.draft) return false;
      if (answer.is === "done" && answer.look) {
        this.set(answer.look.value, answer.look);
        this.#learn(this.draft, answer);
        return true;
      }
      this.refuse(answer);
      return false;
    });
    // What goes wrong with one gesture is told by it, and keeps neither the next one nor the answer waiting.
    this.#turn = done.catch(() => {});
    return done;
  }

  /** Why a gesture comes to nothing is told beside the question. */
  refuse(answer: Answer): void {
    this.forgive();
    if (isStale(answer)) this.trouble = STALE;
    else if (answer.is === "refused") this.refusal = answer.faults;
    else if (answer.is === "failed") this.trouble = answer.reason;
  }

  /**
   * What is proposed is drawn. Cards of last turn come with their moves: laid again without them, they would mean that
   * everybody stays. A card that cannot be repeated is left for its player to lay.
   */
  async fill(): Promise<void> {
    const { kind, proposal } = this.request;
    if (kind !== "orders" && kind !== "path") return;
    const value = this.draft;
    if (this.request.manner && !this.touched) return this.#layOut();
    if (kind === "orders" && !this.touched && Array.isArray(proposal) && proposal.length > 0) {
      const answer = await this.table.draft(this.request, value, "repeat", []);
      if (value !== this.draft) return;
      if (answer.is === "done" && answer.look) this.set((this.begun = sound(answer.look)));
    }
    await this.show();
  }

  /** What is proposed to single men, as well laid out as the table can; the draft counts as untouched. */
  async #layOut(): Promise<void> {
    const value = this.draft;
    const answer = await this.table.draft(this.request, value, "repeat", [], {}, true);
    if (value !== this.draft || this.touched || answer.is !== "done" || !answer.look) return;
    this.draft = this.begun = answer.look.value;
    this.look = answer.look;
    this.faults = answer.look.faults;
    this.#learn(this.draft, { shown: null, leftOut: answer.leftOut });
  }

  /** The pictures of the whole draft as it is: what a proposal would look like on the table. */
  async show(): Promise<void> {
    const value = this.draft;
    const answer = await this.table.draft(this.request, value, "show", [], {}, true);
    if (answer.is !== "done" || !answer.look || value !== this.draft) return;
    this.faults = answer.look.faults;
    this.#learn(value, { shown: answer.look, leftOut: answer.leftOut });
  }
}

/** The cards of a look that nothing is wrong with. */
export function sound({ value, faults }: Look): OrderValue[] {
  return (value as OrderValue[]).filter((_, i) => !faultsUnder(faults, `value[${i}]`).length);
}

/** What a gesture showed, and what was shown before of the pieces it did not touch. */
export function withRest(look: Look, before: Look): Look {
  const touched = new Set(look.shapes.map(({ token }) => token));
  return { ...look, shapes: [...before.shapes.filter(({ token }) => !touched.has(token)), ...look.shapes] };
}
