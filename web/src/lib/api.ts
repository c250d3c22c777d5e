// What the server tells over plain HTTP.

export interface Battle {
  system: string;
  scenario: string;
  title: string;
  text: string;
  seats: string[];
}

export interface About {
  name: string;
  version: string;
  notice: string;
}

export interface GameStatus {
  game: string;
  system: string;
  scenario: string;
  seat: string;
  entries: number;
  your_turn: boolean;
  outcome: { winners: string[]; reason: string } | null;
}

export interface NewGame {
  game: string;
  token: string;
  seat: string;
}

export interface RuleSystem {
  name: string;
  title: string;
  rows: number;
  proven: number;
}

export interface RuleRow {
  id: string;
  title: string;
  system: string;
  area: string;
  kind: string;
  proven: boolean | null;
}

export interface RuleList {
  systems: RuleSystem[];
  rows: RuleRow[];
  measured: { stale: boolean } | null;
}

export interface RulingOption {
  name: string;
  values: string[];
  default: string;
}

export interface Ruling {
  id: string;
  question: string;
  ruling: string;
  why: string;
  options: RulingOption[];
  stand_in: boolean;
}

export interface Rule {
  id: string;
  title: string;
  does: string;
  kind: string;
  area: string;
  system: string;
  source: { document: string; section: string };
  rulings: Ruling[];
  proven_by: string[] | null;
}

/** What the server answered instead of what was asked for. */
export class Unanswered extends Error {
  constructor(
    readonly status: number,
    reason: string,
  ) {
    super(reason);
  }

  /** The server knows of no such thing, or not for us. */
  get isGone(): boolean {
    return [401, 403, 404, 410].includes(this.status);
  }
}

export function address(path: string): URL {
  return new URL(`api/${path}`, document.baseURI);
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
  if (!answer.ok) throw new Unanswered(answer.status, await reasonOf(answer));
  return (await answer.json()) as T;
}

async function reasonOf(answer: Response): Promise<string> {
  try {
    const told = (await answer.json()) as { detail?: unknown };
    if (typeof told.detail === "string" && told.detail) return told.detail;
  } catch {
    // A server in trouble may answer with something that is no JSON.
  }
  return `The server answered ${answer.status}.`;
}

const part = encodeURIComponent;
let rules: Promise<RuleList> | null = null;

export const api = {
  about: () => ask<About>("about"),
  battles: () => ask<Battle[]>("battles"),
  begin: ({ system, scenario }: Battle) => ask<NewGame>("games", { system, scenario }),
  status: (game: string, token: string) => ask<GameStatus>(`games/${part(game)}?token=${part(token)}`),
  rule: (id: string) => ask<Rule>(`rules/${part(id)}`),
  /** Asked once: the list changes only with the server. */
  rules: (): Promise<RuleList> => {
    rules ??= ask<RuleList>("rules").catch((error: unknown) => {
      rules = null;
      throw error;
    });
    return rules;
  },
};
