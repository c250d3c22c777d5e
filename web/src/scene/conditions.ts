// What an Opportunity Fire card may say, in words: the table knows the law, this only offers it.

export const CONDITIONS: readonly [string, string][] = [
  ["ask", "ask me"],
  ["first", "the first target"],
  ["armour", "armour only"],
  ["nearer:100", "nearer than 100 mm"],
  ["nearer:200", "nearer than 200 mm"],
  ["chance:30", "a chance of 30 % or more"],
  ["chance:50", "a chance of 50 % or more"],
];

/** The cards that carry a condition. */
export const CONDITIONAL = new Set(["opportunity"]);

/** What a piece that is stopped on its way does. */
export const AT_HALT: readonly [string, string][] = [
  ["halt", "halts"],
  ["round", "goes round"],
];

function planned(plan: Record<string, unknown> | undefined, piece: string, field: string): string | null {
  const own = plan?.[piece];
  const found = typeof own === "object" && own !== null ? (own as Record<string, unknown>)[field] : null;
  return typeof found === "string" ? found : null;
}

/** The condition that a piece has in the plan of its card. */
export function conditionOf(plan: Record<string, unknown> | undefined, piece: string): string {
  return planned(plan, piece, "standing_order") ?? "ask";
}

export function atHaltOf(plan: Record<string, unknown> | undefined, piece: string): string {
  return planned(plan, piece, "at_halt") ?? "halt";
}
