// What the server tells over plain HTTP.
import type {
  About,
  AfterBattle,
  Battle,
  BattleSheet,
  GameOpened,
  GameState,
  History,
  MomentSeen,
  NewGameOrder,
  OverruleKind,
  Problem,
  Rule,
  Rules,
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

export function address(path: string): URL {
  return new URL(`/api/${path}`, location.href);
}

async function ask<T>(path: string, body?: object): Promise<T> {
  const sent = body && {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  };
  let answer: Response;
  try {
    answer = await fetch(address(path), sent || {});
  } catch {
    throw new Unanswered(0, "The server cannot be reached.");
  }
  if (!answer.ok) throw await problemOf(answer);
  return (await answer.json()) as T;
}

async function problemOf(answer: Response): Promise<Unanswered> {
  try {
    const { reason, near } = (await answer.json()) as Problem;
    return new Unanswered(answer.status, reason, near);
  } catch {
    return new Unanswered(answer.status, `The server answered ${answer.status}.`);
  }
}

const part = encodeURIComponent;
let rules: Promise<Rules> | null = null;

/** An address under a game, opened by a seat's token. */
function under(game: string, token: string, what = "", more: Record<string, string> = {}): string {
  return `games/${part(game)}${what && `/${what}`}?${new URLSearchParams({ token, ...more })}`;
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
  /** The same battle once more, with everybody in the same seats. */
  again: (game: string, token: string) => ask<GameOpened>(under(game, token, "again"), {}),
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
  after: (game: string, token: string) => ask<AfterBattle>(under(game, token, "after")),
  rule: (id: string) => ask<Rule>(`rules/${part(id)}`),
  /** Asked once: the list changes only with the server. */
  rules: (): Promise<Rules> => {
    rules ??= ask<Rules>("rules").catch((error: unknown) => {
      rules = null;
      throw error;
    });
    return rules;
  },
};

/** The addresses of what the browser fetches by itself: pictures and files. */
export const files = {
  thumbnail: ({ system, scenario }: Pick<Battle, "system" | "scenario">) =>
    `/api/battles/${part(system)}/${part(scenario)}/thumbnail.svg`,
  map: (system: string, map: string) => `/api/maps/${part(system)}/${part(map)}.svg`,
  afterPicture: (game: string, token: string) => `/api/${under(game, token, "after.svg")}`,
  replay: (game: string, token: string) => `/api/${under(game, token, "replay.html")}`,
  save: (game: string, token: string) => `/api/${under(game, token, "export")}`,
};
