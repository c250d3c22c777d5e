// The window on the table: how it is panned and zoomed, and how it comes near to what is asked or told.
import { select } from "d3-selection";
import { zoom, zoomIdentity, type D3ZoomEvent, type ZoomBehavior } from "d3-zoom";

import type { Point } from "../lib/contract";
import type { Board } from "./board.svelte";
import * as cameras from "./camera";

/** How far a pointer moves before it is a drag and no click, in pixels. */
export const START = 5;

/** How large a piece is on the screen where it can hardly be told from another, and how near it is brought by itself. */
const SIZES = { phone: { small: 20, near: 34 }, wider: { small: 14, near: 26 } };
/** The buttons over the map: a row as wide as a phone, a column at the right edge of anything wider. */
const TOOLS = 44;

export class Lens {
  size = $state({ width: 0, height: 0 });
  /** The scale at which pieces and letters were last drawn sharp. */
  baked = $state(1);
  camera: cameras.Camera = { x: 0, y: 0, k: 1 };
  /** Whether somebody has moved the table himself. */
  moved = false;
  /** Whether a press is the table's own, and not the map's. */
  taken = false;
  /** What the table was brought near for. */
  framed: readonly Point[] = [];

  table = $derived.by(() => ({ width: this.board.scene.width, height: this.board.scene.height }));
  isPhone = $derived(this.size.width < 600);
  #sizes = $derived(this.isPhone ? SIZES.phone : SIZES.wider);

  #stage: HTMLElement | null = null;
  #world: HTMLElement | null = null;
  #behaviour: ZoomBehavior<HTMLElement, unknown> | null = null;

  constructor(readonly board: Board) {}

  /** Watches the window until what it returns is called. */
  mount(stage: HTMLElement, world: HTMLElement): () => void {
    this.#stage = stage;
    this.#world = world;
    this.#behaviour = zoom<HTMLElement, unknown>()
      .filter((event: MouseEvent) => !this.taken && !event.button && (!event.ctrlKey || event.type === "wheel"))
      .clickDistance(START)
      .on("zoom", ({ transform, sourceEvent }: D3ZoomEvent<HTMLElement, unknown>) => {
        this.moved ||= sourceEvent !== null;
        this.camera = cameras.held(transform, this.size, this.table, this.#covered);
        this.place();
      })
      .on("end", () => {
        const { x, y, k } = this.camera;
        Object.assign(stage, { __zoom: zoomIdentity.translate(x, y).scale(k) });
        this.#bake();
      });
    select(stage).call(this.#behaviour).on("dblclick.zoom", null);
    const observer = new ResizeObserver(() => this.#resized(stage));
    observer.observe(stage);
    this.#resized(stage);
    return () => observer.disconnect();
  }

  /** Put the table where the camera has it. */
  place(): void {
    if (!this.#world) return;
    const { x, y, k } = this.camera;
    this.#world.style.transform = `translate(${Math.round(x)}px,${Math.round(y)}px) scale(${k / this.baked})`;
  }

  #bake(): void {
    if (Math.abs(this.camera.k - this.baked) > this.baked * 0.01) this.baked = this.camera.k;
    else this.place();
  }

  /** Until somebody has moved the table it fills its window, whatever that becomes. */
  #resized(node: HTMLElement): void {
    const before = { ...this.size };
    this.size = { width: node.clientWidth, height: node.clientHeight };
    if (!this.size.width || !this.#behaviour) return;
    this.#behaviour.scaleExtent([this.#fitScale * 0.8, cameras.NEAREST]);
    if (!this.moved && (this.framed.length || this.isTiny()))
      this.frame(this.framed.length ? this.framed : this.board.concerned);
    else if (!this.moved) this.fit();
    else {
      const { width, height } = this.size;
      this.look(cameras.panned(this.camera, (width - before.width) / 2, (height - before.height) / 2));
    }
  }

  get #covered(): cameras.Covered {
    return this.isPhone ? { top: TOOLS, right: 0 } : { top: 0, right: TOOLS };
  }

  /** The window beside the tools. */
  get #free(): cameras.Size {
    const { top, right } = this.#covered;
    return { width: this.size.width - right, height: this.size.height - top };
  }

  /** The smallest piece on the table, in millimetres. */
  get #piece(): number {
    return Math.min(...Object.values(this.board.scene.tokens).map(({ width }) => width), this.table.width) / 10;
  }

  get #fitScale(): number {
    return cameras.fitScale(this.#free, this.table);
  }

  look(to: cameras.Camera): void {
    if (!this.#stage || !this.#behaviour) return;
    const { x, y, k } = cameras.held(to, this.size, this.table, this.#covered);
    select(this.#stage).call(this.#behaviour.transform, zoomIdentity.translate(x, y).scale(k));
  }

  /** What is free of tools begins at the left edge, below whatever covers the top. */
  #lookBeside(to: cameras.Camera): void {
    this.look(cameras.panned(to, 0, this.#covered.top));
  }

  fit(): void {
    this.moved = false;
    this.framed = [];
    this.#lookBeside(cameras.fit(this.#free, this.table));
  }

  /** Whether men are too small to see when the whole table is in sight: on a phone, or with a large table. */
  isTiny(): boolean {
    return this.board.concerned.length > 0 && this.size.width > 0 && this.#piece * this.#fitScale < this.#sizes.small;
  }

  /** Bring near what a question is about. Who has moved the table himself keeps it so, unless nothing of it is in sight. */
  frame(points: readonly Point[]): void {
    if (this.moved) return points.some((at) => this.#isSeen(at)) ? undefined : this.show(points);
    this.framed = points;
    this.#lookBeside(cameras.framing(this.#free, points, this.#fitScale, this.#sizes.near / this.#piece));
  }

  pan(dx: number, dy: number): void {
    this.moved = true;
    this.drift(dx, dy);
  }

  /** Move the table for a drag that has come to the edge of its window. */
  drift(dx: number, dy: number): void {
    this.look(cameras.panned(this.camera, dx, dy));
  }

  zoomBy(factor: number): void {
    this.moved = true;
    this.look(cameras.zoomed(this.camera, factor, this.#zoomedAt, this.#fitScale * 0.8));
  }

  /** The camera as what is free of tools has it. */
  get #beside(): cameras.Camera {
    return cameras.panned(this.camera, 0, -this.#covered.top);
  }

  #isSeen(at: Point): boolean {
    return cameras.inSight(this.#beside, this.#free, at);
  }

  /** Nearer to what is in hand or asked about, where that is in sight; else to the middle of the window. */
  get #zoomedAt(): [number, number] {
    const { cursor, selectedAt, concerned } = this.board;
    const at = cursor ?? selectedAt ?? (concerned.length ? cameras.middle(concerned) : null);
    return at && this.#isSeen(at) ? cameras.toScreen(this.camera, at) : [this.size.width / 2, this.size.height / 2];
  }

  /** Bring points into sight, moving no more than needed. */
  show(points: readonly Point[]): void {
    if (!points.length || points.every((at) => this.#isSeen(at))) return;
    const beside = this.#beside;
    this.#lookBeside(cameras.showing(beside, this.#free, points, this.#fitScale));
  }

  /** Where on the table a pointer in the window is. */
  toTable(at: [number, number]): Point {
    return cameras.toTable(this.camera, at);
  }

  /** How many tenths of a millimetre make a pixel. */
  get tenths(): number {
    return cameras.TENTHS / this.camera.k;
  }
}
