// What the server tells over plain HTTP.
import type { About, Battle, GameOpened, GameState, NewGameOrder, Problem, Rule, Rules } from "./contract";

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

async function ask<T>(path: string, body?: NewGameOrder): Promise<T> {
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

export const api = {
  about: () => ask<About>("about"),
  battles: () => ask<Battle[]>("battles"),
  /** From the first seat, the others played by the machine. */
  begin: ({ system, scenario, seats }: Pick<Battle, "system" | "scenario" | "seats">) =>
    ask<GameOpened>("games", { system, scenario, seat: seats[0] ?? "", opponent: "random", options: {} }),
  status: (game: string, token: string) => ask<GameState>(`games/${part(game)}?token=${part(token)}`),
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
