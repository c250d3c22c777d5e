// What a step of a lesson points at on the map.
import type { LessonStep, Point, SeenEvent } from "../lib/contract";
import { nearest as nearestPoint } from "../scene/camera";
import { namedBy } from "../scene/naming";
import { mySide, nearest, placed, tokensOf, type Sight } from "./steps";

/** A ring on the map around some points, and an arrow that leads to it from a piece. */
export interface Ring {
  around: readonly Point[];
  radius: number;
  from?: Point;
}

/** How wide the rings are, by what the lesson's lengths are in. */
const AROUND_PIECE = { mm: 270, in: 215 } as const;
const AROUND_PLACE = { mm: 330, in: 215 } as const;

/** A question mark this near to a place is what a player would think is pointed at. */
const BESIDE = 1000;

/** A place, or the question mark that has come to lie beside it. */
function markBy(place: Point, { scene }: Pick<Sight, "scene">): Point {
  const marks = Object.values(scene.tokens).filter(({ symbol }) => symbol === "question");
  if (!marks.length) return place;
  const mark = nearestPoint(marks.map(({ at }) => at), place);
  return Math.hypot(mark[0] - place[0], mark[1] - place[1]) <= BESIDE ? mark : place;
}

export function ringsOf(
  { show, offer, when }: Pick<LessonStep, "show" | "offer"> & Partial<Pick<LessonStep, "when">>,
  event: SeenEvent | undefined,
  sight: Pick<Sight, "request" | "scene" | "unit">,
): Ring[] {
  const { scene, unit } = sight;
  const own = show.unit ? tokensOf(show.unit, scene).map(({ at }) => at) : [];
  const rings: Ring[] = own.length ? [{ around: own, radius: AROUND_PIECE[unit] }] : [];
  if (show.place) {
    const at = markBy(placed(show.place, unit), sight);
    const from = own.length ? { from: nearestPoint(own, at) } : {};
    rings.push({ around: [at], radius: AROUND_PLACE[unit], ...from });
  }
  const pair = show.enemy && show.unit ? nearest(show.unit, sight) : null;
  if (pair) rings.push({ around: [pair.enemy.at], radius: AROUND_PIECE[unit], from: pair.own.at });
  // What an offer waits for may have happened long ago, to others.
  if (event && !offer) rings.push(...aboutWhom(event, when?.told, sight));
  return rings;
}

/** Rings round those of whom a line tells: the fallen where they lie, with an arrow from the nearest who could help. */
function aboutWhom(
  event: SeenEvent,
  told: LessonStep["when"]["told"] | undefined,
  { scene, unit }: Pick<Sight, "scene" | "unit">,
): Ring[] {
  const side = mySide(scene);
  const known = (id: string) => id in scene.tokens || id in scene.traces;
  const { by } = event.data as { by?: unknown };
  const meant = partMeant(event.text, told?.says ?? "");
  const named = namedBy(event, known)
    .filter((id) => id !== by)
    .map((id) => scene.tokens[id] ?? scene.traces[id]!)
    .filter((one) => !told?.of || (one.side === side) === (told.of === "me"));
  const exact = named.filter(({ title }) => title && meant.includes(title));
  const friends = Object.values(scene.tokens).flatMap((one) => (one.side === side ? [one.at] : []));
  return (exact.length ? exact : named).map(({ id, at }) => {
    const isFallen = !(id in scene.tokens) && told?.of === "me" && friends.length > 0;
    return { around: [at], radius: AROUND_PIECE[unit], ...(isFallen ? { from: nearestPoint(friends, at) } : {}) };
  });
}

/** The part of a line of the log that some words stand in: one of several men in "A ducks back; B hunkers down". */
export function partMeant(text: string, says: string): string {
  return (says && text.split(/[;:]/).find((part) => part.includes(says))) || text;
}
