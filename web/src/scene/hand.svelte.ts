// The player's hand at the table: what is picked up, and the gestures that change the open request's draft.
import { groupOf, halfOf, isForGroups, isForMen, isForWays, OWN_KEYS } from "../fireplan/men";
import type { Board } from "./board.svelte";
import { cardFor, letterOf } from "./keys";
import * as selection from "./selection";

export class Hand {
  /** Whether a shot that is dragged to another man is shared out instead of turned. */
  sharing = $state(false);

  constructor(readonly board: Board) {}

  /** Who goes with a piece that is taken hold of. */
  groupOf(id: string): string[] {
    const { asking, tokens } = this.board;
    const group = selection.fellows(asking?.request, tokens, id);
    // What was only proposed does not part men who stand together; what their player has told them does.
    const isParted = !isForMen(asking?.request) || asking.touched;
    return asking?.request.kind === "orders" && isParted ? selection.sameCard(asking.draft, group, id) : group;
  }

  click(id: string, adding: boolean): void {
    if (this.#chooseGroup(id, adding) || this.#choose(id)) return;
    const group = this.board.handled.has(id) ? this.groupOf(id) : [id];
    this.board.selected = selection.clicked(this.board.selected, id, group, adding);
  }

  /** Click on a man where a group is asked for: his group, or he alone with others who are split off. */
  #chooseGroup(id: string, adding: boolean): boolean {
    const { asking } = this.board;
    if (!asking || this.board.isPast || !isForGroups(asking.request)) return false;
    const group = groupOf(this.board.view, id);
    const option = asking.request.options.find((one) => one.id === (adding ? id : group));
    if (!option) return false;
    const split = (asking.draft as string[]).filter((one) => one in this.board.tokens);
    if (option.refused) this.board.note = option.refused.reason;
    else if (!adding) asking.set([group]);
    else asking.set(split.includes(id) ? split.filter((one) => one !== id) : [...split, id]);
    return true;
  }

  /** Click on a piece that an option or a share stands for. */
  #choose(id: string): boolean {
    const { asking } = this.board;
    const one = this.board.singles.get(id);
    if (!asking || !one || this.board.isPast) return false;
    if (asking.request.kind === "pick") {
      const picked = asking.draft as string[];
      if ("refused" in one && one.refused) this.board.note = one.refused.reason;
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
    const { asking, selected, unitOf } = this.board;
    const found = selection.nextNeeding(asking?.request, asking?.draft, selected, back, unitOf);
    if (found) this.board.selected = found;
    return found !== null;
  }

  /** What a dragged piece takes along. */
  taken(id: string): string[] {
    return this.board.selected.includes(id) ? [...this.board.selected] : this.groupOf(id);
  }

  /** Whom a key for single men means: those picked up, or all who are asked. */
  #men(): string[] {
    const own = this.board.selected.filter((id) => this.board.handled.has(id));
    return own.length ? own : [...this.board.handled];
  }

  /** A key that is no card's, for single men: drop prone, half of the squad, nothing more. */
  async men(key: string): Promise<void> {
    const { asking } = this.board;
    if (!asking || !isForMen(asking.request)) return;
    if (key === "p") await asking.act("prone", this.#men());
    else if (key === "h") this.board.selected = halfOf(this.board.view, [...this.board.handled], this.board.selected);
    else if (await this.board.answers.give(asking, [])) this.board.sound("card");
  }

  /** Turn a man's shot to another, or share its dice with him. */
  async aim(shooter: string, target: string, more: boolean): Promise<void> {
    const { asking } = this.board;
    if (!asking) return;
    const given = { card: "fire", ...(more || this.sharing ? { more: true } : {}) };
    if (await asking.keepDrag([shooter], target, given)) this.board.sound("card");
  }

  /** Lay a card on what is picked up: of several with one letter the next. */
  async card(letter: string): Promise<void> {
    const { asking } = this.board;
    if (isForMen(asking?.request)) {
      if (OWN_KEYS.includes(letter)) return this.men(letter);
      const open = asking.request.cards.filter(({ hint }) => !hint);
      const card = cardFor(open, letter, this.board.cards.get(this.#men()[0]!)?.card);
      if (card) await this.lay(card);
      else this.board.note = asking.request.cards.find((one) => letterOf(one) === letter)?.hint ?? "";
      return;
    }
    if (asking?.request.kind !== "orders" || !this.board.selected.length) {
      this.board.note = "Pick up some stands first: Tab, a click or a box.";
      return;
    }
    const { request } = asking;
    const unit = request.units.find(({ stands }) => stands.includes(this.board.selected[0]!));
    const own = request.cards.filter(({ id }) => !unit || unit.cards.includes(id));
    const card = cardFor(own, letter, this.board.cards.get(this.board.selected[0]!)?.card);
    if (card) await this.lay(card);
  }

  async lay(card: string): Promise<void> {
    const { asking } = this.board;
    const pieces = isForMen(asking?.request) ? this.#men() : [...this.board.selected];
    if (!asking || !pieces.length) return;
    if (await asking.act("card", pieces, { card })) this.board.sound("card");
  }

  async clear(): Promise<void> {
    const { asking } = this.board;
    const pieces = isForMen(asking?.request) || isForWays(asking?.request) ? this.#men() : [...this.board.selected];
    if (asking && pieces.length) await asking.act("clear", pieces);
  }

  async repeat(): Promise<void> {
    const { asking } = this.board;
    if (asking && isForWays(asking.request)) {
      const ends = this.board.answers.onwards;
      if (!Object.keys(ends).length) this.board.note = "Nobody was on his way to anywhere else.";
      else if (await asking.act("repeat", [], { ends })) this.board.sound("card");
      return;
    }
    if (asking?.request.kind === "orders" && (await asking.act("repeat"))) this.board.sound("card");
  }

  /** What the staff advises becomes the draft, drawn as if the player had laid it; false where it has nothing to say. */
  async advise(): Promise<boolean> {
    const { asking } = this.board;
    if (!asking) return false;
    const answer = await asking.table.suggest(asking.request, 1);
    const advised = answer.is === "done" ? answer.suggestions[0] : undefined;
    if (!advised || asking !== this.board.asking) return false;
    asking.set(advised.value);
    await asking.show();
    this.board.sound("card");
    return true;
  }
}
