// The seal on the dice: the fingerprint of the seed, shown from the first moment, and whether the seed fits it.
import { sha256 } from "./sha256";

const LABEL = "deadground dice\n";

/** The fingerprint of a seed that is given in hexadecimal digits; "" if it is no seed. */
export async function fingerprint(seed: string): Promise<string> {
  if (!/^(?:[0-9a-f]{2})+$/i.test(seed)) return "";
  const bytes = seed.match(/../g)!.map((pair) => parseInt(pair, 16));
  return sha256(new Uint8Array([...new TextEncoder().encode(LABEL), ...bytes]));
}

/** When this browser first saw a game's fingerprint, and what it was. */
export interface FirstSeen {
  commitment: string;
  on: string;
}

const KEY = "deadground.seals";
const MOST = 200;

export function readSeals(kept: string | null): Record<string, FirstSeen> {
  try {
    const found: unknown = JSON.parse(kept ?? "{}");
    return typeof found === "object" && found !== null && !Array.isArray(found)
      ? (found as Record<string, FirstSeen>)
      : {};
  } catch {
    return {};
  }
}

/** Keep a game's fingerprint when it is first seen; the one that was kept never changes. */
export function withSeal(
  seals: Record<string, FirstSeen>,
  game: string,
  commitment: string,
  on: string,
): Record<string, FirstSeen> {
  if (Object.hasOwn(seals, game)) return seals;
  const latest = Object.entries(seals).slice(1 - MOST);
  return { ...Object.fromEntries(latest), [game]: { commitment, on } };
}

/** What this browser first saw of a game, which is now if it never saw it. */
export function firstSeen(game: string, commitment: string): FirstSeen {
  const kept = readSeals(localStorage.getItem(KEY));
  const seals = withSeal(kept, game, commitment, new Date().toISOString());
  if (seals !== kept) localStorage.setItem(KEY, JSON.stringify(seals));
  return seals[game]!;
}
