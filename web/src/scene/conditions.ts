// What a plan says of a piece, read out of the draft.

function planned(plan: Record<string, unknown> | undefined, piece: string, field: string): string | null {
  const own = plan?.[piece];
  const found = typeof own === "object" && own !== null ? (own as Record<string, unknown>)[field] : null;
  return typeof found === "string" ? found : null;
}

/** The condition that a piece has in the plan of its card. */
export function conditionOf(plan: Record<string, unknown> | undefined, piece: string): string {
  return planned(plan, piece, "standing_order") ?? "ask";
}

/** What the plan says a piece does when it is stopped on its way; "" where it says nothing. */
export function atHaltOf(plan: Record<string, unknown> | undefined, piece: string): string {
  return planned(plan, piece, "at_halt") ?? "";
}
