// The coach beside a battle: shows one step of the lesson at a time, and does for the player what it offers.
import type { Fault, Lesson, LessonStep, SeenEvent } from "../lib/contract";
import type { Board } from "../scene/board.svelte";
import { isForMen } from "../fireplan/men";
import { lessons } from "./kept";
import { ringsOf, type Ring } from "./rings";
import { faultsOf, find, goalOf, keyOf, matches, mySide, nextStep, standsOf, wordOn, type Sight } from "./steps";

export class Coach {
  isOff = $state(false);
  /** Keys of steps that are over. */
  done = $state.raw<ReadonlySet<string>>(new Set());
  /** What was lived through. */
  learnt = $state.raw<ReadonlySet<string>>(new Set());
  /** Why an offer could not be taken. */
  trouble = $state("");
  busy = $state(false);
  /** The question beside which the step was first shown. */
  #shown: { key: string; serial: number | null } | null = null;

  sight: Sight = $derived.by(() => ({
    request: this.board.asking?.request,
    draft: this.board.asking?.draft,
    begun: this.board.asking?.begun,
    scene: this.board.player.busy ? this.board.scene : this.board.view.scene!,
    log: this.board.player.busy ? this.board.toldLog : this.board.table.log,
    news: this.board.digest.length > 0,
    unit: this.lesson.unit,
  }));

  isOver = $derived.by(() => this.board.view.outcome !== null && !this.board.player.busy);
  /** While something is told, or the past is looked at, the coach holds his tongue. */
  isQuiet = $derived.by(
    () => (this.board.player.busy && !this.board.player.stopped) || this.board.isPast || this.isOver,
  );
  step: LessonStep | null = $derived.by(() => {
    if (this.isOff || this.isQuiet) return null;
    if (this.board.player.busy) return wordOn(this.lesson, this.done, this.sight);
    return this.board.view.outcome ? null : nextStep(this.lesson, this.done, this.sight);
  });
  /** Why what is drawn cannot be meant: then nothing is offered but to take it back. */
  isRefused: boolean = $derived.by(() => {
    const { asking } = this.board;
    return !this.isQuiet && isForMen(asking?.request) && asking.touched && asking.faults.length > 0;
  });
  event: SeenEvent | undefined = $derived.by(() =>
    this.step?.when.told ? find(this.step.when.told, this.sight) : undefined,
  );
  ticks = $derived.by(() =>
    Object.entries(this.lesson.learns).map(([id, { label }]) => ({ id, label, done: this.learnt.has(id) })),
  );
  rings: Ring[] = $derived.by(() => (this.step ? ringsOf(this.step, this.event, this.sight) : []));

  constructor(
    readonly board: Board,
    readonly lesson: Lesson,
  ) {
    const { done, learnt } = lessons.of(board.view.game);
    this.done = new Set(done);
    this.learnt = new Set(learnt);
    this.isOff = lessons.isOff;
  }

  /** What changes by itself: things are learnt, and a step is over when its question is answered. */
  follow(): void {
    const side = mySide(this.sight.scene);
    const lived = Object.entries(this.lesson.learns).flatMap(([id, { told }]) =>
      !this.learnt.has(id) && this.sight.log.some((event) => matches(told, event, side)) ? [id] : [],
    );
    if (lived.length && !this.board.player.busy) {
      this.learnt = new Set([...this.learnt, ...lived]);
      this.#keep();
    }
    const serial = this.sight.request?.serial ?? null;
    const shown = this.#shown;
    if (shown && shown.serial !== null && serial !== null && shown.serial !== serial) {
      this.#shown = null;
      this.#over(shown.key);
    }
    const { step } = this;
    if (!step) return;
    const key = keyOf(step, this.sight);
    if (this.#shown?.key !== key) this.#shown = { key, serial };
    else this.#shown.serial ??= serial;
  }

  /** Whether he has something to say about what was just told, for the first time. */
  hasWord(): boolean {
    return !this.isOff && !this.board.isPast && wordOn(this.lesson, this.done, this.sight) !== null;
  }

  /** This step was read, or is not wanted; what is being told goes on after it. */
  pass(): void {
    this.trouble = "";
    if (this.step) this.#over(keyOf(this.step, this.sight));
    if (this.board.player.stopped && !this.hasWord()) this.board.player.go();
  }

  /** Away with the coach; the table's menu brings him back. */
  leave(): void {
    this.isOff = true;
    lessons.turn(false);
  }

  comeBack(): void {
    this.isOff = false;
    lessons.turn(true);
  }

  async take(): Promise<void> {
    const { step } = this;
    if (!step?.offer || this.busy) return;
    this.busy = true;
    this.trouble = "";
    if (step.offer.accept) await this.#accept();
    else if (step.offer.stay) await this.#stay();
    else if (step.offer.staff) {
      await this.#askStaff();
      this.#over(keyOf(step, this.sight));
    } else {
      await this.#lay(step.offer);
      this.#over(keyOf(step, this.sight));
    }
    this.busy = false;
  }

  /** As the main button; units without a card are meant to have none. */
  async #accept(): Promise<void> {
    const { board } = this;
    const wasWarned = board.isWarned;
    const asked = board.asking;
    board.hand.wholeGroup();
    await board.accept();
    if (!wasWarned && board.isWarned) await board.accept();
    if (asked && asked === board.asking && asked.faults.length) this.trouble = notNow(asked.faults);
  }

  /** Nobody does anything more; who is told so by the coach is not asked whether he means it. */
  async #stay(): Promise<void> {
    const { board } = this;
    const asked = board.asking;
    await board.stay();
    if (asked === board.asking) await board.stay();
  }

  /** What the staff advises becomes the draft, which the player may still change. */
  async #askStaff(): Promise<void> {
    if (!(await this.board.hand.advise())) this.trouble = "Your staff has nothing to advise just now.";
  }

  /** By the gesture that the player would make; where that is against the rules he is told why, and the unit stays. */
  async #lay(offer: NonNullable<LessonStep["offer"]>): Promise<void> {
    const { asking } = this.board;
    const pieces = standsOf(offer.unit, this.sight);
    if (!asking || !pieces.length) return;
    const given = offer.card ? { card: offer.card } : {};
    const goal = goalOf(offer, this.sight);
    const answer = goal
      ? await asking.drag(pieces, goal, given)
      : await asking.table.draft(asking.request, asking.draft, "card", pieces, given);
    const look = answer.is === "done" ? answer.look : null;
    const faults = look ? faultsOf(pieces, look) : answer.is === "refused" ? answer.faults : [];
    if (!look || faults.length) {
      this.trouble = answer.is === "failed" ? answer.reason : notNow(faults);
      await asking.act("clear", pieces);
      return;
    }
    this.board.selected = [];
    asking.set(look.value, look);
    this.board.sound("card");
  }

  #over(key: string): void {
    this.done = new Set([...this.done, key]);
    this.#keep();
  }

  #keep(): void {
    lessons.keep(this.board.view.game, { done: [...this.done], learnt: [...this.learnt] });
  }
}

function notNow(faults: readonly Fault[]): string {
  return `Not now: ${faults.map(({ reason }) => reason).join("; ")}.`;
}
