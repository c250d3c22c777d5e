// What a person fills in to put something right, and the values the server wants for it.
import type { OverruleField, Point, SeenView } from "../lib/contract";

/** What stands in the fields of a form, as text. */
export type Filled = Record<string, string>;

export interface Named {
  id: string;
  title: string;
  /** The side it belongs to, by name; "" for what has none. */
  group: string;
}

/** The records that a field may name, with what each is called: on the map, or by its own name. */
export function named({ scene }: Pick<SeenView, "scene">, { offered }: Pick<OverruleField, "offered">): Named[] {
  const sides = new Map(scene?.sides.map(({ id, name }) => [id, name]));
  return offered.map(([id, name]) => {
    const drawn = scene?.tokens[id] ?? scene?.traces[id];
    return { id, title: drawn?.title || name || id, group: sides.get(drawn?.side ?? "") ?? "" };
  });
}

/** The same by side, in the order in which the sides first come up. */
export function grouped(list: readonly Named[]): [string, Named[]][] {
  const found = new Map<string, Named[]>();
  for (const one of list) found.set(one.group, [...(found.get(one.group) ?? []), one]);
  return [...found];
}

const numbers = (text: string): number[] =>
  text
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map(Number);

/** The value of a field, or null if nothing was filled in. People fill in millimetres and degrees, not tenths. */
export function valueOf({ kind, unit }: Pick<OverruleField, "kind" | "unit">, text: string): unknown {
  if (!text.trim()) return null;
  if (kind === "point") return numbers(text).map((length) => Math.round(length * 10));
  if (unit) return Math.round(Number(text) * 10);
  if (kind === "dice") return numbers(text);
  if (kind === "number") return Number(text);
  return text;
}

/** A place as a person reads and writes it, in whole millimetres. */
export const placeText = ([x, y]: Point): string => `${Math.round(x / 10)}, ${Math.round(y / 10)}`;

/** All that was filled in. */
export function valuesOf(fields: readonly OverruleField[], filled: Filled): Record<string, unknown> {
  const found = fields.map((field) => [field.name, valueOf(field, filled[field.name] ?? "")] as const);
  return Object.fromEntries(found.filter(([, value]) => value !== null));
}

/** A field's name as the form shows it. */
export const labelOf = ({ label, kind, unit }: Pick<OverruleField, "label" | "kind" | "unit">): string =>
  `${label}${unit ? `, in ${unit}` : ""}${kind === "point" ? ": across, down" : ""}`;
