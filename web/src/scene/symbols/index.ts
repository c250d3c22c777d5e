// Every drawing by its name. Another system adds a module of its own and its names here.
import { GUNS } from "./guns";
import { SIGNS, type Sign } from "./mapset";
import { MEN } from "./men";
import type { Drawing } from "./pen";
import { TRACES } from "./traces";
import { VEHICLES } from "./vehicles";

const DRAWINGS: Record<string, Drawing> = { ...MEN, ...GUNS, ...VEHICLES };

/** Names that others use for the same thing. */
const ALSO: Record<string, string> = {
  infantry: "rifle",
  armoured_infantry: "mechanised",
  artillery: "field_gun",
  tank: "tank_medium",
  spg: "assault_gun",
  apc: "halftrack",
  soft_skin: "truck",
};

/** The drawing of a symbol; a name that nobody drew is a stand of men. */
export function drawingOf(symbol: string): Drawing {
  return DRAWINGS[symbol] ?? DRAWINGS[ALSO[symbol] ?? ""] ?? MEN.rifle;
}

export function signOf(symbol: string): Sign {
  return SIGNS[symbol] ?? SIGNS[ALSO[symbol] ?? ""] ?? SIGNS["rifle"]!;
}

export function traceOf(symbol: string): Drawing {
  return TRACES[symbol] ?? TRACES["crater"]!;
}

export const DRAWN = Object.keys(DRAWINGS);
export const TRACED = Object.keys(TRACES);

export { MARKS, QUIET } from "./marks";
