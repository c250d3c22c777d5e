// Requests and values in plain words.
import type { AnyRequest, Values } from "./contract";
import { MEASURES, pathLength, pointText, tenths } from "./ground";

export function span(low: number, high: number): string {
  return low === high ? `exactly ${low}` : `${low} to ${high}`;
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** What orders are given by: stands are led by cards, men are told. */
export function orderWord({ manner }: Pick<AnyRequest, "manner">): string {
  return manner ? "order" : "card";
}

/** What to do, in one imperative sentence. */
export function imperative(request: AnyRequest): string {
  const unit = "unit" in request && request.unit ? ` ${request.unit}` : "";
  switch (request.kind) {
    case "pick":
      if (request.least === 1 && request.most === 1) return "Choose one.";
      if (request.least === 0) return `Choose up to ${request.most}, or none.`;
      return `Choose ${span(request.least, request.most)}.`;
    case "number":
      return `Give a number from ${request.low} to ${request.high}${unit ? `: ${request.unit}` : ""}.`;
    case "confirm":
      return `Answer ${request.yes.toLowerCase()} or ${request.no.toLowerCase()}.`;
    case "allocate":
      return `Give out ${span(request.least, request.most)}${unit}.`;
    case "place":
      return `Say where ${counted(request.spots.length, "piece")} ${request.spots.length === 1 ? "goes" : "go"}.`;
    case "path":
      return `Lead ${counted(request.walkers.length, "piece")}; without points a piece stays.`;
    case "orders":
      return orderWord(request) === "card"
        ? `Lay cards for ${counted(request.units.length, "unit")}; laying none is allowed.`
        : "Say what each man does; whoever is told nothing stays as he is.";
  }
}

/** A value of a request in a few words. */
export function told(request: AnyRequest, value: unknown): string {
  switch (request.kind) {
    case "pick": {
      const picked = value as Values["pick"];
      const labels = picked.map((id) => request.options.find((option) => option.id === id)?.label ?? id);
      return labels.join(", ") || "none";
    }
    case "number":
      return `${value as number} ${request.unit}`.trim();
    case "confirm":
      return value ? request.yes : request.no;
    case "allocate": {
      const given = value as Values["allocate"];
      const parts = request.shares
        .filter(({ id }) => given[id])
        .map(({ id, label }) => `${label} ${given[id]}`);
      return parts.join(", ") || "nothing";
    }
    case "place": {
      const places = value as Values["place"];
      const measure = MEASURES[request.unit];
      const parts = request.spots
        .filter(({ piece }) => places[piece])
        .map(({ piece, label }) => `${label} at ${pointText(places[piece]!.at, measure)}`);
      return parts.join("; ") || "nowhere yet";
    }
    case "path": {
      const paths = value as Values["path"];
      const measure = MEASURES[request.unit];
      const parts = request.walkers.map(({ piece, label, start }) => {
        const points = paths[piece]?.points ?? [];
        return points.length ? `${label} goes ${tenths(pathLength(start, points), measure)} ${measure.word}` : `${label} stays`;
      });
      return parts.join("; ");
    }
    case "orders": {
      const orders = value as Values["orders"];
      const parts = orders.map(({ unit, card }) => {
        const whose = request.units.find(({ id }) => id === unit)?.label ?? unit;
        return `${whose}: ${request.cards.find(({ id }) => id === card)?.label ?? card}`;
      });
      return parts.join("; ") || `no ${orderWord(request)}s`;
    }
  }
}

/** The words on the main button. */
export function mainWords(request: AnyRequest, draft: unknown): string {
  switch (request.kind) {
    case "pick":
      if (!request.options.length) return "Go on";
      if ((draft as string[]).length === 0) return request.least === 0 ? "Choose none" : "Choose";
      return (draft as string[]).length === 1
        ? told(request, draft)
        : `Choose these ${(draft as string[]).length}`;
    case "number":
      return `Say ${told(request, draft)}`;
    case "confirm":
      return told(request, draft);
    case "allocate":
      return "Give them out";
    case "place":
      return request.spots.length === 1 ? "Put it there" : "Put them there";
    case "path":
      return Object.values(draft as Values["path"]).some(({ points }) => points.length) ? "Go" : "Stay";
    case "orders": {
      const cards = (draft as Values["orders"]).filter(({ card }) => card).length;
      return cards ? `Lay ${counted(cards, "card")}` : "Lay no cards";
    }
  }
}

/** A reason as a sentence of its own: it begins with a capital and ends with one full stop. */
export function asSentence(reason: string): string {
  const words = `${reason.charAt(0).toUpperCase()}${reason.slice(1)}`;
  return /[.!?…]$/.test(words) ? words : `${words}.`;
}

/** A name out of the rules as a heading: "hit_points" is "Hit points". */
export function heading(name: string): string {
  const words = name.replace(/[_-]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** "a", "a and b", "a, b and c". */
export function listed(names: readonly string[], word: "and" | "or" = "and"): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} ${word} ${names.at(-1)}`;
}
