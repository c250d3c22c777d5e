// What a browser remembers of lessons: whether the coach is sent away, and what each game has behind it.
export interface KeptGame {
  done: string[];
  learnt: string[];
}

interface Kept {
  off: boolean;
  games: Record<string, KeptGame>;
}

const KEY = "deadground.lesson";
const MOST = 20;

/** What was kept, as far as it makes sense. */
export function readKept(text: string | null): Kept {
  try {
    const found = JSON.parse(text ?? "{}") as Partial<Kept>;
    const games = Object.entries(found.games ?? {}).flatMap(([game, one]) =>
      Array.isArray(one?.done) && Array.isArray(one.learnt) ? [[game, one] as const] : [],
    );
    return { off: found.off === true, games: Object.fromEntries(games) };
  } catch {
    return { off: false, games: {} };
  }
}

/** With a game written down; the oldest are forgotten. */
export function withGame({ off, games }: Kept, game: string, one: KeptGame): Kept {
  const others = Object.entries(games).filter(([id]) => id !== game);
  return { off, games: Object.fromEntries([...others.slice(1 - MOST), [game, one]]) };
}

function write(kept: Kept): void {
  localStorage.setItem(KEY, JSON.stringify(kept));
}

export const lessons = {
  get isOff(): boolean {
    return readKept(localStorage.getItem(KEY)).off;
  },
  turn(on: boolean): void {
    write({ ...readKept(localStorage.getItem(KEY)), off: !on });
  },
  of(game: string): KeptGame {
    return readKept(localStorage.getItem(KEY)).games[game] ?? { done: [], learnt: [] };
  },
  keep(game: string, one: KeptGame): void {
    write(withGame(readKept(localStorage.getItem(KEY)), game, one));
  },
  /** A game that begins in the middle of another has behind it what that one has. */
  carryOver(from: string, to: string): void {
    lessons.keep(to, lessons.of(from));
  },
};
