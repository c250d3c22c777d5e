// Tells what happened at the pace its player likes: the scene that is drawn follows the scene that is.
import type { Scene, SeenEvent } from "../lib/contract";
import { after, beatsOf, isApart, length, stopsAt, type Beat } from "./beats";
import type { Settings } from "./settings.svelte";

interface Frame {
  scene: Scene;
  events: readonly SeenEvent[];
}

export class Player {
  /** What is drawn. */
  scene = $state.raw<Scene | null>(null);
  /** What is being told. */
  beat = $state.raw<Beat | null>(null);
  /** Whether it waits for its player to go on. */
  stopped = $state(false);
  /** Whether something is still to be told. */
  busy = $state(false);
  /** How many events, from the newest back, are still to be told. */
  untold = $state(0);
  /** Whether something is to be said about what was just told, before it goes on. */
  holds: () => boolean = () => false;
  /** What a beat sounds like. */
  heard: (beat: Beat) => void = () => {};

  #frames: Frame[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #beats: Beat[] = [];

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
    if (!this.busy) this.#nextFrame();
  }

  /** Straight to what is. */
  skip(): void {
    clearTimeout(this.#timer);
    const last = this.#frames.at(-1);
    if (last) this.scene = last.scene;
    this.#frames = [];
    this.#beats = [];
    this.#rest();
  }

  /** On to the next beat, where it stopped. */
  go(): void {
    if (!this.stopped) return;
    this.stopped = false;
    this.#nextBeat();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #rest(): void {
    this.beat = null;
    this.stopped = false;
    this.busy = false;
    this.untold = 0;
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
    this.heard(beat);
    if (stopsAt(this.settings.pace, this.settings.stops, beat) || this.holds()) {
      this.stopped = true;
      return;
    }
    this.#timer = setTimeout(() => this.#nextBeat(), length(this.settings.pace, beat));
  }
}
