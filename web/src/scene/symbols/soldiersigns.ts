// Single men as map symbols: an arrow with what he holds, a stroke below for how he is, dots above for what he is.
import type { Sign } from "./mapset";
import { circle, line, rect } from "./pen";
import { partsOf, star, type Pose, type Rank, type Weapon } from "./soldiers";

const arrow = line([0, 17], [0, -16]) + line([-8, -7], [0, -17], [8, -7]);

const ARMS: Record<Weapon, Sign> = {
  unarmed: { lines: line([-14, 0], [14, 0]) },
  pistol: { lines: line([0, 10], [0, -6]) + line([-6, 0], [0, -7], [6, 0]) },
  rifle: { lines: arrow },
  smg: { lines: arrow + line([-9, 6], [9, 6]) },
  lmg: { lines: arrow + line([-11, 2], [11, 2]) + line([-11, 10], [11, 10]) },
  mmg: { lines: arrow + line([-11, 2], [11, 2]) + line([-11, 10], [11, 10]) + line([-16, 18], [16, 18]) },
  launcher: { lines: line([0, 17], [0, -16]) + line([-8, -7], [0, -17], [8, -7]) + line([-8, 2], [0, -8], [8, 2]) },
  flamethrower: { lines: line([-4, 17], [-4, -8]) + "M-4-8C-4-20 14-20 14-9C14-2 4-3 5-9" },
  medic: { fill: rect(-4, -17, 8, 34) + rect(-17, -4, 34, 8) },
};

const BELOW: Record<Pose, string> = {
  standing: "",
  prone: line([-30, 21], [30, 21]),
  ducked: "M-30 21C-16 14 16 14 30 21",
  hunkered: line([-38, -25], [-24, -11]) + line([38, -25], [24, -11]) + line([-30, 21], [30, 21]),
};

const ABOVE: Record<Rank, string> = {
  man: "",
  leader: circle(-7, -33, 5) + circle(7, -33, 5),
  star: star(0, -34, 11),
};

export function soldierSign(symbol: string): Sign | null {
  const parts = partsOf(symbol);
  if (!parts) return null;
  const { lines = "", fill = "" } = ARMS[parts.weapon];
  return { lines: lines + BELOW[parts.pose], fill: fill + ABOVE[parts.rank] };
}
