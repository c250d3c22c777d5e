// What the parts of a state look like, told from the data alone: single values, tables of records, and the rest.
import type { Plain } from "./contract";

type Dict = { [key: string]: Plain };

export interface Grid {
  /** Whether the rows are called by their records' names, else by their keys. */
  named: boolean;
  columns: string[];
  rows: { key: string; cells: Plain[] }[];
}

export type Shape =
  { is: "value"; value: Plain } | { is: "grid"; grid: Grid } | { is: "parts"; parts: [string, Plain][] };

export function isDict(value: Plain | undefined): value is Dict {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function shapeOf(value: Plain): Shape {
  const records = recordsOf(value);
  if (records) return { is: "grid", grid: gridOf(records) };
  if (isDict(value) && Object.keys(value).length) return { is: "parts", parts: Object.entries(value) };
  return { is: "value", value };
}

/** The records of a collection with their keys; null if it is none. */
function recordsOf(value: Plain): [string, Dict][] | null {
  if (Array.isArray(value)) {
    const isList = value.length > 0 && value.every(isDict);
    return isList ? value.map((record, i) => [String(i + 1), record as Dict]) : null;
  }
  if (!isDict(value)) return null;
  const entries = Object.entries(value);
  const isMap = entries.length > 0 && entries.every(([, record]) => isDict(record));
  return isMap ? (entries as [string, Dict][]) : null;
}

/**
 * One row for each record, one column for each field that any has. Records that all have names of their own are
 * called by them; an `id` that repeats the key is left out.
 */
function gridOf(records: [string, Dict][]): Grid {
  const fields = new Set(records.flatMap(([, record]) => Object.keys(record)));
  const names = new Set(
    records.map(([, { name }]) => name).filter((name) => typeof name === "string" && name),
  );
  const named = names.size === records.length;
  if (named) fields.delete("name");
  if (records.every(([key, record]) => record["id"] === key)) fields.delete("id");
  const columns = [...fields];
  const rows = records.map(([key, record]) => ({
    key: named ? String(record["name"]) : key,
    cells: columns.map((field) => record[field] ?? null),
  }));
  return { named, columns, rows };
}

/** A value in one line. What is unknown or empty is a dash. */
export function inLine(value: Plain): string {
  if (value === null || value === "") return "–";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.map(inLine).join(", ") || "–";
  if (isDict(value)) {
    const parts = Object.entries(value).map(([key, part]) => `${key} ${inLine(part)}`);
    return parts.join("; ") || "–";
  }
  return String(value);
}
