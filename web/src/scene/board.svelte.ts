// The state of the page at a table: what is drawn, what is picked up, which request is being answered, what was asked.
import type {
  AnyRequest,
  CardFace,
  Line,
  Look,
  OrderValue,
  Point,
  Scene,
  SeenEvent,
  SeenView,
  Shape,
} from "../lib/contract";
import type { Table } from "../lib/table.svelte";
import type { Coach } from "../lesson/coach.svelte";
import { Asking } from "../table/asking.svelte";
import { middle } from "./camera";
import { History } from "./history.svelte";
import { cardFor, letterOf } from "./keys";
import { concernedBy, shotLines, singles } from "./naming";
import { Player } from "./player.svelte";
import * as selection from "./selection";
import type { Settings } from "./settings.svelte";
import { rulingAt, type Ruling } from "../umpire/ruling.svelte";
import { play } from "./sounds";
import { endsOf, groupOf, halfOf, isForGroups, isForMen, isForWays, menOf, OWN_KEYS } from "../fireplan/men";
import { chainsOf, coloursOf, type Card as ThreadCard } from "../thread/chains";
import type { Term } from "./standing";
import { Standings } from "./standings.svelte";

export type Tool = "" | "sight" | "aim" | "box";

/** How long a card of the thread is shown again, in milliseconds. */
const REPLAYED = 2600;

/** Who is this near to where he was sent has arrived, in tenths of a millimetre. */
const SHORT = 60;

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
  /** Ground that my side cannot see. */
  hidden = $state.raw<readonly Shape[]>([]);
  note = $state("");
  /** Who teaches the battle, where it has a lesson. */
  coach = $state.raw<Coach | null>(null);
  names = $state(false);
  /** Where men were sent since their group was chosen, by man. */
  sent = $state.raw<ReadonlyMap<string, Point>>(new Map());
  /** Whether a shot that is dragged to another man is shared out instead of turned. */
  sharing = $state(false);
  #accepting: Promise<void> = Promise.resolve();
  /** Serials whose left-out units were shown once. */
  #warned = $state(-1);
  /** The turn whose digest was read. */
  digestRead = $state(-1);

  /** How long the answer that is being made shall stand; "" for this once. */
  term = $state<Term | "">("");
  /** What was answered by itself since the player last answered: by a standing answer, or because there was no other. */
  byItself = $state.raw<readonly string[]>([]);
  readonly standings: Standings;

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
  handled = $derived.by(() => (this.isPast ? new Set<string>() : selection.handled(this.asking?.request)));
  waiting = $derived.by(() =>
    this.isPast ? [] : selection.needing(this.asking?.request, this.asking?.draft, this.unitOf),
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
  /** Where the men of a short way were sent and have not come to. */
  onwards: Record<string, Point> = $derived.by(() => {
    const request = this.asking?.request;
    if (!isForWays(request)) return {};
    return Object.fromEntries(
      request.walkers.flatMap(({ piece, start }) => {
        const end = this.sent.get(piece);
        return end && Math.hypot(end[0] - start[0], end[1] - start[1]) > SHORT ? [[piece, end] as const] : [];
      }),
    );
  });
  /** Where on the table the open question is: its men, what is planned for them, and what the coach points at. */
  concerned: Point[] = $derived.by(() => {
    const { asking } = this;
    if (!asking || this.isPast || !this.view.scene || this.view.system !== "skirmish") return [];
    const own = concernedBy(asking.request, this.picked, this.view.scene.tokens);
    const planned = isForMen(asking.request) ? (asking.look?.shapes ?? []) : [];
    const shown = this.coach?.rings.flatMap(({ around }) => around) ?? [];
    return [...own, ...planned.flatMap(({ points }) => points), ...shown];
  });
  /** Cards that lie only in the draft, by piece. */
  cards = $derived.by(() => draftCards(this.asking));
  isWarned = $derived(this.asking !== undefined && this.#warned === this.asking.request.serial);
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
    this.standings = new Standings(table.game);
    this.view = view;
    this.ruling = view.overrules.length ? rulingAt(table, () => this.view) : null;
    this.player.start(view.scene!);
    this.player.heard = ({ isRoll, isLoss }) => this.sound(isLoss ? "loss" : isRoll ? "dice" : "card");
    this.#ask(view);
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

  #known = (id: string): boolean => id in this.tokens;

  sound(name: Parameters<typeof play>[0]): void {
    if (this.settings.sound) play(name);
  }

  #follow(view: SeenView, events: readonly SeenEvent[], fresh: boolean): void {
    this.view = view;
    this.#ask(view);
    if (view.scene) {
      if (fresh) this.player.start(view.scene);
      else this.player.follow(view.scene, events);
    }
    this.selected = this.selected.filter((id) => view.scene && id in view.scene.tokens);
    if (this.history.moments.length) this.history.loadSoon();
    if (this.hidden.length) void this.#lookForHidden();
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
      this.term = "";
      void this.#answerByItself(now).then((isDone) => {
        if (isDone) return;
        this.sound("call");
        void now.fill();
      });
    }
  }

  /** A standing answer is given at once and told; one that is refused is switched off. */
  async #answerByItself(asking: Asking): Promise<boolean> {
    const found = this.view.scene && this.standings.find(asking.request, this.view.scene);
    if (!found) return this.#takeForced(asking);
    const { one, value } = found;
    const isDone = await asking.send(value);
    if (!isDone) this.standings.turn(one.key, false);
    else {
      this.standings.used(one.key);
      this.byItself = [...this.byItself.slice(-2), `As always: ${one.words}. ${asking.request.prompt}`];
    }
    return isDone;
  }

  /** An answer that is the only one is taken and told; who is being taught sees it asked. */
  async #takeForced(asking: Asking): Promise<boolean> {
    if (asking.request.guide !== "skirmish.in_sight" || (this.coach && !this.coach.isOff)) return false;
    const answer = await this.table.look("forced", {}, asking.request.seat);
    const look = answer.is === "done" ? answer.look : null;
    if (!look?.lines.length || asking.touched || !(await asking.send(look.value))) return false;
    this.byItself = [...this.byItself.slice(-2), look.lines.map(({ text }) => text).join(" ")];
    return true;
  }

  /** Give an answer; it stands for as long as was wished. */
  async answer(asking: Asking, value: unknown = asking.draft): Promise<boolean> {
    const { request } = asking;
    const { term } = this;
    const scene = this.view.scene;
    this.byItself = [];
    if (!(await asking.send(value))) return false;
    if (request.guide.startsWith("skirmish.")) this.#remember(request, value);
    if (term && scene) this.standings.keep(request, value, term, scene);
    return true;
  }

  /** Where men were sent last: who was stopped on the way may go on there. */
  #remember(request: AnyRequest, value: unknown): void {
    if (isForGroups(request)) this.sent = new Map();
    const ends = endsOf(request, value);
    if (ends.size) this.sent = new Map([...this.sent, ...ends]);
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

  reset(): void {
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

  groupOf(id: string): string[] {
    const group = selection.fellows(this.asking?.request, this.tokens, id);
    // What was only proposed does not part men who stand together; what their player has told them does.
    const isParted = !isForMen(this.asking?.request) || this.asking?.touched;
    return this.asking?.request.kind === "orders" && isParted
      ? selection.sameCard(this.asking.draft, group, id)
      : group;
  }

  click(id: string, adding: boolean): void {
    if (this.chooseGroup(id, adding) || this.choose(id)) return;
    const group = this.handled.has(id) ? this.groupOf(id) : [id];
    this.selected = selection.clicked(this.selected, id, group, adding);
  }

  /** Click on a man where a group is asked for: his group, or he alone with others who are split off. */
  chooseGroup(id: string, adding: boolean): boolean {
    const asking = this.asking;
    if (!asking || this.isPast || !isForGroups(asking.request)) return false;
    const group = groupOf(this.view, id);
    const option = asking.request.options.find((one) => one.id === (adding ? id : group));
    if (!option) return false;
    const split = (asking.draft as string[]).filter((one) => this.#known(one));
    if (option.refused) this.note = option.refused.reason;
    else if (!adding) asking.set([group]);
    else asking.set(split.includes(id) ? split.filter((one) => one !== id) : [...split, id]);
    return true;
  }

  /** Click on a piece that an option or a share stands for. */
  choose(id: string): boolean {
    const asking = this.asking;
    const one = this.singles.get(id);
    if (!asking || !one || this.isPast) return false;
    if (asking.request.kind === "pick") {
      const picked = asking.draft as string[];
      if ("refused" in one && one.refused) this.note = one.refused.reason;
      else if (asking.request.most === 1) asking.set([one.id]);
      else
        asking.set(
          picked.includes(one.id) ? picked.filter((other) => other !== one.id) : [...picked, one.id],
        );
      return true;
    }
    if (asking.request.kind === "allocate") {
      const given = asking.draft as Record<string, number>;
      const share = asking.request.shares.find((other) => other.id === one.id)!;
      const now = given[one.id] ?? share.least;
      asking.set({ ...given, [one.id]: now >= share.most ? share.least : now + 1 });
      return true;
    }
    return false;
  }

  /** One shot a piece: the line that is taken replaces the piece's other ones. */
  takeLine(id: string): void {
    const asking = this.asking;
    const line = this.lines.find((other) => other.id === id);
    if (!asking || !line || line.refused || asking.request.kind !== "pick") return;
    const picked = asking.draft as string[];
    if (picked.includes(id)) return asking.set(picked.filter((other) => other !== id));
    const own = new Set(this.lines.filter(({ from }) => from === line.from).map((other) => other.id));
    const kept = asking.request.most === 1 ? [] : picked.filter((other) => !own.has(other));
    asking.set([...kept, id]);
  }

  /** Tab: the next group that needs its player; false where there is none, and Tab goes on through the page. */
  walk(back: boolean): boolean {
    const found = selection.nextNeeding(
      this.asking?.request,
      this.asking?.draft,
      this.selected,
      back,
      this.unitOf,
    );
    if (found) this.selected = found;
    return found !== null;
  }

  /** What a dragged piece takes along. */
  taken(id: string): string[] {
    return this.selected.includes(id) ? [...this.selected] : this.groupOf(id);
  }

  /** Whom a key for single men means: those picked up, or all who are asked. */
  #men(): string[] {
    const own = this.selected.filter((id) => this.handled.has(id));
    return own.length ? own : [...this.handled];
  }

  /** A key that is no card's, for single men: drop prone, half of the squad, nothing more. */
  async men(key: string): Promise<void> {
    const asking = this.asking;
    if (!asking || !isForMen(asking.request)) return;
    if (key === "p") await asking.act("prone", this.#men());
    else if (key === "h") this.selected = halfOf(this.view, [...this.handled], this.selected);
    else if (await this.answer(asking, [])) this.sound("card");
  }

  /** Turn a man's shot to another, or share its dice with him. */
  async aim(shooter: string, target: string, more: boolean): Promise<void> {
    const asking = this.asking;
    if (!asking) return;
    const given = { card: "fire", ...(more || this.sharing ? { more: true } : {}) };
    if (await asking.keepDrag([shooter], target, given)) this.sound("card");
  }

  /** Lay a card on what is picked up: of several with one letter the next. */
  async card(letter: string): Promise<void> {
    const asking = this.asking;
    if (isForMen(asking?.request)) {
      if (OWN_KEYS.includes(letter)) return this.men(letter);
      const open = asking.request.cards.filter(({ hint }) => !hint);
      const card = cardFor(open, letter, this.cards.get(this.#men()[0]!)?.card);
      if (card) await this.lay(card);
      else this.note = asking.request.cards.find((one) => letterOf(one) === letter)?.hint ?? "";
      return;
    }
    if (asking?.request.kind !== "orders" || !this.selected.length) {
      this.note = "Pick up some stands first: Tab, a click or a box.";
      return;
    }
    const { request } = asking;
    const unit = request.units.find(({ stands }) => stands.includes(this.selected[0]!));
    const own = request.cards.filter(({ id }) => !unit || unit.cards.includes(id));
    const card = cardFor(own, letter, this.cards.get(this.selected[0]!)?.card);
    if (card) await this.lay(card);
  }

  async lay(card: string): Promise<void> {
    const asking = this.asking;
    const pieces = isForMen(asking?.request) ? this.#men() : [...this.selected];
    if (!asking || !pieces.length) return;
    if (await asking.act("card", pieces, { card })) this.sound("card");
  }

  async clear(): Promise<void> {
    const { asking } = this;
    const pieces = isForMen(asking?.request) || isForWays(asking?.request) ? this.#men() : [...this.selected];
    if (asking && pieces.length) await asking.act("clear", pieces);
  }

  async repeat(): Promise<void> {
    if (isForWays(this.asking?.request)) {
      const ends = this.onwards;
      if (!Object.keys(ends).length) this.note = "Nobody was on his way to anywhere else.";
      else if (await this.asking.act("repeat", [], { ends })) this.sound("card");
      return;
    }
    if (this.asking?.request.kind === "orders" && (await this.asking.act("repeat"))) this.sound("card");
  }

  async undo(): Promise<void> {
    this.note = "";
    if (this.asking?.stepBack()) return;
    if (!this.view.can_undo) {
      this.note = "There is nothing that can be taken back for free.";
      return;
    }
    const answer = await this.table.undo();
    if (answer.is === "refused") this.note = answer.faults.map(({ reason }) => reason).join(" ");
  }

  /** Enter: what is laid out is meant. What was left out is shown once. */
  accept(): Promise<void> {
    this.#accepting = this.#accepting.then(() => this.#accept());
    return this.#accepting;
  }

  async #accept(): Promise<void> {
    if (this.digest.length) {
      this.digestRead = this.view.scene?.clock.turn ?? -1;
      return;
    }
    const asking = this.asking;
    if (!asking || this.isPast) return;
    if (!this.isWarned && (await asking.leavesOut())) {
      this.#warned = asking.request.serial;
      return;
    }
    if (await this.answer(asking)) this.sound("card");
  }

  async sightTo(to: Point | string): Promise<void> {
    if (this.from === null) {
      this.from = to;
      return;
    }
    const answer = await this.table.look("sight", { from: this.from, to });
    this.from = null;
    this.tool = "";
    this.note = "";
    if (answer.is === "done") this.asked = answer.look;
    else
      this.note =
        answer.is === "refused" ? answer.faults.map(({ reason }) => reason).join(" ") : answer.reason;
  }

  async tell(id: string): Promise<Look | null> {
    const answer = await this.table.look("piece", { id });
    return answer.is === "done" ? answer.look : null;
  }

  /** What the ground is at a point, and what it does. */
  async ground(at: Point): Promise<Look | null> {
    const answer = await this.table.look("ground", { at });
    return answer.is === "done" ? answer.look : null;
  }

  async toggleHidden(): Promise<void> {
    if (this.hidden.length) {
      this.hidden = [];
      return;
    }
    await this.#lookForHidden();
  }

  async #lookForHidden(): Promise<void> {
    const answer = await this.table.look("hidden", {});
    if (answer.is === "done" && answer.look) this.hidden = answer.look.shapes;
    else if (answer.is === "refused") this.note = answer.faults.map(({ reason }) => reason).join(" ");
  }

  /** The middle of what is picked up. */
  get selectedAt(): Point | null {
    const points = this.selected.flatMap((id) => (this.tokens[id] ? [this.tokens[id].at] : []));
    return points.length ? middle(points) : null;
  }
}

function draftCards(asking: Asking | undefined): Map<string, CardFace> {
  const found = new Map<string, CardFace>();
  if (asking?.request.kind !== "orders") return found;
  const labels = new Map(asking.request.cards.map(({ id, label }) => [id, label]));
  for (const { card, stands, arrow } of asking.draft as OrderValue[])
    if (card)
      for (const stand of stands)
        found.set(stand, { up: true, card, label: labels.get(card) ?? card, arrow, limit: "" });
  return found;
}
