// Orders for single men: which requests ask for them, which keys mean what, and how a draft is put into words.
import type {
  AnyRequest,
  Orders,
  OrderValue,
  Path,
  Pick,
  Point,
  SeenEvent,
  SeenView,
  Values,
} from "../lib/contract";

type Manner = AnyRequest["manner"];
type ForMen = "men" | "volley" | "exchange";

const FOR_MEN: ReadonlySet<Manner> = new Set<ForMen>(["men", "volley", "exchange"]);

/** Whether a request asks what single men do, each by himself. */
export function isForMen(request: AnyRequest | undefined): request is Orders & { manner: ForMen } {
  return request?.kind === "orders" && FOR_MEN.has(request.manner);
}

/** Whether a request asks which group acts. */
export function isForGroups(request: AnyRequest | undefined): request is Pick & { manner: "groups" } {
  return request?.kind === "pick" && request.manner === "groups";
}

/** Whether a request asks for a short way of a group: a step, or the rest of a move. */
export function isForWays(request: AnyRequest | undefined): request is Path & { manner: "ways" } {
  return request?.kind === "path" && request.manner === "ways";
}

/** Where an answer sends men: the end of each way in it. */
export function endsOf(request: AnyRequest, value: unknown): Map<string, Point> {
  const ends = new Map<string, Point>();
  const add = (ways: Values["path"]) => {
    for (const [id, { points }] of Object.entries(ways)) if (points.length) ends.set(id, points.at(-1)!);
  };
  if (isForWays(request)) add(value as Values["path"]);
  if (isForMen(request))
    for (const { card, plan } of value as OrderValue[])
      if (GOING.has(card)) add((plan?.["paths"] ?? {}) as Values["path"]);
  return ends;
}

/** The key that says that a group does nothing more. */
export const NOTHING_MORE = "s";

/** Keys that are no card's: drop prone, half of the squad, nothing more, ask again. */
export const OWN_KEYS = ["p", "h", NOTHING_MORE, "a"];

/** Changes armour-piercing for high explosive, where a main gun is laid. */
export const ROUNDS = "e";

/** Whether a draft has a main gun fire. */
export function hasRounds(draft: readonly OrderValue[]): boolean {
  return draft.some(({ plan }) => Object.keys((plan?.["guns"] ?? {}) as object).length > 0);
}

/** The key that picks up men who may go a short way. */
export const MOVE = "m";

/** What sends men somewhere. */
export const GOING: ReadonlySet<string> = new Set(["move", "fast_move", "crawl", "fast_crawl"]);

/** What is led to a place on the table: a vehicle, who gets out of one, a gun that is pushed. */
export const PUT: ReadonlySet<string> = new Set(["drive", "get_out", "push_gun"]);

/** The word that a group is finished with its orders, unless something comes up. */
export const FINISHED = "finished";

/** Cards that single men are given by a button of their own. */
export function cardsForMen({ cards }: Orders): Orders["cards"] {
  return cards.filter(({ id, hint, whole }) => !hint && !whole && id !== "prone");
}

/** Whether an answer leaves its group to be asked again: it tells somebody something, and does not say it is finished. */
export function asksAgain(request: Orders, draft: readonly OrderValue[]): boolean {
  const canFinish = request.cards.some(({ id }) => id === FINISHED);
  return canFinish && !draft.some(({ card }) => card === FINISHED);
}

/** Who is meant where nobody is picked up: those who are not done yet, or all if all are. */
export function notDone({ units }: Orders): string[] {
  const all = units.flatMap(({ pieces }) => pieces);
  const left = units.flatMap(({ pieces, done }) => pieces.filter((id) => !done.includes(id)));
  return left.length ? left : all;
}

/** The men of a group, as their own side knows them. */
export function menOf(view: SeenView, group: string): string[] {
  return Object.values(view.scene?.tokens ?? {}).flatMap((one) => (one.group === group ? [one.id] : []));
}

/** The group a man is in; "" for one of whom that is not known. */
export function groupOf(view: SeenView, man: string): string {
  return view.scene?.tokens[man]?.group ?? "";
}

/** Who of their groups stays behind when some men are split off. */
export function leftBehind(view: SeenView, split: readonly string[]): string[] {
  const groups = [...new Set(split.map((id) => groupOf(view, id)))];
  return groups.flatMap((group) => menOf(view, group)).filter((id) => !split.includes(id));
}

/** What is said of a side's phases, just before the one it has now, in which nobody could act; "" if there was none. */
export function idleWords(log: readonly SeenEvent[], side: string): string {
  const told = log.filter(({ kind, data }) => (kind === "phase" || kind === "may_act") && data["side"] === side);
  const thrown: number[] = [];
  let isOpen = true;
  for (const { kind, data } of [...told].reverse()) {
    if (kind === "may_act" && !isOpen) break;
    if (kind === "phase" && !isOpen) thrown.unshift(Number(data["die"]));
    if (kind === "phase") isOpen = false;
  }
  if (!thrown.length) return "";
  const many = thrown.length === 1 ? "last turn" : `for ${thrown.length} turns`;
  return `You threw ${thrown.join(" and ")}: ${many} none of yours could act.`;
}

/** What a man was told: his card, or null. */
export function cardOf(draft: readonly OrderValue[], man: string): string | null {
  return draft.find(({ pieces }) => pieces.includes(man))?.card ?? null;
}

/** Whether a man drops prone, where he is or at the end of his way. */
export function dropsIn(draft: readonly OrderValue[], man: string): boolean {
  return draft.some(({ plan }) => {
    const way = ((plan?.["paths"] ?? {}) as Values["path"])[man] as { prone?: boolean } | undefined;
    return way?.prone === true || ((plan?.["drops"] ?? {}) as Record<string, boolean>)[man] === true;
  });
}

/** Whom a man shoots at or charges in a draft. */
export function targetsOf(draft: readonly OrderValue[], man: string): string[] {
  const shots = draft.flatMap(({ plan }) => ((plan?.["shots"] ?? {}) as Record<string, Shot>)[man]?.aims ?? []);
  const rounds = draft.flatMap(({ plan }) => ((plan?.["guns"] ?? {}) as Record<string, Shot>)[man]?.aims ?? []);
  return [...new Set([...[...shots, ...rounds].flatMap(([id, dice]) => (id && dice ? [id] : [])), ...chargedIn(draft, [man])])];
}

interface Shot {
  aims: [string, number][];
}

/** Whom some men charge in a draft. */
export function chargedIn(draft: readonly OrderValue[], men: readonly string[]): string[] {
  return draft.flatMap(({ card, plan }) => {
    const targets = card === "charge" ? ((plan?.["targets"] ?? {}) as Record<string, string>) : {};
    return men.flatMap((id) => (targets[id] ? [targets[id]] : []));
  });
}

/** The words on the main button: what is laid out, in the order in which it happens. */
export function mainWords(request: Orders, draft: readonly OrderValue[]): string {
  if (!draft.some(({ pieces }) => pieces.length)) return "Nothing more";
  const labels = request.cards.flatMap(({ id, label }) => {
    const men = draft.flatMap(({ card, pieces }) => (card === id ? pieces : [])).length;
    return men ? [`${label}${men > 1 ? ` (${men})` : ""}`] : [];
  });
  const [first = "Go", ...rest] = labels;
  const again = asksAgain(request, draft) ? ["ask again"] : [];
  return [first, ...rest.map((label) => label.toLowerCase()), ...again].join(", ");
}

/** Half of some men: those in the same half of their squad as the first, or simply every second one. */
export function halfOf(view: SeenView, men: readonly string[], taken: readonly string[]): string[] {
  const figures = view.scene?.tokens ?? {};
  const halves = new Set(men.map((id) => figures[id]?.half ?? 0));
  const half = (id: string, i: number) => (halves.size > 1 ? (figures[id]?.half ?? 0) : i % 2);
  const parts = new Map<number, string[]>();
  men.forEach((id, i) => parts.set(half(id, i), [...(parts.get(half(id, i)) ?? []), id]));
  const all = [...parts.values()];
  const here = all.findIndex((part) => part.length === taken.length && part.every((id) => taken.includes(id)));
  return all[(here + 1) % all.length] ?? [...men];
}
