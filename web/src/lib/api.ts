// What the server tells over plain HTTP.
import type {
  About,
  AfterBattle,
  Battle,
  BattleSheet,
  Company,
  DiceAudit,
  DiceSeal,
  GameOpened,
  GameState,
  History,
  Me,
  MomentSeen,
  Moved,
  MoveLink,
  NewGameOrder,
  NoticeOrder,
  NoticeWays,
  SeatOffer,
  OpenSeat,
  OverruleKind,
  Problem,
  Reach,
  Rule,
  Rules,
  Ruling,
  Said,
  Since,
  Taught,
  WrongOrder,
} from "./contract";

/** What the server answered instead of what was asked for. */
export class Unanswered extends Error {
  constructor(
    readonly status: number,
    reason: string,
    /** Names that may have been meant. */
    readonly near: readonly string[] = [],
  ) {
    super(reason);
  }

  /** The server knows of no such thing, or not for us. */
  get isGone(): boolean {
    return [401, 403, 404, 410].includes(this.status);
  }
}

export interface KeptFile {
  name: string;
  content: Blob;
}

export function address(path: string): URL {
  return new URL(`/api/${path}`, location.href);
}

/** Something behind a seat's key. The key goes in a header: addresses are written into logs. */
interface Locked {
  path: string;
  token: string;
}

/** A key without what no key has: it could not be sent, and opens nothing. */
export const plainKey = (token: string): string => token.replace(/[^\w-]/g, "");

/** Nobody waits longer than this for a page that a server has not sent; checking all dice of a long game takes a while. */
const LONGEST_ANSWER = 60_000;

async function ask<T>(what: string | Locked, body?: object): Promise<T> {
  return (await (await fetched(what, body ? posted(body) : {})).json()) as T;
}

const posted = (body: object): RequestInit => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

async function fetched(what: string | Locked, sent: RequestInit): Promise<Response> {
  const { path, token } = typeof what === "string" ? { path: what, token: "" } : what;
  const headers = new Headers(sent.headers);
  if (token) headers.set("authorization", `Bearer ${plainKey(token)}`);
  let answer: Response;
  try {
    answer = await fetch(address(path), { ...sent, headers, signal: AbortSignal.timeout(LONGEST_ANSWER) });
  } catch {
    throw new Unanswered(0, "The server cannot be reached.");
  }
  if (!answer.ok) throw await problemOf(answer);
  return answer;
}

async function problemOf(answer: Response): Promise<Unanswered> {
  try {
    const { reason, near } = (await answer.json()) as Problem;
    return new Unanswered(answer.status, reason, near);
  } catch {
    return new Unanswered(answer.status, `The server answered ${answer.status}.`);
  }
}

/** Something other than getting and posting, or that answers with something other than JSON. */
export const send = (path: string, method: "PUT" | "POST" | "DELETE", body?: object): Promise<Response> =>
  fetched(path, body ? { ...posted(body), method } : { method });

export { ask };

const part = encodeURIComponent;
let rules: Promise<Rules> | null = null;

/** Something under a game, opened by a seat's token. */
function under(game: string, token: string, what = "", more: Record<string, string> = {}): Locked {
  const search = new URLSearchParams(more).toString();
  return { path: `games/${part(game)}${what && `/${what}`}${search && `?${search}`}`, token };
}

/** Whose history: my own; when the game is over also another seat's, or everybody's. */
const seenBy = (all: boolean, seat: string): Record<string, string> =>
  all ? { all: "true" } : seat ? { seat } : {};

export const api = {
  about: () => ask<About>("about"),
  battles: () => ask<Battle[]>("battles"),
  battle: (system: string, scenario: string) =>
    ask<BattleSheet>(`battles/${part(system)}/${part(scenario)}`),
  lesson: (system: string, scenario: string) =>
    ask<Taught>(`battles/${part(system)}/${part(scenario)}/lesson`),
  begin: (order: NewGameOrder) => ask<GameOpened>("games", order),
  /** The same battle once more, with everybody in the same seats or with sides swapped. */
  again: (game: string, token: string, swap = false) =>
    ask<GameOpened>(under(game, token, "again", swap ? { swap: "true" } : {}), {}),
  /** The same battle with those who came through this one. */
  goOnWith: (game: string, token: string) => ask<GameOpened>(under(game, token, "on"), {}),
  status: (game: string, token: string) => ask<GameState>(under(game, token)),
  /** Lets the bots of a watched game play until something is told. */
  goOn: (game: string, token: string) => ask<GameState>(under(game, token, "go-on"), {}),
  history: (game: string, token: string, all = false, seat = "") =>
    ask<History>(under(game, token, "history", seenBy(all, seat))),
  moment: (game: string, token: string, n: number, all = false, seat = "") =>
    ask<MomentSeen>(under(game, token, `moments/${n}`, seenBy(all, seat))),
  rewind: (game: string, token: string, moment: number, reason = "") =>
    ask<GameState>(under(game, token, "rewind"), { moment, reason }),
  putRight: (
    game: string,
    token: string,
    order: { reason: string; overrule: { what: string; fields: Record<string, unknown> } },
  ) => ask<GameState>(under(game, token, "put-right"), order),
  /** What may be put right by hand, and what must be said for it. */
  overrules: (game: string, token: string) => ask<OverruleKind[]>(under(game, token, "overrules")),
  fork: (game: string, token: string, moment: number, all = false) =>
    ask<GameOpened>(under(game, token, "fork"), { moment, all }),
  /** Keeps what somebody thinks wrong, with the position; tells the name of the file. */
  wrong: (game: string, token: string, order: WrongOrder) =>
    ask<{ file: string }>(under(game, token, "wrong"), order),
  /** What was said in a channel before the oldest thing that is known here. */
  olderTalk: (game: string, token: string, channel: string, side: string, before: number) =>
    ask<Said[]>(under(game, token, "talk", { channel, side, before: `${before}` })),
  /** Who sits at a table, and whether I may invite to it. */
  company: (game: string, token: string) => ask<Company>(under(game, token, "company")),
  /** How friends can reach this server. */
  reach: (game: string, token: string) => ask<Reach>(under(game, token, "reach")),
  /** A new link to a seat that nobody has; the one before it is void. */
  offerSeat: (game: string, token: string, seat: string) =>
    ask<OpenSeat>(under(game, token, `seats/${part(seat)}/link`), {}),
  offerObserver: (game: string, token: string) => ask<OpenSeat>(under(game, token, "observers"), {}),
  /** What a link offers; asking does not use it up. */
  invitation: (token: string) => ask<SeatOffer>("invitation", { token }),
  join: (token: string, name: string, curtain: boolean) => ask<GameOpened>("join", { token, name, curtain }),
  /** Who this browser is to the server, and its games there. */
  me: () => ask<Me>("me"),
  /** New keys to my seats in a game, where this browser has none. */
  openMine: (game: string) => ask<GameOpened>(`me/games/${part(game)}`, {}),
  forgetMine: async (game: string): Promise<void> => {
    await fetched(`me/games/${part(game)}`, { method: "DELETE" });
  },
  /** A link by which another browser becomes mine. */
  move: (keys: { game: string; token: string }[]) => ask<MoveLink>("me/move", { keys }),
  moved: (token: string) => ask<Moved>("move", { token }),
  /** A text as a QR code, drawn as SVG. */
  qr: async (text: string): Promise<string> => (await fetched("qr", posted({ text }))).text(),
  after: (game: string, token: string) => ask<AfterBattle>(under(game, token, "after")),
  /** The routes and losses of a battle as a picture. */
  afterPicture: async (game: string, token: string): Promise<Blob> =>
    (await fetched(under(game, token, "after.svg"), {})).blob(),
  /** A file that somebody may keep, with the name the server gives it. */
  file: async (game: string, token: string, what: "export" | "replay.html"): Promise<KeptFile> => {
    const answer = await fetched(under(game, token, what), {});
    const named = /filename="([^"]+)"/.exec(answer.headers.get("content-disposition") ?? "");
    return { name: named?.[1] ?? "deadground", content: await answer.blob() };
  },
  /** How this seat is told that it is needed. */
  notices: (game: string, token: string) => ask<NoticeWays>(under(game, token, "notices")),
  setNotices: (game: string, token: string, order: NoticeOrder) =>
    ask<NoticeWays>(under(game, token, "notices"), order),
  stopMail: (stop: string, forGood: boolean) =>
    ask<object>(`notices/stop?${new URLSearchParams({ stop, for_good: String(forGood) })}`, {}),
  /** What happened since this seat's log had so many lines. */
  since: (game: string, token: string, seen: number) =>
    ask<Since>(under(game, token, "since", { seen: String(seen) })),
  /** The promise of the dice and, when the game is over, their seed. */
  dice: (game: string, token: string) => ask<DiceSeal>(under(game, token, "dice")),
  /** Plays a game that is over again, and says whether everything comes out the same. */
  verify: (game: string, token: string) => ask<DiceAudit>(under(game, token, "verify")),
  rule: (id: string) => ask<Rule>(`rules/${part(id)}`),
  ruling: (id: string) => ask<Ruling>(`rulings/${part(id)}`),
  /** Asked once: the list changes only with the server. */
  rules: (): Promise<Rules> => {
    rules ??= ask<Rules>("rules").catch((error: unknown) => {
      rules = null;
      throw error;
    });
    return rules;
  },
};

/** The addresses of pictures that the browser fetches by itself. */
export const files = {
  thumbnail: ({ system, scenario }: Pick<Battle, "system" | "scenario">) =>
    `/api/battles/${part(system)}/${part(scenario)}/thumbnail.svg`,
  map: (system: string, map: string) => `/api/maps/${part(system)}/${part(map)}.svg`,
};
