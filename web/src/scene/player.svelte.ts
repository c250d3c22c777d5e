// Tells what happened at the pace its player likes: the scene that is drawn follows the scene that is.
import type { Scene, SeenEvent } from "../lib/contract";
import { after, beatsOf, isApart, length, stopsAt, type Beat } from "./beats";
import type { Settings } from "./settings.svelte";

interface Frame {
  scene: Scene;
  events: readonly SeenEvent[];
}

/** A beat as it was shown, to look at it once more. */
interface Shown {
  beat: Beat;
  scene: Scene;
  untold: number;
}

export class Player {
  /** What is drawn. */
  scene = $state.raw<Scene | null>(null);
  /** What is being told. */
  beat = $state.raw<Beat | null>(null);
  /** Whether it waits for its player to go on. */
  stopped = $state(false);
  /** Whether its player has told it to wait. */
  held = $state(false);
  /** Whether something is still to be told. */
  busy = $state(false);
  /** How many events, from the newest back, are still to be told. */
  untold = $state(0);
  /** When the last telling was over, by the clock of the page. */
  restedAt = -Infinity;
  /** Whether something is to be said about what was just told, before it goes on. */
  holds: () => boolean = () => false;
  /** What a beat sounds like. */
  heard: (beat: Beat) => void = () => {};
  /** What is drawn is what is, again. */
  rested: () => void = () => {};

  #frames: Frame[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #beats: Beat[] = [];
  /** The beats of this telling, and how far back of the newest its player looks. */
  #shown = $state.raw<readonly Shown[]>([]);
  #back = $state(0);

  constructor(readonly settings: Settings) {}

  /** A scene that is new from the ground up, as on joining. */
  start(scene: Scene): void {
    this.skip();
    this.scene = scene;
  }

  follow(scene: Scene, events: readonly SeenEvent[]): void {
    if (!this.scene || this.settings.pace === "once") return this.start(scene);
    this.#frames.push({ scene, events });
    this.untold += events.length;
    this.#shown = this.#shown.map((one) => ({ ...one, untold: one.untold + events.length }));
    if (!this.busy) this.#nextFrame();
  }

  /** Straight to what is. */
  skip(): void {
    clearTimeout(this.#timer);
    const last = this.#frames.at(-1);
    if (last) this.scene = last.scene;
    this.#frames = [];
    this.#beats = [];
    if (this.busy) this.#rest();
  }

  /** On to the next beat, at once: where it stopped, and where it goes by itself. */
  go(): void {
    if (!this.busy) return;
    clearTimeout(this.#timer);
    this.stopped = false;
    this.held = false;
    if (this.#back) return this.#look(this.#back - 1);
    this.#nextBeat();
  }

  /** It waits until its player goes on. */
  hold(): void {
    if (!this.busy) return;
    clearTimeout(this.#timer);
    this.held = true;
    this.stopped = true;
  }

  get canGoBack(): boolean {
    return this.busy && this.#back < this.#shown.length - 1;
  }

  /** The beat before this one, once more; it waits there. */
  back(): void {
    if (!this.canGoBack) return this.hold();
    clearTimeout(this.#timer);
    this.#look(this.#back + 1);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #look(back: number): void {
    const shown = this.#shown.at(-1 - back);
    if (!shown) return;
    this.#back = back;
    ({ beat: this.beat, scene: this.scene, untold: this.untold } = shown);
    this.held = true;
    this.stopped = true;
  }

  #rest(): void {
    this.beat = null;
    this.stopped = false;
    this.held = false;
    this.busy = false;
    this.untold = 0;
    this.#shown = [];
    this.#back = 0;
    this.restedAt = performance.now();
    this.rested();
  }

  /** Everything up to the end of a beat counts as told, and of a frame without one all of it. */
  #count(beat: Beat | null): void {
    const [frame, ...rest] = this.#frames;
    if (!frame) return;
    const at = beat ? frame.events.indexOf(beat.events.at(-1)!) + 1 : frame.events.length;
    const later = rest.reduce((sum, { events }) => sum + events.length, 0);
    this.untold = Math.min(this.untold, later + frame.events.length - at);
  }

  #nextFrame(): void {
    const frame = this.#frames[0];
    if (!frame || !this.scene) return this.#rest();
    const { pace, stops } = this.settings;
    this.#beats = beatsOf(this.scene, frame.scene, frame.events, isApart(pace, stops));
    this.busy = true;
    this.#nextBeat();
  }

  #nextBeat(): void {
    const frame = this.#frames[0];
    const beat = this.#beats.shift();
    if (!frame || !this.scene) return this.#rest();
    this.#count(beat ?? null);
    if (!beat) {
      this.scene = frame.scene;
      this.#frames.shift();
      return this.#nextFrame();
    }
    this.beat = beat;
    this.scene = after(this.scene, frame.scene, beat, this.#beats);
    this.#shown = [...this.#shown, { beat, scene: this.scene, untold: this.untold }];
    this.heard(beat);
    if (stopsAt(this.settings.pace, this.settings.stops, beat) || this.holds()) {
      this.stopped = true;
      return;
    }
    this.#timer = setTimeout(() => this.#nextBeat(), length(this.settings.pace, beat));
  }
}
