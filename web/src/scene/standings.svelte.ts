// The standing answers of one game: kept in this browser, used when their question comes again.
import type { AnyRequest, Scene } from "../lib/contract";
import * as standing from "./standing";

export class Standings {
  list = $state.raw<readonly standing.Standing[]>([]);
  #place: string;

  constructor(game: string) {
    this.#place = `deadground.standing.${game}`;
    this.list = standing.readStandings(localStorage.getItem(this.#place));
  }

  #set(list: readonly standing.Standing[]): void {
    this.list = list;
    if (list.length) localStorage.setItem(this.#place, JSON.stringify(list));
    else localStorage.removeItem(this.#place);
  }

  keep(request: AnyRequest, value: unknown, term: standing.Term, scene: Scene, since: number): void {
    const key = standing.keyOf(request);
    if (!key) return;
    const meaning = standing.meaningOf(request, value);
    const words = standing.wordsOf(request, meaning);
    const pieces = standing.piecesOf(scene);
    const one = { key, prompt: request.prompt, words, meaning, term, isOn: true, used: 0, pieces, since };
    this.#set([...this.list.filter((other) => other.key !== key), one]);
  }

  /** The answer that stands for this question; one whose time is over is switched off. */
  find(
    request: AnyRequest,
    scene: Scene,
    isExchangeOver: (since: number) => boolean,
  ): { one: standing.Standing; value: unknown } | null {
    const key = standing.keyOf(request);
    const one = this.list.find((other) => other.key === key && other.isOn);
    if (!one) return null;
    const isOver =
      one.term === "new"
        ? !standing.isUnchanged(one.pieces, scene)
        : one.term === "exchange" && isExchangeOver(one.since ?? 0);
    if (isOver) {
      this.turn(one.key, false);
      return null;
    }
    const value = standing.valueFor(request, one.meaning);
    return value === undefined ? null : { one, value };
  }

  used(key: string): void {
    this.#set(this.list.map((one) => (one.key === key ? { ...one, used: one.used + 1 } : one)));
  }

  turn(key: string, isOn: boolean): void {
    this.#set(this.list.map((one) => (one.key === key ? { ...one, isOn } : one)));
  }

  /** Switched on again it begins anew from what is on the table now. */
  renew(key: string, scene: Scene): void {
    const pieces = standing.piecesOf(scene);
    this.#set(this.list.map((one) => (one.key === key ? { ...one, isOn: true, pieces } : one)));
  }
}
