// The state of the page at a table: what is drawn, what is picked up, which request is being answered, what was asked.
import type {
  AnyRequest,
  CardFace,
  Fault,
  Line,
  Look,
  OrderValue,
  Point,
  Scene,
  SeenEvent,
  SeenView,
  Shape,
  Values,
} from "../lib/contract";
import type { Table } from "../lib/table.svelte";
import type { Coach } from "../lesson/coach.svelte";
import { Asking } from "../table/asking.svelte";
import { bearersIn, served, shown } from "./aboard";
import { Aiming } from "./aiming.svelte";
import { Answers } from "./answers.svelte";
import { middle } from "./camera";
import { History } from "./history.svelte";
import { Hand } from "./hand.svelte";
import type { Taken } from "./lettering";
import { Looking } from "./looking.svelte";
import { concernedBy, shotLines, singles } from "./naming";
import { Player } from "./player.svelte";
import * as selection from "./selection";
import { keepPlan, readPlan, stillAhead, type SentPlan } from "./sentplan";
import type { Settings } from "./settings.svelte";
import { rulingAt, type Ruling } from "../umpire/ruling.svelte";
import { play } from "./sounds";
import { learn } from "../terms/terms.svelte";
import { isForGroups, isForMen, isForWays, menOf } from "../fireplan/men";
import { chainsOf, coloursOf, type Card as ThreadCard } from "../thread/chains";

export type Tool = "" | "sight" | "aim" | "box";

/** What stood there when a warning was given. */
interface Warned {
  asking: Asking;
  draft: unknown;
  selected: readonly string[];
  by: string;
}

/** How long a card of the thread is shown again, in milliseconds. */
const REPLAYED = 2600;

export class Board {
  view = $state.raw<SeenView>(null!);
  askings = $state.raw<Asking[]>([]);
  selected = $state.raw<readonly string[]>([]);
  hovered = $state<string | null>(null);
  /** A piece that a list or the log points at. */
  pointed = $state.raw<readonly string[]>([]);
  tool = $state<Tool>("");
  /** The first end of a sight line. */
  from = $state.raw<Point | string | null>(null);
  /** The crosshair that the keyboard leads. */
  cursor = $state.raw<Point | null>(null);
  /** The answer to a question about the table: a sight line, what a piece is. */
  asked = $state.raw<Look | null>(null);
  /** What a drag would do while it lasts. */
  drag = $state.raw<Look | null>(null);
  dragLine = $state.raw<readonly Point[] | null>(null);
  /** Why the last gesture on the table came to nothing, with its rows. */
  refusal = $state.raw<readonly Fault[]>([]);
  #note = $state("");
  /** Who teaches the battle, where it has a lesson. */
  coach = $state.raw<Coach | null>(null);
  names = $state(false);
  /** What the map has written on it. */
  mapNames = $state.raw<readonly Taken[]>([]);
  readonly hand = new Hand(this);
  readonly aiming = new Aiming(this);
  readonly looking = new Looking(this);
  readonly answers: Answers;
  #accepting: Promise<void> = Promise.resolve();
  /** How many Enters are being carried out, or wait for the one before. */
  #accepts = $state(0);
  /** What was warned of once, and by which key it was asked for. */
  #warned = $state.raw<Warned | null>(null);
  /** The key that was pressed last; "" once a pointer was used. */
  pressed = "";
  /** The turn whose digest was read. */
  digestRead = $state(-1);

  /** The umpire's overrule that is being made; null for everybody else. */
  readonly ruling: Ruling | null;

  readonly player: Player;
  readonly history: History;

  /** The log as far as it was told: the rest would give away what is still to be seen. */
  toldLog = $derived.by(() => {
    const past = this.history.shown?.log;
    if (past) return past;
    const { log } = this.table;
    return this.player.untold ? log.slice(0, Math.max(0, log.length - this.player.untold)) : log;
  });
  logStart = $derived.by(() => (this.history.shown ? 0 : this.table.logStart));
  mySide = $derived.by(() => this.view.scene?.sides.find(({ mine }) => mine)?.id ?? "");
  chains = $derived.by(() => chainsOf(this.toldLog, this.mySide, this.logStart));
  colours = $derived.by(() => coloursOf(this.chains));
  /** Whether a chain goes on just now. */
  inExchange = $derived.by(
    () => this.chains.at(-1)?.sum === "" && this.table.log.at(-1)?.data["thread"] !== undefined,
  );
  /** A card of the thread that is shown again on the map. */
  again = $state.raw<ThreadCard | null>(null);
  #showing: ReturnType<typeof setTimeout> | undefined;
  /** The place in the log of the card that is told or shown again; -1 for none. */
  told = $derived.by(() => {
    if (this.again) return this.again.at;
    return this.player.beat ? this.logStart + this.toldLog.length - 1 : -1;
  });

  asking = $derived(this.askings[0]);
  scene: Scene = $derived.by(() => this.history.shown?.scene ?? this.player.scene ?? this.view.scene!);
  isPast = $derived.by(() => this.history.at !== null);
  tokens = $derived(this.scene.tokens);
  /** The pieces that the open request lets one take in hand. */
  /** The piece that stands for a man inside it. */
  bearers = $derived.by(() => bearersIn(this.tokens));
  handled = $derived.by(() => {
    const men = this.isPast ? new Set<string>() : selection.handled(this.asking?.request);
    return new Set([...men, ...this.shown(men), ...served(men, this.tokens)]);
  });
  waiting = $derived.by(() =>
    this.isPast
      ? []
      : selection.needing(this.asking?.request, this.asking?.draft, this.unitOf).map((men) => this.shown(men)),
  );
  needy = $derived(new Set(this.waiting.flat()));
  lines = $derived.by(() => (this.isPast ? [] : shotLines(this.asking?.request, this.#known)));
  singles = $derived.by(() => singles(this.isPast ? undefined : this.asking?.request, this.#known));
  picked = $derived.by(() => {
    const asking = this.asking;
    if (asking?.request.kind !== "pick") return new Set<string>();
    const ids = asking.draft as string[];
    if (!isForGroups(asking.request)) return new Set(ids);
    return new Set(ids.flatMap((id) => (this.#known(id) ? [id] : menOf(this.view, id))));
  });
  /** Where on the table the open question is: its men, what is planned for them, and what the coach points at. */
  concerned: Point[] = $derived.by(() => {
    const { asking } = this;
    if (!asking || this.isPast || this.view.scene?.led !== "men") return [];
    const own = concernedBy(asking.request, this.picked, this.view.scene.tokens);
    const planned = isForMen(asking.request) ? (asking.look?.shapes ?? []) : [];
    const shown = this.coach?.rings.flatMap(({ around }) => around) ?? [];
    return [...own, ...planned.flatMap(({ points }) => points), ...shown];
  });
  /** The plan that was sent and is not carried out yet: drawn until then. */
  sent = $state.raw<SentPlan | null>(null);
  /** Cards that lie only in the draft, by piece. */
  cards = $derived.by(() => draftCards(this.asking, (man) => this.bearers.get(man)));
  /** A warning holds for what it was said of: with anything else drawn, picked up or under way it is forgotten. */
  isWarned = $derived.by(() => {
    const { asking, selected } = this;
    const was = this.#warned;
    return !this.tool && was !== null && was.asking === asking && was.draft === asking.draft && was.selected === selected;
  });
  /** The key that asked for what was warned of; "" for a press of a button. */
  warnedBy = $derived(this.#warned?.by ?? "");
  /** Whether the draft would throw a turn away: nobody is told anything who could be, nobody goes who may. */
  isIdle = $derived.by(() => {
    const { asking } = this;
    if (!asking || this.isPast || this.hand.unadvised === asking.request.serial) return false;
    const { request, draft } = asking;
    if (request.kind === "orders") return idleOrders(draft as OrderValue[]) && asking.leavesSome;
    if (request.kind !== "path" || isForWays(request)) return false;
    const isGoing = Object.values(draft as Values["path"]).some(({ points }) => points.length);
    return !isGoing && request.walkers.some(({ piece }) => this.tokens[piece]?.card?.card);
  });
  digest: readonly Line[] = $derived.by(() =>
    this.view.scene && this.view.scene.clock.turn !== this.digestRead ? this.view.scene.digest : [],
  );

  constructor(
    readonly table: Table,
    view: SeenView,
    readonly settings: Settings,
  ) {
    this.player = new Player(settings);
    this.history = new History(table.game, table.token);
    this.answers = new Answers(this);
    this.view = view;
    this.ruling = view.overrules.length ? rulingAt(table, () => this.view) : null;
    this.player.start(view.scene!);
    learn(view.scene!.terms);
    this.player.holds = () => this.coach?.hasWord() ?? false;
    this.player.rested = () => this.looking.changed();
    this.player.heard = ({ isRoll, isLoss }) => this.sound(isLoss ? "loss" : isRoll ? "dice" : "card");
    this.#ask(view);
    this.looking.changed();
    const clock = view.scene!.clock;
    this.sent = this.asking ? null : readPlan(table.game, view.seat, clock, this.#logged);
    table.follower = (now, events, fresh) => this.#follow(now, events, fresh);
  }

  /** Whether the umpire is choosing pieces or places on the map for an overrule. */
  get rules(): Ruling | null {
    return this.ruling?.kind && !this.isPast ? this.ruling : null;
  }

  close(): void {
    clearTimeout(this.#showing);
    this.table.follower = null;
    this.player.stop();
    this.history.close();
  }

  unitOf = (id: string): string => this.tokens[id]?.unit ?? "";

  /** The pieces that some men are, or are inside of. */
  shown = (men: Iterable<string>): string[] => shown(men, this.tokens, this.bearers);

  #known = (id: string): boolean => id in this.tokens;

  sound(name: Parameters<typeof play>[0]): void {
    if (this.settings.sound) play(name);
  }

  /** How many lines the log has had so far. */
  get #logged(): number {
    return this.table.logStart + this.table.log.length;
  }

  /** What was sent stays drawn while others are waited for. */
  keepDrawn({ request, look }: Asking): void {
    const { clock } = this.scene;
    if (request.kind !== "path" && request.kind !== "orders") return;
    const { turn, phase } = clock;
    this.#keepPlan({ turn, phase, logged: this.#logged, shapes: look?.shapes ?? [] });
  }

  #keepPlan(plan: SentPlan | null): void {
    this.sent = plan;
    keepPlan(this.table.game, this.view.seat, plan);
  }

  #follow(view: SeenView, events: readonly SeenEvent[], fresh: boolean): void {
    this.view = view;
    this.#ask(view);
    if (this.sent) this.#keepPlan(!this.asking && stillAhead(events) ? { ...this.sent, logged: this.#logged } : null);
    if (events.length) this.refusal = [];
    if (view.scene) {
      if (fresh) this.player.start(view.scene);
      else this.player.follow(view.scene, events);
    }
    this.selected = this.selected.filter((id) => view.scene && id in view.scene.tokens);
    if (this.history.moments.length) this.history.loadSoon();
    // What is seen of the table changes for the eye when it was told why.
    if (!this.player.busy) this.looking.changed();
  }

  /** A request that is still open keeps its draft. */
  #ask(view: SeenView): void {
    const before = this.askings;
    this.askings = view.requests.map((request) => {
      const known = before.find(
        ({ request: old }) => old.serial === request.serial && old.seat === request.seat,
      );
      if (known) {
        known.request = request;
        return known;
      }
      return new Asking(this.table, request);
    });
    const [now] = this.askings;
    if (now && now !== before[0]) {
      this.reset();
      this.selected = [];
      this.answers.term = "";
      now.open(() => this.#open(now));
    }
  }

  /** A new question: answered by itself, or laid out for its player. */
  async #open(now: Asking): Promise<void> {
    if (await this.answers.byItselfTo(now)) return;
    this.sound("call");
    await now.fill();
    void now.leavesOut();
  }

  /** Show a card of the thread again where it happened, for a while. */
  replay(card: ThreadCard): void {
    clearTimeout(this.#showing);
    this.again = card;
    this.pointed = card.face.men.map(({ id }) => id);
    this.sound(card.event.rolls.length ? "dice" : "card");
    this.#showing = setTimeout(() => this.#endReplay(), REPLAYED);
  }

  #endReplay(): void {
    this.again = null;
    this.pointed = [];
  }

  /** On with what is told; what the coach says of it was read. */
  goOn(): void {
    if (this.coach?.step) this.coach.pass();
    else this.player.go();
  }

  /** What is to be said of the last gesture. It takes the place of what was refused before it. */
  get note(): string {
    return this.#note;
  }

  set note(words: string) {
    this.#note = words;
    this.refusal = [];
  }

  /** A refusal is told with its rows, in the place of a note. */
  refuse(faults: readonly Fault[]): void {
    this.note = "";
    this.refusal = faults;
  }

  /** Something else is picked up, drawn or asked: what was said before no longer holds. */
  forgive(): void {
    this.note = "";
    this.asking?.forgive();
  }

  /** Something else was done: what was warned of is to be asked for anew. */
  forgetWarning(): void {
    this.#warned = null;
  }

  #warn(asking: Asking): void {
    const { draft } = asking;
    this.#warned = { asking, draft, selected: this.selected, by: this.pressed };
  }

  reset(): void {
    this.forgetWarning();
    this.aiming.cancel();
    this.tool = "";
    this.from = null;
    this.cursor = null;
    this.asked = null;
    this.drag = null;
    this.dragLine = null;
    this.note = "";
  }

  /** One step back out of whatever is under way; false when there was nothing. */
  back(): boolean {
    this.forgetWarning();
    if (this.tool || this.drag || this.asked) {
      this.reset();
      return true;
    }
    if (this.isPast) {
      void this.history.show(null);
      return true;
    }
    const had = this.selected.length > 0;
    this.selected = [];
    return had;
  }

  async undo(): Promise<void> {
    this.note = "";
    if (this.asking?.stepBack()) return;
    if (!this.view.can_undo) {
      this.note = this.table.whyNoUndo;
      return;
    }
    const answer = await this.table.undo();
    if (answer.is === "refused") this.refuse(answer.faults);
  }

  /** Whether an Enter is being carried out. */
  get isAccepting(): boolean {
    return this.#accepts > 0;
  }

  /**
   * Enter: what is laid out is meant. What was left out is shown once. One that has to wait is for what stood there when
   * it was pressed: it answers no later question, and no warning that was not seen. One that fails takes no other along.
   */
  accept(): Promise<void> {
    const { asking, isWarned } = this;
    this.#accepts += 1;
    const done = this.#accepting
      .catch(() => {})
      .then(() => (asking === this.asking && isWarned === this.isWarned ? this.#accept() : undefined))
      .finally(() => (this.#accepts -= 1));
    this.#accepting = done;
    return done;
  }

  async #accept(): Promise<void> {
    if (this.aiming.held && !this.aiming.rests) return this.aiming.settle();
    this.aiming.cancel();
    if (this.digest.length) {
      this.digestRead = this.view.scene?.clock.turn ?? -1;
      return;
    }
    const asking = this.asking;
    if (!asking && !this.isPast) this.table.pass?.();
    if (!asking || this.isPast) return;
    await asking.opened;
    if (asking !== this.asking) return;
    if (!this.isWarned) {
      const isLeft = await asking.leavesOut();
      const { isIdle } = this;
      if (asking !== this.asking || (isIdle && (await this.hand.advise()))) return;
      if (isLeft || isIdle) {
        this.#warn(asking);
        return;
      }
    }
    if (await this.answers.give(asking)) this.sound("card");
  }

  /** Nobody does anything: that is asked about once. */
  async stay(): Promise<void> {
    const { asking } = this;
    if (!asking || this.isPast) return;
    if (!this.isWarned) this.#warn(asking);
    else if (await this.answers.give(asking)) this.sound("card");
  }

  /** The middle of what is picked up. */
  get selectedAt(): Point | null {
    const points = this.selected.flatMap((id) => (this.tokens[id] ? [this.tokens[id].at] : []));
    return points.length ? middle(points) : null;
  }
}

/** Whether orders tell nobody anything that takes a card. */
function idleOrders(draft: readonly OrderValue[]): boolean {
  return !draft.some(({ card, pieces }) => card && pieces.length);
}

function draftCards(
  asking: Asking | undefined,
  bearer: (man: string) => string | undefined,
): Map<string, CardFace> {
  const found = new Map<string, CardFace>();
  if (asking?.request.kind !== "orders") return found;
  const labels = new Map(asking.request.cards.map(({ id, label }) => [id, label]));
  for (const { card, pieces, arrow } of asking.draft as OrderValue[])
    if (card)
      for (const stand of pieces.flatMap((id) => [id, bearer(id) ?? id]))
        found.set(stand, { up: true, card, label: labels.get(card) ?? card, arrow, limit: "" });
  return found;
}
