// Which games I sit at: kept in this browser only, because nobody signs up.
import type { OpenSeat } from "./contract";

export interface MyGame {
  game: string;
  /** One seat, or several where people share this screen. */
  seats: OpenSeat[];
  /** The links that I may still send: the server keeps only their hashes and cannot tell them again. */
  links?: OpenSeat[];
  /** When it was first kept here. */
  begun?: number;
  /** Whether it is off the list. The seats stay mine. */
  off?: boolean;
}

const KEY = "deadground.games";

export function readGames(text: string | null): MyGame[] {
  try {
    const found: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(found) ? found.map(asGame).filter((game) => game !== null) : [];
  } catch {
    return [];
  }
}

/** A game as it is kept now; games of earlier versions had a single seat beside their name. */
function asGame(value: unknown): MyGame | null {
  if (typeof value !== "object" || value === null) return null;
  const { game, seats, seat, token, links, begun, off } = value as Record<string, unknown>;
  const found = Array.isArray(seats) ? seats : [{ seat, token }];
  if (typeof game !== "string" || !found.length || !found.every(isSeat)) return null;
  return {
    game,
    seats: found,
    ...(Array.isArray(links) && links.every(isSeat) ? { links } : {}),
    ...(typeof begun === "number" ? { begun } : {}),
    ...(off === true ? { off } : {}),
  };
}

function isSeat(value: unknown): value is OpenSeat {
  if (typeof value !== "object" || value === null) return false;
  const { seat, token } = value as Record<string, unknown>;
  return typeof seat === "string" && typeof token === "string";
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
  /** Those on the list, and those that were taken off it. */
  listed: (): MyGame[] => myGames.all().filter(({ off }) => !off),
  forgotten: (): MyGame[] => myGames.all().filter(({ off }) => off),
  find: (game: string): MyGame | undefined => myGames.all().find((known) => known.game === game),
  keep: ({ game, seats, links }: MyGame): void => {
    const begun = myGames.find(game)?.begun ?? Date.now();
    save(withGame(myGames.all(), { game, seats, begun, ...(links?.length ? { links } : {}) }));
  },
  /** Sit down at one more seat of a game. */
  add: ({ game, seats }: MyGame): void => {
    const mine = myGames.find(game);
    const others = mine?.seats.filter((had) => !seats.some(({ seat }) => seat === had.seat)) ?? [];
    myGames.keep({ ...mine, game, seats: [...others, ...seats] });
  },
  /** Keep a link that may still be sent, in place of the one before it. */
  keepLink: (game: string, link: OpenSeat): void => {
    const mine = myGames.find(game);
    const others = mine?.links?.filter(({ seat }) => seat !== link.seat) ?? [];
    if (mine) save(myGames.all().map((one) => (one.game === game ? { ...mine, links: [...others, link] } : one)));
  },
  /** Links by which somebody has sat down are spent. */
  dropLinks: (game: string, seats: readonly string[]): void => {
    const left = myGames.find(game)?.links?.filter(({ seat }) => !seats.includes(seat)) ?? [];
    save(myGames.all().map((one) => (one.game === game ? { ...one, links: left } : one)));
  },
  forget: (game: string): void => save(myGames.all().map((one) => (one.game === game ? { ...one, off: true } : one))),
  remember: (game: string): void => {
    const mine = myGames.find(game);
    if (mine) myGames.keep(mine);
  },
  drop: (game: string): void => save(without(myGames.all(), game)),
};

function save(games: MyGame[]): void {
  localStorage.setItem(KEY, JSON.stringify(games));
}
