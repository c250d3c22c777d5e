// Single men from above, by what they hold, how they are and what they are: "man_smg_prone_star".
import { area, circle, ellipse, line, rect, type Drawing, type Stroke } from "./pen";

export const WEAPONS = [
  "unarmed",
  "pistol",
  "rifle",
  "smg",
  "lmg",
  "mmg",
  "launcher",
  "flamethrower",
  "medic",
] as const;
export const POSES = ["standing", "prone", "ducked", "hunkered"] as const;
export const RANKS = ["man", "leader", "star"] as const;

export type Weapon = (typeof WEAPONS)[number];
export type Pose = (typeof POSES)[number];
export type Rank = (typeof RANKS)[number];

const isOne = <T extends string>(list: readonly T[], word: string | undefined): word is T =>
  (list as readonly (string | undefined)[]).includes(word);

/** The parts of a symbol's name; null for one that is no man. */
export function partsOf(symbol: string): { weapon: Weapon; pose: Pose; rank: Rank } | null {
  const [what, weapon, pose, rank] = symbol.split("_");
  if (what !== "man" || !isOne(WEAPONS, weapon) || !isOne(POSES, pose) || !isOne(RANKS, rank)) return null;
  return { weapon, pose, rank };
}

/** What is held at the shoulder, its muzzle to the north; `x` is where it lies. */
function held(weapon: Weapon, x = 12): Stroke[] {
  switch (weapon) {
    case "rifle":
      return [
        { ink: "wood", d: rect(x - 3.5, -16, 7, 34, 2) },
        { ink: "steel", d: rect(x - 2, -50, 4, 42) },
      ];
    case "smg":
      return [
        { ink: "wood", d: rect(x - 3.5, 0, 7, 18, 2) },
        { ink: "steel", d: rect(x - 3, -32, 6, 36) + circle(x, -12, 8) },
      ];
    case "lmg":
      return [
        { ink: "steel", d: line([x, -38], [x - 14, -49]) + line([x, -38], [x + 14, -49]) },
        { ink: "wood", d: area([x - 3, 2], [x + 3, 2], [x + 6, 20], [x - 6, 20]) },
        { ink: "steel", d: rect(x - 3.5, -52, 7, 58, 2) + rect(x - 13, -14, 11, 9, 2) },
      ];
    case "mmg":
      return [
        { ink: "steel", d: line([0, -14], [-26, -34]) + line([0, -14], [26, -34]) + line([0, -14], [0, 14]) },
        { ink: "steel", d: rect(-5, -54, 10, 34, 3) + rect(-8, -24, 16, 26, 2) + rect(8, -18, 12, 9, 1) },
      ];
    case "launcher":
      return [
        { ink: "steel", d: rect(x - 5.5, -42, 11, 66, 3) },
        { ink: "hull", d: area([x - 9, -42], [x + 9, -42], [x + 5, -54], [x - 5, -54]) },
      ];
    case "flamethrower":
      return [
        { ink: "steel", d: rect(x - 2.5, -42, 5, 42, 2) },
        { ink: "flame", d: "M12-42c-9-6-6-12 0-14c-1 4 7 7 0 14z" },
      ];
    case "pistol":
      return [{ ink: "steel", d: rect(x - 3, -34, 6, 16, 1) }];
    default:
      return [];
  }
}

/** What is carried on the back. */
function pack(weapon: Weapon, y: number): Stroke[] {
  if (weapon === "flamethrower") return [{ ink: "rust", d: rect(-15, y, 13, 25, 6) + rect(2, y, 13, 25, 6) }];
  if (weapon === "medic") return [{ ink: "wood", d: rect(-22, y - 8, 15, 18, 3) }];
  return [];
}

/** Helmet with the light on it; a leader has a band, a Star his star, a medic the cross. */
function helmet(y: number, weapon: Weapon, rank: Rank, size = 16): Stroke[] {
  const strokes: Stroke[] = [
    { ink: weapon === "medic" ? "white" : "helmet", d: circle(0, y, size) },
    { ink: "light", d: ellipse(-5, y - 6, 5.5, 3.4, -35) },
  ];
  if (weapon === "medic")
    strokes.push({ ink: "red", d: rect(-3, y - 10, 6, 20) + rect(-10, y - 3, 20, 6) });
  if (rank === "leader") strokes.push({ ink: "band", d: circle(0, y, size - 5.5) });
  if (rank === "star") strokes.push({ ink: "gold", d: star(0, y, size - 3) });
  return strokes;
}

export function star(x: number, y: number, r: number): string {
  const points = Array.from({ length: 10 }, (_, i): [number, number] => {
    const angle = (i * Math.PI) / 5;
    const reach = i % 2 ? r * 0.42 : r;
    return [x + reach * Math.sin(angle), y - reach * Math.cos(angle)];
  });
  return area(...points);
}

function standing(weapon: Weapon, rank: Rank): Drawing {
  const gun = weapon === "mmg";
  const y = gun ? 20 : 8;
  return [
    { ink: "shade", d: ellipse(6, y + 8, 32, 19) },
    { ink: "dark", d: ellipse(-11, y + 14, 6, 10) + ellipse(11, y + 14, 6, 10) },
    { ink: "hull", d: ellipse(0, y, 31, 16.5) },
    ...pack(weapon, y + 2),
    ...(weapon === "unarmed" || weapon === "medic" ? [] : arms(y, gun)),
    ...held(weapon),
    ...helmet(y - 1, weapon, rank),
  ];
}

/** Sleeves that reach for what is held. */
function arms(y: number, both: boolean): Stroke[] {
  return both
    ? [{ ink: "sleeve", d: line([-24, y - 2], [-7, y - 24]) + line([24, y - 2], [7, y - 24]) }]
    : [{ ink: "sleeve", d: line([-24, y - 2], [-12, y - 20], [10, y - 26]) + line([26, y - 1], [14, y - 8]) }];
}

function prone(weapon: Weapon, rank: Rank): Drawing {
  return [
    { ink: "shade", d: ellipse(5, 16, 19, 34) },
    { ink: "dark", d: area([-13, 22], [-3, 24], [-10, 49], [-20, 47]) + area([13, 22], [3, 24], [10, 49], [20, 47]) },
    { ink: "hull", d: rect(-17, -12, 34, 42, 14) },
    ...pack(weapon, 4),
    { ink: "sleeve", d: line([-16, -4], [-18, -20], [0, -30]) + line([16, -4], [18, -16], [8, -20]) },
    ...held(weapon, 8),
    ...helmet(-10, weapon, rank, 14),
  ];
}

/** Down on one knee behind what there is, the weapon close. */
function ducked(weapon: Weapon, rank: Rank): Drawing {
  return [
    { ink: "shade", d: ellipse(5, 14, 27, 22) },
    { ink: "dark", d: ellipse(-12, 26, 8, 12) + ellipse(14, 22, 8, 10) },
    { ink: "hull", d: ellipse(0, 12, 26, 19) },
    ...pack(weapon, 10),
    { ink: "sleeve", d: line([-22, 6], [-12, -6]) + line([22, 6], [14, -4]) },
    ...held(weapon, 16),
    ...helmet(4, weapon, rank, 15),
    { ink: "earth", d: "M-36-14C-30-30-14-34 2-33M26-28C32-24 35-19 36-14" },
  ];
}

/** Curled up, his hands over his head; the weapon lies beside him. */
function hunkered(weapon: Weapon, rank: Rank): Drawing {
  return [
    { ink: "shade", d: circle(4, 12, 28) },
    ...(weapon === "unarmed" || weapon === "medic" ? [] : [{ ink: "steel" as const, d: rect(28, -24, 4.5, 54) }]),
    { ink: "dark", d: ellipse(-6, 30, 16, 9) },
    { ink: "hull", d: ellipse(0, 12, 23, 22) },
    ...helmet(2, weapon, rank, 14),
    { ink: "sleeve", d: "M-21 16C-26-8-12-17 3-13M21 16C26-8 12-17-3-13" },
    { ink: "earth", d: "M-34-16C-24-34 24-34 34-16M-36-8C-38-12-36-14-34-16M36-8C38-12 36-14 34-16" },
  ];
}

const BY_POSE: Record<Pose, (weapon: Weapon, rank: Rank) => Drawing> = { standing, prone, ducked, hunkered };
const made = new Map<string, Drawing>();

/** The drawing of a man; null for a symbol that is none. */
export function soldier(symbol: string): Drawing | null {
  const parts = partsOf(symbol);
  if (!parts) return null;
  const known = made.get(symbol) ?? BY_POSE[parts.pose](parts.weapon, parts.rank);
  made.set(symbol, known);
  return known;
}

/** Men who are out of it, and a question mark for those nobody knows. */
export const OUT: Record<string, Drawing> = {
  man_dead: [
    { ink: "ash", d: area([-6, 8], [4, 8], [12, 44], [2, 47]) + area([-9, 10], [0, 12], [-20, 42], [-28, 36]) },
    { ink: "ash", d: ellipse(-3, 0, 13, 20, 12) },
    { ink: "ash", d: line([-12, -8], [-38, -20]) + line([9, -6], [34, 8]) },
    { ink: "ash", d: circle(-2, -26, 11) },
    { ink: "steel", d: area([20, -40], [24, -42], [40, 4], [36, 6]) },
  ],
  man_wounded: [
    { ink: "shade", d: ellipse(4, 14, 18, 34) },
    { ink: "dark", d: area([-11, 16], [-2, 20], [-14, 47], [-23, 42]) + area([3, 20], [12, 16], [18, 44], [8, 47]) },
    { ink: "hull", d: rect(-15, -14, 30, 38, 13) },
    { ink: "sleeve", d: line([-14, -4], [-34, -16]) + line([14, -4], [26, 14]) },
    { ink: "skin", d: circle(0, -22, 11) },
    { ink: "white", d: rect(-12, -27, 24, 7, 2) },
    { ink: "red", d: circle(5, -23, 3.4) + ellipse(2, 4, 7, 9) },
  ],
  man_captive: [
    { ink: "shade", d: ellipse(5, 12, 30, 18) },
    { ink: "hull", d: ellipse(0, 10, 28, 15) },
    { ink: "sleeve", d: line([-24, 6], [-30, -22], [-10, -14]) + line([24, 6], [30, -22], [10, -14]) },
    { ink: "skin", d: circle(0, 4, 13) },
    { ink: "white", d: ellipse(-30, -24, 6, 6) + ellipse(30, -24, 6, 6) },
  ],
};
