// Which step of a lesson is to be shown: by what its player can see, and by nothing else.
import type { AnyRequest, Fault, Lesson, LessonStep, Look, OrderValue, Point, Scene, SeenEvent, Token } from "../lib/contract";
import { same } from "../lib/drafts";
import { MEASURES } from "../lib/ground";

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
  /** What the lesson's lengths are in; the table is drawn in tenths of a millimetre. */
  unit: Lesson["unit"];
}

export function mySide(scene: Scene): string {
  return scene.sides.find(({ mine }) => mine)?.id ?? "";
}

/** The first step in the lesson's order that fits and is not over. */
export function nextStep(lesson: Lesson, done: ReadonlySet<string>, sight: Sight): LessonStep | null {
  return lesson.steps.find((step) => !done.has(keyOf(step, sight)) && holds(step.when, sight)) ?? null;
}

/** The first step that only explains what was told; while something is told nothing else is in place. */
export function wordOn(lesson: Lesson, done: ReadonlySet<string>, sight: Sight): LessonStep | null {
  const words = lesson.steps.filter(
    ({ when, offer, each_time }) => when.told && !when.asked && !when.row && !when.waiting && !offer && !each_time,
  );
  return nextStep({ ...lesson, steps: words }, done, { ...sight, request: undefined });
}

/** What is noted when a step is over. */
export function keyOf(
  step: Pick<LessonStep, "id" | "each_turn" | "each_time">,
  { scene, request }: Pick<Sight, "scene" | "request">,
): string {
  if (step.each_time) return `${step.id} at ${request?.serial ?? ""}`;
  return step.each_turn ? `${step.id} ${scene.clock.turn}` : step.id;
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
    (!sign.untouched || same(sight.draft, sight.begun)) &&
    (!sign.proposed || isProposed(sign.proposed, sight)) &&
    (!sign.can || isOpen(sign.can, sight)) &&
    (!sign.cannot || !isOpen(sign.cannot, sight)) &&
    asksSoMany(sign, sight) &&
    (!sign.near || isNear(sign.near, sight)) &&
    isSoMany(sign, scene) &&
    (!sign.clear || isClear(scene)) &&
    (!sign.told || find(sign.told, sight) !== undefined) &&
    (!sign.untold || find(sign.untold, sight) === undefined)
  );
}

/** Whether as many of one's own side are on the table as a step is meant for. */
function isSoMany({ at_least, at_most }: Sign, scene: Scene): boolean {
  const side = mySide(scene);
  const own = Object.values(scene.tokens).filter((one) => one.side === side).length;
  return own >= at_least && (!at_most || own <= at_most);
}

/** Whether no enemy is in sight. */
function isClear(scene: Scene): boolean {
  return enemiesInSight(scene).length === 0;
}

/** Headquarters are left alone, and a question mark may be nobody. */
function enemiesInSight(scene: Scene): Token[] {
  const side = mySide(scene);
  return Object.values(scene.tokens).filter(
    (one) => one.side !== side && one.seen === 0 && one.symbol !== "hq" && one.symbol !== "question",
  );
}

/** What wins, as it is now: once something was told it may be another thing. */
export function toWin({ goal, goal_then }: Pick<Lesson, "goal" | "goal_then">, sight: Pick<Sight, "log" | "scene">): string {
  return (goal_then && find(goal_then.told, sight) ? goal_then.say : goal) ?? "";
}

/** The first line of the log that is meant. */
export function find(told: Told, { log, scene }: Pick<Sight, "log" | "scene">): SeenEvent | undefined {
  const side = mySide(scene);
  return log.find((event) => matches(told, event, side));
}

export function matches(told: Told, event: SeenEvent, side: string): boolean {
  const data = event.data as { manner?: string; side?: string };
  const owners = event.rolls.map(({ owner }) => owner);
  return (
    event.kind === told.kind &&
    (!told.manner || data.manner === told.manner) &&
    (!told.by || (owners.length > 0 && owners.includes(side) === (told.by === "me"))) &&
    (!told.of || (typeof data.side === "string" && (data.side === side) === (told.of === "me"))) &&
    event.text.includes(told.says)
  );
}

/** The pieces of a unit that cards are asked for: a unit of the question, or those of the forces who are asked. */
export function standsOf(unit: string, { request, scene }: Pick<Sight, "request" | "scene">): string[] {
  if (request?.kind !== "orders") return [];
  const asked = request.units.find(({ label }) => label === unit);
  if (asked) return asked.pieces;
  const own = tokensOf(unit, scene).map(({ id }) => id);
  return request.units.flatMap(({ pieces }) => pieces.filter((id) => own.includes(id)));
}

/** The pieces of a unit on the table, asked for or not. */
export function tokensOf(unit: string, scene: Scene): Token[] {
  const search = (forces: Scene["forces"]): string[] =>
    forces.flatMap(({ label, tokens, branches }) => [...(label === unit ? tokens : []), ...search(branches)]);
  return search(scene.forces).flatMap((id) => scene.tokens[id] ?? []);
}

function ordersOf(stands: readonly string[], draft: unknown): OrderValue[] {
  if (!Array.isArray(draft)) return [];
  return (draft as OrderValue[]).filter((order) => order.pieces.some((stand) => stands.includes(stand)));
}

/** Whether a unit has nothing yet in the draft but what was proposed for it. */
function isWaiting(unit: string, sight: Sight): boolean {
  const stands = standsOf(unit, sight);
  return stands.length > 0 && same(ordersOf(stands, sight.draft), ordersOf(stands, sight.begun));
}

/** Whether the question came with a card that is still in the draft. */
function isProposed(card: string, { request, draft }: Sight): boolean {
  const has = (orders: unknown) => Array.isArray(orders) && (orders as OrderValue[]).some((one) => one.card === card);
  return request?.kind === "orders" && has(request.proposal) && has(draft);
}

/** Whether a card can be given to somebody: one that nobody can be given has a hint that says why. */
function isOpen(card: string, { request }: Sight): boolean {
  return request?.kind === "orders" && request.cards.some(({ id, hint }) => id === card && !hint);
}

/** Whether the question asks as many as a step is meant for. */
function asksSoMany({ asks_least, asks_most }: Sign, { request }: Sight): boolean {
  const asked = request?.kind === "orders" ? request.units.flatMap(({ pieces }) => pieces).length : 0;
  return asked >= asks_least && (!asks_most || asked <= asks_most);
}

function isNear({ unit, place, within, beyond, able }: Near, sight: Sight): boolean {
  const tenths = place ? toPlace(unit, placed(place, sight.unit), sight) : toEnemy(unit, sight, able);
  if (tenths === null) return false;
  const away = sight.unit === "mm" ? Math.floor(tenths / MEASURES.mm.is) : tenths / MEASURES.in.is;
  return (!within || away <= within) && away > beyond;
}

function toEnemy(unit: string, sight: Sight, able: boolean): number | null {
  const pair = nearest(unit, sight, able);
  return pair && gap(pair.own, pair.enemy);
}

/** How far the nearest piece of a unit is from a place. */
function toPlace(unit: string, place: Point, sight: Sight): number | null {
  const own = standsOf(unit, sight).flatMap((id) => sight.scene.tokens[id] ?? []);
  return own.length ? Math.min(...own.map(({ at }) => Math.hypot(at[0] - place[0], at[1] - place[1]))) : null;
}

export interface Pair {
  own: Token;
  enemy: Token;
}

/** The stand of a unit that is nearest to an enemy in sight, or to one with whom nothing is wrong, and that enemy. */
export function nearest(unit: string, sight: Pick<Sight, "request" | "scene">, able = false): Pair | null {
  const { scene } = sight;
  const enemies = enemiesInSight(scene).filter(({ state }) => !able || !state);
  const pairs = standsOf(unit, sight)
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

export function placed([x, y]: readonly [number, number] | readonly number[], unit: Lesson["unit"]): Point {
  return [Math.round((x ?? 0) * MEASURES[unit].is), Math.round((y ?? 0) * MEASURES[unit].is)];
}

/** Where an offer's drag ends: a place, an enemy, or a point short of him. Null for a card without a drag. */
export function goalOf(offer: Offer, sight: Pick<Sight, "request" | "scene" | "unit">): Point | string | null {
  if (offer.to) return placed(offer.to, sight.unit);
  if (!offer.onto_enemy && !offer.short) return null;
  const pair = nearest(offer.unit, sight);
  if (!pair) return null;
  if (offer.onto_enemy) return pair.enemy.id;
  const part = (offer.short * MEASURES[sight.unit].is) / Math.max(1, apart(pair.own, pair.enemy));
  const along = (own: number, his: number) => Math.round(his + (own - his) * part);
  return [along(pair.own.at[0], pair.enemy.at[0]), along(pair.own.at[1], pair.enemy.at[1])];
}

/** What is wrong with the orders of some pieces; the others may still be under way. */
export function faultsOf(pieces: readonly string[], { value, faults }: Pick<Look, "value" | "faults">): Fault[] {
  const orders = Array.isArray(value) ? (value as OrderValue[]) : [];
  const own = orders.flatMap(({ pieces: ordered }, i) => (ordered.some((one) => pieces.includes(one)) ? [`value[${i}]`] : []));
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

export interface Thrown {
  /** Whose dice these are, or what for; "" where there is only one throw. */
  words: string;
  sides: number;
  faces: number[];
}

/** The dice of an event throw by throw: by side where both have thrown, else by what each was for. */
export function thrown({ rolls }: Pick<SeenEvent, "rolls">, { sides }: Pick<Scene, "sides">): Thrown[] {
  const both = new Set(rolls.map(({ owner }) => owner)).size > 1;
  const sideOf = (id: string) => sides.find((side) => side.id === id)?.name ?? "";
  return rolls.map(({ owner, purpose, sides, faces }) => ({
    words: both ? sideOf(owner) : rolls.length > 1 ? purpose : "",
    sides,
    faces,
  }));
}

/** What made the numbers of an event, one sum for each tally that has anything in it. */
export function sums({ tallies }: Pick<SeenEvent, "tallies">): { title: string; lines: Reason[]; total: number }[] {
  return tallies.flatMap(({ title, lines, total }) =>
    lines.length ? [{ title, lines: lines.map(({ reason, amount }) => ({ words: reason, amount })), total }] : [],
  );
}

/** What is said to whom has no keyboard: the sentence about keys is left out. */
export function withoutKeys(say: string): string {
  return say.replace(/\s*By keyboard: [^.]*\./, "");
}
