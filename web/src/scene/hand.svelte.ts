// The player's hand at the table: what is picked up, and the gestures that change the open request's draft.
import {
  cardsForMen,
  chargedIn,
  FINISHED,
  GOING,
  groupOf,
  halfOf,
  hasRounds,
  isForGroups,
  isForMen,
  isForWays,
  notDone,
  OWN_KEYS,
  PUT,
  ROUNDS,
} from "../fireplan/men";
import { STAFF } from "../lib/advice";
import type { AnyRequest, OrderValue } from "../lib/contract";
import type { Board } from "./board.svelte";
import { isVehicle, withMen } from "./aboard";
import { cardFor, letterOf } from "./keys";
import * as selection from "./selection";

export class Hand {
  /** Whether a shot that is dragged to another man is shared out instead of turned. */
  sharing = $state(false);
  /** Whether the staff is thinking. */
  isAdvising = $state(false);
  /** The question to which the staff had nothing to say: then doing nothing throws nothing away. */
  unadvised = $state(-1);

  constructor(readonly board: Board) {}

  /** Who goes with a piece that is taken hold of. */
  groupOf(id: string): string[] {
    const { asking, tokens } = this.board;
    if (tokens[id]?.machine) return this.#platoonOf(id);
    const group = selection.fellows(asking?.request, tokens, id);
    // What was only proposed does not part men who stand together; what their player has told them does.
    const isParted = !isForMen(asking?.request) || asking.touched;
    return asking?.request.kind === "orders" && isParted ? selection.sameCard(asking.draft, group, id) : group;
  }

  /** The vehicles that are asked about with this one; a gun is taken in hand by itself. */
  #platoonOf(id: string): string[] {
    const { asking, tokens, bearers } = this.board;
    const { request } = asking ?? {};
    if (request?.kind !== "orders" || !isVehicle(tokens[id])) return [id];
    const unit = request.units.find(({ pieces }) => pieces.some((man) => bearers.get(man) === id));
    return unit ? this.board.shown(unit.pieces).filter((one) => isVehicle(tokens[one])) : [id];
  }

  click(id: string, adding: boolean): void {
    if (this.#chooseGroup(id, adding) || this.#choose(id)) return;
    const group = this.board.handled.has(id) ? this.groupOf(id) : [id];
    this.board.selected = selection.clicked(this.board.selected, id, group, adding);
  }

  /** Click on a man where a group is asked for: he alone, his group, or he with others who are split off. */
  #chooseGroup(id: string, adding: boolean): boolean {
    const { asking } = this.board;
    if (!asking || this.board.isPast || !isForGroups(asking.request)) return false;
    const { options } = asking.request;
    const group = groupOf(this.board.view, id);
    const refused = options.find((one) => one.id === group)?.refused;
    if (refused) this.board.refuse([refused]);
    if (refused || !options.some((one) => one.id === group)) return refused !== undefined;
    const split = (asking.draft as string[]).filter((one) => one in this.board.tokens);
    const isAlone = options.some((one) => one.id === id);
    asking.set(isAlone ? selection.clicked(split, id, [group], adding) : [group]);
    return true;
  }

  /** Of a group whose men are asked for together nobody is left behind any more: those split off have their group again. */
  wholeGroup(): void {
    const { asking } = this.board;
    if (!asking || this.board.isPast || !isForGroups(asking.request)) return;
    const split = (asking.draft as string[]).find((id) => id in this.board.tokens);
    if (split) asking.set([groupOf(this.board.view, split)]);
  }

  /** Dragging a man while a group is to be chosen takes his group, or those who are split off with him. */
  async takeGroup(id: string): Promise<boolean> {
    const { asking } = this.board;
    if (!asking || !this.canTakeGroup(id)) return false;
    const isSplit = (asking.draft as string[]).includes(id);
    return this.board.answers.give(asking, isSplit ? asking.draft : [groupOf(this.board.view, id)], "");
  }

  canTakeGroup(id: string): boolean {
    const { asking } = this.board;
    if (!isForGroups(asking?.request) || this.board.isPast || asking.busy) return false;
    const group = asking.request.options.find((one) => one.id === groupOf(this.board.view, id));
    if (group?.refused) this.board.refuse([group.refused]);
    return !!group && !group.refused;
  }

  /** A click on empty ground lets go of what was picked up, also of who was picked to act. */
  letGo(): void {
    const { asking } = this.board;
    this.board.selected = [];
    this.board.asked = null;
    if (asking && isForGroups(asking.request) && !this.board.isPast && asking.touched) asking.set(asking.begun);
  }

  /** Click on a piece that an option or a share stands for. */
  #choose(id: string): boolean {
    const { asking } = this.board;
    const one = this.board.singles.get(id);
    if (!asking || !one || this.board.isPast) return false;
    if (asking.request.kind === "pick") {
      const picked = asking.draft as string[];
      if ("refused" in one && one.refused) this.board.refuse([one.refused]);
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
    const { asking } = this.board;
    const line = this.board.lines.find((other) => other.id === id);
    if (!asking || !line || line.refused || asking.request.kind !== "pick") return;
    const picked = asking.draft as string[];
    if (picked.includes(id)) return asking.set(picked.filter((other) => other !== id));
    const own = new Set(this.board.lines.filter(({ from }) => from === line.from).map((other) => other.id));
    const kept = asking.request.most === 1 ? [] : picked.filter((other) => !own.has(other));
    asking.set([...kept, id]);
  }

  /** Tab: the next group that needs its player; false where there is none, and Tab goes on through the page. */
  walk(back: boolean): boolean {
    const { asking, selected, tokens, bearers, unitOf } = this.board;
    const here = withMen(selected, tokens, bearers);
    const found = selection.nextNeeding(asking?.request, asking?.draft, here, back, unitOf);
    if (found) {
      this.board.aiming.cancel();
      this.board.selected = this.board.shown(found);
    }
    return found !== null;
  }

  /** What a dragged piece takes along. */
  taken(id: string): string[] {
    return this.board.selected.includes(id) ? [...this.board.selected] : this.groupOf(id);
  }

  /** Whom a key for single men means: those picked up, or all who are asked and not done. */
  #men(): string[] {
    const own = this.board.selected.filter((id) => this.board.handled.has(id));
    if (own.length) return own;
    const request = this.board.asking?.request;
    return request?.kind === "orders" ? this.board.shown(notDone(request)) : [...this.board.handled];
  }

  /** A key that is no card's, for single men: drop prone, half of the squad, nothing more, ask again. */
  async men(key: string): Promise<void> {
    const { asking } = this.board;
    if (!asking || !isForMen(asking.request)) return;
    if (key === "p") await asking.act("prone", this.#men());
    else if (key === "a") await asking.act(FINISHED);
    else if (key === "h") this.board.selected = halfOf(this.board.view, [...this.board.handled], this.board.selected);
    else if (this.board.isIdle) await this.board.stay();
    else if (await this.board.answers.give(asking, [])) this.board.sound("card");
  }

  /** Armour-piercing for high explosive, and back. */
  async changeRounds(): Promise<void> {
    const given = { card: "fire", what: "rounds" };
    if (await this.board.asking?.act("card", this.#men(), given)) this.board.sound("card");
  }

  /** Turn a man's shot to another, or share its dice with him. */
  async aim(shooter: string, target: string, more: boolean): Promise<void> {
    const { asking } = this.board;
    if (!asking) return;
    const given = { card: "fire", ...(more || this.sharing ? { more: true } : {}) };
    if (await asking.keepDrag([shooter], target, given)) this.board.sound("card");
  }

  /** Lay a card on what is picked up: of several with one letter the next. */
  async card(letter: string, more = false): Promise<void> {
    const { asking } = this.board;
    if (isForWays(asking?.request)) return this.pickUpGoers();
    if (isForMen(asking?.request)) {
      if (OWN_KEYS.includes(letter)) return this.men(letter);
      if (letter === ROUNDS && hasRounds(asking.draft as OrderValue[])) return this.changeRounds();
      const open = cardsForMen(asking.request);
      const card = cardFor(open, letter, this.board.cards.get(this.#men()[0]!)?.card);
      const meant = asking.request.cards.find((one) => letterOf(one) === letter);
      if (card) await this.lay(card, more);
      else if (meant?.hint) this.board.refuse([{ at: "", reason: meant.hint, rows: meant.rows }]);
      return;
    }
    if (asking?.request.kind !== "orders" || !this.board.selected.length) {
      this.board.note = "Pick some up first: by Tab, a click or a box.";
      return;
    }
    const { request } = asking;
    const unit = request.units.find(({ pieces }) => pieces.includes(this.board.selected[0]!));
    const own = request.cards.filter(({ id }) => !unit || unit.cards.includes(id));
    const card = cardFor(own, letter, this.board.cards.get(this.board.selected[0]!)?.card);
    if (card) await this.lay(card);
  }

  /** Give a card; a man who is told to fire once more shoots at the next one, or with `more` at him besides. */
  async lay(card: string, more = false): Promise<void> {
    const { asking } = this.board;
    const isMen = isForMen(asking?.request);
    const pieces = isMen ? this.#men() : [...this.board.selected];
    this.board.aiming.cancel();
    if (!asking || !pieces.length) return;
    if (isMen && card === "charge") return this.#offerCharge(pieces);
    const isPut = PUT.has(card) || (GOING.has(card) && !this.#goOtherwise(pieces, card));
    if (isMen && isPut) return this.#pickUp(pieces, card);
    const isGone = goesSomewhere(asking.draft as OrderValue[], pieces);
    const given = { card, ...(card === "fire" && (more || this.sharing) ? { more: true } : {}) };
    if (!(await asking.act("card", pieces, isMen ? given : { card }))) return;
    this.board.sound("card");
    const at = this.board.selectedAt;
    if (!isMen && !isGone && at && leadsOn(asking.request, card)) this.board.aiming.beginLaid(pieces, at, card);
  }

  /** Whether men who have their way already are told to go it in another manner. */
  #goOtherwise(pieces: readonly string[], card: string): boolean {
    const told = pieces.map((id) => this.board.cards.get(id)?.card ?? "");
    return told.every((other) => GOING.has(other)) && told.some((other) => other !== card);
  }

  /** Those who may go a short way, or whom of them the player has picked, are in the air until they are set. */
  pickUpGoers(): void {
    const goers = this.#men();
    this.board.aiming.cancel();
    this.board.selected = goers;
    if (this.board.selectedAt) this.board.aiming.begin(goers, this.board.selectedAt);
  }

  /** Men who are to go somewhere are in the air until they are set. */
  #pickUp(pieces: readonly string[], card: string): void {
    this.board.selected = pieces;
    if (this.board.selectedAt) this.board.aiming.begin(pieces, this.board.selectedAt, { card });
  }

  /** A charge is drawn at whom it would go by itself; it can be pointed at others. */
  async #offerCharge(pieces: string[]): Promise<void> {
    const { asking, tokens } = this.board;
    const given = { card: "charge" };
    const answer = await asking?.would("card", pieces, given);
    if (!asking || !answer || asking !== this.board.asking) return;
    if (answer.is !== "done" || !answer.look) return asking.refuse(answer);
    const { look } = answer;
    const charged = chargedIn(look.value as OrderValue[], pieces).flatMap((id) => tokens[id] ?? []);
    const at = charged.map((one) => one.at);
    const words = `Charge ${[...new Set(charged.map(({ title }) => surname(title)))].join(", ")}`;
    const keep = () => asking.act("card", pieces, given);
    this.board.aiming.begin(pieces, at[0] ?? tokens[pieces[0]!]!.at, given, { look, words, keep });
  }

  /** What was changed where something lay already, and how to have it back. */
  #advisedWords(before: readonly OrderValue[]): string {
    const { asking, tokens } = this.board;
    const kept = "Laid out as your staff advises; what you drew yourself stays, and Undo takes this back.";
    if (!isForMen(asking?.request)) return kept;
    const now = toldIn(asking.draft as OrderValue[]);
    const out = toldIn(before).flatMap((id) => (now.includes(id) || !tokens[id] ? [] : [tokens[id].title]));
    return out.length ? `${kept} For ${out.join(", ")} it has nothing.` : kept;
  }

  /** Take orders back: of those picked up who have some, or else of all. */
  async clear(): Promise<void> {
    const { asking, selected } = this.board;
    const told = isForMen(asking?.request) ? toldIn(asking.draft as OrderValue[]) : [];
    const own = selected.filter((id) => told.includes(id));
    const pieces = told.length ? (own.length ? own : told) : isForWays(asking?.request) ? this.#men() : [...selected];
    if (asking && pieces.length) await asking.act("clear", pieces);
  }

  async repeat(): Promise<void> {
    const { asking } = this.board;
    if (asking && isForWays(asking.request)) {
      const ends = this.board.answers.onwards;
      if (!Object.keys(ends).length) this.board.note = "Nobody has anywhere left to go on to.";
      else if (await asking.act("repeat", [], { ends })) this.board.sound("card");
      return;
    }
    if (asking?.request.kind === "orders" && (await asking.act("repeat"))) this.board.sound("card");
  }

  /** What the staff advises is laid beside what the player has drawn; false where it has nothing to say. */
  async advise(): Promise<boolean> {
    const { asking } = this.board;
    if (!asking || this.isAdvising) return false;
    this.isAdvising = true;
    const answer = await asking.table.suggest(asking.request, 1);
    this.isAdvising = false;
    if (asking !== this.board.asking) return false;
    if (answer.is !== "done") {
      asking.refuse(answer);
      return false;
    }
    const advised = answer.suggestions.find(({ label }) => label === STAFF);
    const before = asking.draft;
    const wasIdle = this.board.isIdle;
    const isNew = advised !== undefined && (await asking.take(advised));
    const isDone = advised !== undefined && !this.board.isIdle;
    if (!isDone) this.board.note = "Your staff has nothing to advise just now.";
    else if (!isNew) this.board.note = "Your staff would do just what is drawn.";
    else this.board.note = wasIdle ? "" : this.#advisedWords(before as OrderValue[]);
    if (isDone) this.board.sound("card");
    else this.unadvised = asking.request.serial;
    return isDone;
  }
}

/** A man's own name, without rank and first name. */
export function surname(title: string): string {
  return title.split(" ").at(-1) ?? title;
}

/** Everybody who is told something in a draft. */
function toldIn(draft: readonly OrderValue[]): string[] {
  return draft.flatMap(({ pieces }) => pieces);
}

/** Whether some pieces have a way already in a draft: another card takes it over. */
function goesSomewhere(draft: readonly OrderValue[], pieces: readonly string[]): boolean {
  return draft.some(
    ({ pieces: ordered, plan }) => ordered.some((id) => pieces.includes(id)) && Object.keys(plan ?? {}).length > 0,
  );
}

/** Whether a card takes stands somewhere: one that has an arrow, or is laid at an enemy. */
function leadsOn(request: AnyRequest, card: string): boolean {
  return request.kind === "orders" && request.cards.some(({ id, arrow }) => id === card && (arrow || id === "charge"));
}
