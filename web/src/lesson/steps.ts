// Which step of a lesson is to be shown: by what its player can see, and by nothing else.
import type { AnyRequest, Fault, Lesson, LessonStep, Look, OrderValue, Point, Scene, SeenEvent, Token } from "../lib/contract";
import { same } from "../lib/drafts";

type Sign = LessonStep["when"];
type Told = NonNullable<Sign["told"]>;
type Near = NonNullable<Sign["near"]>;
type Offer = NonNullable<LessonStep["offer"]>;

/** Everything a step may wait for. */
export interface Sight {
  request: AnyRequest | undefined;
  draft: unknown;
  /** What the draft was before the player did anything to it. */
  begun: unknown;
  scene: Scene;
  log: readonly SeenEvent[];
  /** Whether the digest of the turn was not read yet. */
  news: boolean;
}

/** Lessons are written in millimetres, the table is drawn in tenths. */
const TENTHS = 10;

export function mySide(scene: Scene): string {
  return scene.sides.find(({ mine }) => mine)?.id ?? "";
}

/** The first step in the lesson's order that fits and is not over. */
export function nextStep(lesson: Lesson, done: ReadonlySet<string>, sight: Sight): LessonStep | null {
  const turn = sight.scene.clock.turn;
  return lesson.steps.find((step) => !done.has(keyOf(step, turn)) && holds(step.when, sight)) ?? null;
}

/** What is noted when a step is over. */
export function keyOf(step: Pick<LessonStep, "id" | "each_turn">, turn: number): string {
  return step.each_turn ? `${step.id} ${turn}` : step.id;
}

export function holds(sign: Sign, sight: Sight): boolean {
  const { request, scene, news } = sight;
  const turn = scene.clock.turn;
  return (
    (!sign.asked || request?.guide === sign.asked) &&
    (!sign.row || Boolean(request?.rows.includes(sign.row))) &&
    (sign.news === news || (!sign.news && !sign.asked)) &&
    (!sign.turn || sign.turn === turn) &&
    sign.from_turn <= turn &&
    (!sign.waiting || isWaiting(sign.waiting, sight)) &&
    (!sign.near || isNear(sign.near, sight)) &&
    (!sign.told || find(sign.told, sight) !== undefined)
  );
}

/** The first line of the log that is meant. */
export function find(told: Told, { log, scene }: Pick<Sight, "log" | "scene">): SeenEvent | undefined {
  const side = mySide(scene);
  return log.find((event) => matches(told, event, side));
}

export function matches(told: Told, event: SeenEvent, side: string): boolean {
  const data = event.data as { manner?: string };
  const owners = event.rolls.map(({ owner }) => owner);
  return (
    event.kind === told.kind &&
    (!told.manner || data.manner === told.manner) &&
    (!told.by || (owners.length > 0 && owners.includes(side) === (told.by === "me"))) &&
    event.text.includes(told.says)
  );
}

/** The pieces of a unit that cards are asked for. */
export function standsOf(unit: string, request: AnyRequest | undefined): string[] {
  if (request?.kind !== "orders") return [];
  return request.units.find(({ label }) => label === unit)?.stands ?? [];
}

/** The pieces of a unit on the table, asked for or not. */
export function tokensOf(unit: string, scene: Scene): Token[] {
  const search = (forces: Scene["forces"]): string[] =>
    forces.flatMap(({ label, tokens, branches }) => [...(label === unit ? tokens : []), ...search(branches)]);
  return search(scene.forces).flatMap((id) => scene.tokens[id] ?? []);
}

function ordersOf(unit: string, request: AnyRequest | undefined, draft: unknown): OrderValue[] {
  const stands = standsOf(unit, request);
  if (!Array.isArray(draft)) return [];
  return (draft as OrderValue[]).filter((order) => order.stands.some((stand) => stands.includes(stand)));
}

/** Whether a unit has nothing yet in the draft but what was proposed for it. */
function isWaiting(unit: string, { request, draft, begun }: Sight): boolean {
  if (!standsOf(unit, request).length) return false;
  return same(ordersOf(unit, request, draft), ordersOf(unit, request, begun));
}

function isNear({ unit, within, beyond }: Near, sight: Sight): boolean {
  const pair = nearest(unit, sight);
  if (!pair) return false;
  const away = Math.floor(gap(pair.own, pair.enemy) / TENTHS);
  return (!within || away <= within) && away > beyond;
}

export interface Pair {
  own: Token;
  enemy: Token;
}

/** The stand of a unit that is nearest to an enemy in sight, and that enemy. Headquarters are left alone. */
export function nearest(unit: string, { request, scene }: Pick<Sight, "request" | "scene">): Pair | null {
  const side = mySide(scene);
  const enemies = Object.values(scene.tokens).filter(
    (one) => one.side !== side && one.seen === 0 && one.symbol !== "hq",
  );
  const pairs = standsOf(unit, request)
    .flatMap((id) => scene.tokens[id] ?? [])
    .flatMap((own) => enemies.map((enemy) => ({ own, enemy })));
  return pairs.reduce<Pair | null>(
    (best, pair) => (best && gap(best.own, best.enemy) <= gap(pair.own, pair.enemy) ? best : pair),
    null,
  );
}

/** From edge to edge of two bases that do not overlap. */
export function gap(one: Token, other: Token): number {
  const [a, b] = [corners(one), corners(other)];
  return Math.min(...a.map((at) => toEdges(at, b)), ...b.map((at) => toEdges(at, a)));
}

function corners({ at, facing, width, depth }: Token): Point[] {
  const angle = (facing / 1800) * Math.PI;
  const [ahead, aside] = [
    [Math.sin(angle) * (depth / 2), -Math.cos(angle) * (depth / 2)],
    [Math.cos(angle) * (width / 2), Math.sin(angle) * (width / 2)],
  ] as const;
  return [
    [1, 1],
    [1, -1],
    [-1, -1],
    [-1, 1],
  ].map(([i, j]) => [at[0] + i! * ahead[0] + j! * aside[0], at[1] + i! * ahead[1] + j! * aside[1]]);
}

function toEdges([x, y]: Point, shape: readonly Point[]): number {
  const far = shape.map(([x1, y1], i) => {
    const [x2, y2] = shape[(i + 1) % shape.length]!;
    const [dx, dy] = [x2 - x1, y2 - y1];
    const part = Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy || 1)));
    return Math.hypot(x1 + dx * part - x, y1 + dy * part - y);
  });
  return Math.min(...far);
}

function apart(one: Token, other: Token): number {
  return Math.hypot(one.at[0] - other.at[0], one.at[1] - other.at[1]);
}

export function placed([x, y]: readonly [number, number] | readonly number[]): Point {
  return [(x ?? 0) * TENTHS, (y ?? 0) * TENTHS];
}

/** Where an offer's drag ends: a place, an enemy, or a point short of him. Null for a card without a drag. */
export function goalOf(offer: Offer, sight: Pick<Sight, "request" | "scene">): Point | string | null {
  if (offer.to) return placed(offer.to);
  if (!offer.onto_enemy && !offer.short) return null;
  const pair = nearest(offer.unit, sight);
  if (!pair) return null;
  if (offer.onto_enemy) return pair.enemy.id;
  const part = (offer.short * TENTHS) / Math.max(1, apart(pair.own, pair.enemy));
  const along = (own: number, his: number) => Math.round(his + (own - his) * part);
  return [along(pair.own.at[0], pair.enemy.at[0]), along(pair.own.at[1], pair.enemy.at[1])];
}

/** What is wrong with the orders of some pieces; the others may still be under way. */
export function faultsOf(pieces: readonly string[], { value, faults }: Pick<Look, "value" | "faults">): Fault[] {
  const orders = Array.isArray(value) ? (value as OrderValue[]) : [];
  const own = orders.flatMap(({ stands }, i) => (stands.some((one) => pieces.includes(one)) ? [`value[${i}]`] : []));
  return faults.filter(({ at }) => own.some((place) => at.startsWith(place)));
}

export interface Reason {
  words: string;
  /** What it does to the number that the die must reach. */
  amount: number;
}

/** Why a roll needed what it needed, as its event tells: from the number of the chart to the number needed. */
export function reasons(event: SeenEvent): { chart: number; lines: Reason[]; needed: number } | null {
  const { needed } = event.data as { needed?: number | null };
  if (typeof needed !== "number") return null;
  const shift = event.tallies.reduce((sum, { total }) => sum + total, 0);
  const lines = event.tallies.flatMap(({ lines, total, limit }): Reason[] => {
    const own = lines.map(({ reason, amount, on }) => ({ words: reason, amount: on === "die" ? -amount : amount }));
    const over = -total - own.reduce((sum, { amount }) => sum + amount, 0);
    return over ? [...own, { words: `at most ${limit} either way`, amount: over }] : own;
  });
  return { chart: needed + shift, lines, needed };
}
