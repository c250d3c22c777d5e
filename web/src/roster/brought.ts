// A roster on its way from a file to the page that shows it.
import type { RosterShown } from "../lib/contract";

export const brought: { shown: RosterShown | null } = { shown: null };
