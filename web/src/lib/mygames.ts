// Which games I sit at: kept in this browser only, because nobody signs up.

export interface MyGame {
  game: string;
  token: string;
  seat: string;
}

const KEY = "deadground.games";

export function readGames(text: string | null): MyGame[] {
  try {
    const found: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(found) ? found.filter(isGame) : [];
  } catch {
    return [];
  }
}

function isGame(value: unknown): value is MyGame {
  if (typeof value !== "object" || value === null) return false;
  const { game, token, seat } = value as Record<string, unknown>;
  return [game, token, seat].every((part) => typeof part === "string");
}

/** The latest first; a game that is there already moves to the front. */
export function withGame(games: readonly MyGame[], game: MyGame): MyGame[] {
  return [game, ...without(games, game.game)];
}

export function without(games: readonly MyGame[], game: string): MyGame[] {
  return games.filter((known) => known.game !== game);
}

export const myGames = {
  all: (): MyGame[] => readGames(localStorage.getItem(KEY)),
  find: (game: string): MyGame | undefined => myGames.all().find((known) => known.game === game),
  keep: (game: MyGame): void => save(withGame(myGames.all(), game)),
  forget: (game: string): void => save(without(myGames.all(), game)),
};

function save(games: MyGame[]): void {
  localStorage.setItem(KEY, JSON.stringify(games));
}
