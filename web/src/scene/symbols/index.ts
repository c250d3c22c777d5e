// Every drawing by its name. Another system adds a module of its own and its names here.
import { GUNS } from "./guns";
import { SIGNS as GIVEN, type Sign } from "./mapset";
import { MEN } from "./men";
import type { Drawing } from "./pen";
import { question, questionSign } from "./question";
import { OUT, POSES, RANKS, soldier, WEAPONS } from "./soldiers";
import { soldierSign } from "./soldiersigns";
import { TRACES } from "./traces";
import { VEHICLES } from "./vehicles";

const DRAWINGS: Record<string, Drawing> = { ...MEN, ...GUNS, ...VEHICLES, question };

const SIGNS: Record<string, Sign> = { ...GIVEN, question: questionSign };

/** Names that others use for the same thing. */
const ALSO: Record<string, string> = {
  infantry: "rifle",
  armoured_infantry: "mechanised",
  artillery: "field_gun",
  tank: "tank_medium",
  spg: "assault_gun",
  apc: "halftrack",
  soft_skin: "truck",
  scout_car: "armoured_car",
  carrier: "halftrack",
  tank_destroyer: "assault_gun",
  aa_tank: "tank_light",
  aerosan: "jeep",
};

/** The drawing of a symbol; a name that nobody drew is a stand of men. */
export function drawingOf(symbol: string): Drawing {
  return DRAWINGS[symbol] ?? soldier(symbol) ?? DRAWINGS[ALSO[symbol] ?? ""] ?? MEN.rifle;
}

export function signOf(symbol: string): Sign {
  return SIGNS[symbol] ?? soldierSign(symbol) ?? SIGNS[ALSO[symbol] ?? ""] ?? SIGNS["rifle"]!;
}

export function traceOf(symbol: string): Drawing {
  return TRACES[symbol] ?? OUT[symbol] ?? TRACES["crater"]!;
}

/** Every single man there is. */
export const SOLDIERS = WEAPONS.flatMap((weapon) =>
  POSES.flatMap((pose) => RANKS.map((rank) => `man_${weapon}_${pose}_${rank}`)),
);
export const DRAWN = [...Object.keys(DRAWINGS), ...SOLDIERS];
export const TRACED = [...Object.keys(TRACES), ...Object.keys(OUT)];

/** Whether a symbol is one man on a base of his own. */
export function isSoldier(symbol: string): boolean {
  return soldier(symbol) !== null;
}

export { MARKS, QUIET } from "./marks";
