// Half-made choices: what a form begins with, which places in it have a field, and which faults belong where.
import type { AnyRequest, Fault, Place, Point, Suggestion, Values } from "./contract";

/** The proposal as a draft or, without one, the plainest value of the right shape. */
export function firstDraft(request: AnyRequest): unknown {
  const value = request.proposal ?? plainest(request);
  return structuredClone(whole(request, value));
}

function plainest(request: AnyRequest): unknown {
  switch (request.kind) {
    case "pick":
    case "orders":
      return [];
    case "number":
      return request.low;
    case "confirm":
      return true;
    case "allocate":
      return Object.fromEntries(request.shares.map((share) => [share.id, share.least]));
    case "place":
    case "path":
      return {};
  }
}

/** A map gets an entry for every piece asked about, so that each has its fields. */
function whole(request: AnyRequest, value: unknown): unknown {
  switch (request.kind) {
    case "path": {
      const paths = value as Values["path"];
      const stay = { points: [], facing: null };
      return Object.fromEntries(request.walkers.map(({ piece }) => [piece, { ...stay, ...paths[piece] }]));
    }
    case "place":
      return places(request, value as Values["place"]);
    case "allocate": {
      const given = value as Values["allocate"];
      return Object.fromEntries(request.shares.map(({ id, least }) => [id, given[id] ?? least]));
    }
    default:
      return value;
  }
}

function places(request: Place, given: Values["place"]): Values["place"] {
  const value: Values["place"] = {};
  const taken = new Set(Object.values(given).map(({ at }) => String(at)));
  for (const { piece, box, points } of request.spots) {
    const facing = request.facing ? 0 : null;
    const middle: Point = [Math.round((box[0] + box[2]) / 2), Math.round((box[1] + box[3]) / 2)];
    const free = points.find((point) => !taken.has(String(point))) ?? points[0] ?? middle;
    const placed = { at: given[piece]?.at ?? free, facing: given[piece]?.facing ?? facing };
    value[piece] = placed;
    taken.add(String(placed.at));
  }
  return value;
}

/** The places of a draft that have a field of their own; a fault elsewhere is told above the form. */
export function fieldPlaces(request: AnyRequest, draft: unknown): string[] {
  switch (request.kind) {
    case "pick":
    case "orders":
      return (draft as unknown[]).map((_, i) => `value[${i}]`);
    case "allocate":
      return request.shares.map(({ id }) => `value.${id}`);
    case "place":
      return request.spots.map(({ piece }) => `value.${piece}`);
    case "path":
      return request.walkers.map(({ piece }) => `value.${piece}`);
    case "number":
    case "confirm":
      return [];
  }
}

/** Whether a fault lies at a place or inside it. */
export function isUnder(at: string, place: string): boolean {
  return at === place || at.startsWith(`${place}.`) || at.startsWith(`${place}[`);
}

export function faultsUnder(faults: readonly Fault[], place: string): Fault[] {
  return faults.filter(({ at }) => isUnder(at, place));
}

/** The faults that no field can show. */
export function faultsElsewhere(faults: readonly Fault[], places: readonly string[]): Fault[] {
  return faults.filter(({ at }) => !places.some((place) => isUnder(at, place)));
}

/** A suggestion that only repeats an option or the proposal tells nothing new. */
export function newsworthy(request: AnyRequest, suggestions: readonly Suggestion[]): Suggestion[] {
  if (request.kind === "confirm") return suggestions.filter(({ reason }) => reason);
  if (request.kind !== "pick")
    return suggestions.filter(({ reason, value }) => reason || !same(value, request.proposal));
  const listed = request.options.map(({ id, label, hint }) => JSON.stringify([[id], label, hint]));
  return suggestions.filter(
    ({ value, label, reason }) => !listed.includes(JSON.stringify([value, label, reason])),
  );
}

/** Equal as plain data. Maps are built in one order here, so their text can be compared. */
export function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
