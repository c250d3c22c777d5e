// Finding rule rows. The filter lives in the address, so a search can be shared.
import type { RuleLine } from "./contract";

export interface Filter {
  words: string;
  system: string;
  area: string;
  proven: "" | "yes" | "no";
}

export const EVERYTHING: Filter = { words: "", system: "", area: "", proven: "" };

export function readFilter(search: string): Filter {
  const found = new URLSearchParams(search);
  const proven = found.get("proven");
  return {
    words: found.get("q") ?? "",
    system: found.get("system") ?? "",
    area: found.get("area") ?? "",
    proven: proven === "yes" || proven === "no" ? proven : "",
  };
}

/** The part of the address behind the path; empty if nothing is filtered. */
export function writeFilter({ words, system, area, proven }: Filter): string {
  const parts = Object.entries({ q: words, system, area, proven }).filter(([, value]) => value !== "");
  return parts.length ? `?${new URLSearchParams(parts)}` : "";
}

/** The rows that have every word, in any order, in id, title, chapter or rulings, and pass the other filters. */
export function matching(rows: readonly RuleLine[], filter: Filter): RuleLine[] {
  const words = filter.words.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter((row) => {
    if (filter.system && row.system !== filter.system) return false;
    if (filter.area && row.area !== filter.area) return false;
    if (filter.proven && (row.proven === true) !== (filter.proven === "yes")) return false;
    const text = [row.id, row.title, row.chapter, ...row.rulings].join(" ").toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

export interface Group {
  system: string;
  area: string;
  chapter: string;
  rows: RuleLine[];
}

/** Rows by system and area, in the order in which they come. */
export function grouped(rows: readonly RuleLine[]): Group[] {
  const groups = new Map<string, Group>();
  for (const row of rows) {
    const key = `${row.system}/${row.area}`;
    const group = groups.get(key);
    if (group) group.rows.push(row);
    else groups.set(key, { system: row.system, area: row.area, chapter: row.chapter, rows: [row] });
  }
  return [...groups.values()];
}

/** The areas of a system, or of all of them, and what they are about, in the order in which they come. */
export function areas(rows: readonly RuleLine[], system: string): [string, string][] {
  const wanted = rows.filter((row) => !system || row.system === system);
  return [...new Map(wanted.map((row) => [row.area, row.chapter]))];
}
