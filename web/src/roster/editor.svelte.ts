// A roster on the desk: what is asked for, what the dice made of it, and what was changed by hand. The server checks.
import { desk } from "../lib/desk";
import type {
  ArmyLists,
  Fault,
  RollOrder,
  RosterData,
  RosterMan,
  RosterShown,
  UnitOffer,
} from "../lib/contract";

const PATIENCE = 180;

const FIRST: RollOrder = {
  nation: "soviet",
  unit: "infantry",
  year: 1943,
  month: 0,
  title: "",
  start: "battle",
  grade: "regular",
  star: null,
  stiffening: "",
  supply: false,
  picks: {},
  crew: 4,
  seed: "",
};

export class Editor {
  lists = $state.raw<ArmyLists | null>(null);
  offer = $state.raw<UnitOffer | null>(null);
  order = $state<RollOrder>({ ...FIRST });
  roster = $state<RosterData | null>(null);
  /** What the server last said of the roster. */
  shown = $state.raw<RosterShown | null>(null);
  /** The name it is kept by; "" for one that is not. */
  id = $state("");
  /** Whether something was changed since it was kept. */
  changed = $state(false);
  trouble = $state("");
  busy = $state(false);

  readonly faults = $derived<readonly Fault[]>(this.shown?.faults ?? []);
  readonly nation = $derived(this.lists?.nations.find(({ id }) => id === this.order.nation));

  #asked = 0;
  #offered = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** What can be made at all, and, with a name, the roster that is kept by it. */
  async open(id: string): Promise<void> {
    await this.#try(async () => {
      this.lists = await desk.lists();
      if (id) this.take(await desk.roster(id));
    });
    if (this.lists) await this.ask();
  }

  /** A roster from the server takes the place of what is on the desk. */
  take(shown: RosterShown): void {
    clearTimeout(this.#timer);
    this.#asked++;
    this.shown = shown;
    this.roster = structuredClone(shown.roster);
    this.id = shown.id;
    this.changed = !shown.id;
    const { nation, unit, year, month, start, grade, stiffening, men } = shown.roster;
    const star = men.find((man) => man.star)?.role ?? null;
    Object.assign(this.order, { nation, unit, year, month, start, grade, stiffening, star });
  }

  /** Another nation has other units; its first is taken. */
  pickNation(nation: string): void {
    this.order.nation = nation;
    this.order.unit = this.nation?.units[0]?.id ?? "";
    this.pickUnit();
  }

  /** What was picked for another unit may not be on offer any more. */
  pickUnit(): void {
    Object.assign(this.order, { picks: {}, stiffening: "", supply: false });
    if (this.order.unit === "crew") this.order.star = null;
    void this.ask();
  }

  /** What is open about the unit at its date. */
  async ask(): Promise<void> {
    const { nation, unit, year, month } = this.order;
    const asked = ++this.#offered;
    if (unit === "crew" || !Number.isInteger(year)) return;
    await this.#try(async () => {
      const offer = await desk.unit(nation, unit, year, month);
      if (asked === this.#offered) this.offer = offer;
    });
  }

  async roll(): Promise<void> {
    const picks = Object.fromEntries(Object.entries(this.order.picks ?? {}).filter(([, what]) => what));
    const title = this.id ? (this.roster?.roster ?? "") : "";
    await this.#try(async () => {
      const made = await desk.roll({ ...$state.snapshot(this.order), picks, title });
      this.take({ ...made, id: this.id });
      this.changed = true;
    });
  }

  /** Something was changed by hand: the server is asked what it thinks of it, once the hand rests. */
  edited(): void {
    this.changed = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.check(), PATIENCE);
  }

  async check(): Promise<void> {
    if (!this.roster) return;
    const asked = ++this.#asked;
    try {
      const shown = await desk.check($state.snapshot(this.roster));
      if (asked !== this.#asked) return;
      this.shown = { ...shown, id: this.id };
      this.trouble = "";
    } catch (error) {
      if (asked === this.#asked) this.trouble = said(error);
    }
  }

  addMan(): void {
    const men = [...(this.roster?.men ?? [])].reverse();
    const like = men.find(({ role }) => role === "rifleman") ?? men[0];
    const name = `Man ${men.length + 1}`;
    const man: RosterMan = like
      ? { ...$state.snapshot(like), name, role: "rifleman", star: false, attributes: [] }
      : { name, role: "rifleman", rep: 4, weapons: [], attributes: [], gear: {}, star: false, woman: false, post: "" };
    this.roster?.men.push(man);
    this.edited();
  }

  removeMan(place: number): void {
    this.roster?.men.splice(place, 1);
    this.edited();
  }

  async keep(): Promise<boolean> {
    let kept = false;
    await this.#try(async () => {
      if (!this.roster) return;
      await this.check();
      this.id = await desk.keep(this.id, $state.snapshot(this.roster));
      this.changed = false;
      kept = true;
    });
    return kept;
  }

  async #try(what: () => Promise<void>): Promise<void> {
    this.busy = true;
    try {
      await what();
      this.trouble = "";
    } catch (error) {
      this.trouble = said(error);
    }
    this.busy = false;
  }
}

export const said = (error: unknown): string => (error instanceof Error ? error.message : String(error));
