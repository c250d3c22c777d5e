// What a person fills in to put something right, and the values the server wants for it.
import type { OverruleField, SeenView } from "../lib/contract";

/** What stands in the fields of a form, as text. */
export type Filled = Record<string, string>;

/** The pieces, sides or other records that a field may name, with what each is called. */
export function named(view: SeenView, of: string): { id: string; title: string }[] {
  const scene = view.scene;
  if (scene && of === "stands") return Object.values(scene.tokens).map(({ id, title }) => ({ id, title }));
  if (scene && of === "fallen") return Object.values(scene.traces).map(({ id, title }) => ({ id, title }));
  const records = (view.state as Record<string, unknown>)[of];
  if (typeof records !== "object" || records === null) return [];
  return Object.entries(records).map(([id, one]) => {
    const name = (one as { name?: unknown } | null)?.name;
    return { id, title: typeof name === "string" && name ? name : id };
  });
}

const numbers = (text: string): number[] =>
  text
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map(Number);

const DEGREES = "tenths of a degree";

/** The value of a field, or null if nothing was filled in. People fill in millimetres and degrees, not tenths. */
export function valueOf({ kind, label }: Pick<OverruleField, "kind" | "label">, text: string): unknown {
  if (!text.trim()) return null;
  if (label.includes(DEGREES)) return Math.round(Number(text) * 10);
  if (kind === "point") return numbers(text).map((length) => Math.round(length * 10));
  if (kind === "dice") return numbers(text);
  if (kind === "number") return Number(text);
  return text;
}

/** All that was filled in. */
export function valuesOf(fields: readonly OverruleField[], filled: Filled): Record<string, unknown> {
  const found = fields.map((field) => [field.name, valueOf(field, filled[field.name] ?? "")] as const);
  return Object.fromEntries(found.filter(([, value]) => value !== null));
}

/** A field's name as the form shows it. */
export const labelOf = ({ label, kind }: Pick<OverruleField, "label" | "kind">): string =>
  kind === "point" ? label.replace("tenths of a millimetre", "mm: across, down") : label.replace(DEGREES, "degrees");
