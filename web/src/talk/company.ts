// What a seat talks with: kept as long as its table, whether that is drawn or told as text.
import type { Table } from "../lib/table.svelte";
import { Notes } from "./notes.svelte";
import { Sketching } from "./sketching.svelte";
import { Talk } from "./talk.svelte";

export interface Company {
  talk: Talk;
  notes: Notes;
  sketching: Sketching;
}

const known = new WeakMap<Table, Company>();

/** The talk, notes and sketches of a table that has its view. */
export function companyAt(table: Table): Company {
  const found = known.get(table);
  if (found) return found;
  const size = () => table.view?.scene ?? { width: 0, height: 0 };
  const company = {
    talk: new Talk(table, table.view?.seat ?? ""),
    notes: new Notes(table),
    sketching: new Sketching(table, size),
  };
  known.set(table, company);
  return company;
}
