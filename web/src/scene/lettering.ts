// Names on the map: none over another, none over the table's edge. The largest group has the first choice.
import type { Point } from "../lib/contract";

export interface Name {
  text: string;
  at: Point;
  weight: number;
  /** Where else it could stand, the better place first. */
  or?: readonly Point[];
  /** Whether it stands in its own place where no other is free. */
  must?: boolean;
}

/** Something on the table that a name would hide. */
export interface Piece {
  at: Point;
  reach: number;
}

/** About how wide a letter is and how high a line, in pixels of the screen. */
const LETTER = 6.4;
const LINE = 14;

/** Room that something written takes. */
export interface Taken {
  at: Point;
  half: number;
  /** From its first line to its last, downwards. */
  depth: number;
  /** How high its letters are, where they are not those of the page. */
  height?: number;
}

function clash(a: Taken, b: Taken, line: number): boolean {
  const aside = Math.abs(a.at[0] - b.at[0]) >= a.half + b.half;
  const apart = (line + (b.height ?? line)) / 2;
  const below = a.at[1] - b.at[1] >= b.depth + apart || b.at[1] - a.at[1] >= a.depth + apart;
  return !aside && !below;
}

/**
 * The names that can be read beside each other, moved inwards from the edges: in their own place, in the other one, or
 * not at all. `unit` is tenths to a pixel; what is `taken` or `written` already is left alone, and no piece is written
 * over.
 */
export function parted<T extends Name>(
  names: readonly T[],
  unit: number,
  width: number,
  taken: readonly Name[] = [],
  pieces: readonly Piece[] = [],
  written: readonly Taken[] = [],
): T[] {
  const line = LINE * unit;
  const size = (name: Name, at: Point): Taken => {
    const lines = inLines(name.text);
    const half = (Math.max(...lines.map((part) => part.length)) * LETTER * unit) / 2;
    const x = Math.round(Math.max(half, Math.min(width - half, at[0])));
    return { at: [x, at[1]], half, depth: (lines.length - 1) * line };
  };
  const around = ({ at: [x, y], reach }: Piece): Taken => ({
    at: [x, y - reach + line],
    half: reach,
    depth: 2 * reach - line,
  });
  const fixed = [...taken.map((name) => size(name, name.at)), ...pieces.map(around), ...written];
  const kept: T[] = [];
  for (const name of [...names].sort((a, b) => b.weight - a.weight)) {
    const places = [name.at, ...(name.or ?? [])].map((at) => size(name, at));
    const found = places.find((place) => !fixed.some((other) => clash(place, other, line)));
    const free = found ?? (name.must ? places[0] : undefined);
    if (!free) continue;
    fixed.push(free);
    kept.push({ ...name, at: free.at });
  }
  return kept;
}

/** A label that lists several things has a line for each. */
export function inLines(label: string): string[] {
  return label.split("; ");
}

/**
 * One name for a place that several sides want: "Mill is taken (Red 3); Mill is held (Blue 2)" is "Mill: Red 3, Blue 2".
 * A label that is not of this kind stays as it is.
 */
export function gathered(label: string): string {
  const parts = inLines(label).map((part) => /^(.+) \((.+)\)$/.exec(part));
  if (parts.length < 2 || parts.some((part) => !part)) return label;
  const names = parts.map((part) => part![1]!.split(" "));
  const first = names[0]!;
  const differs = first.findIndex((word, i) => names.some((words) => words[i] !== word));
  const same = differs < 0 ? first : first.slice(0, differs).filter((word) => word !== "is" && word !== "are");
  return same.length ? `${same.join(" ")}: ${parts.map((part) => part![2]).join(", ")}` : label;
}
