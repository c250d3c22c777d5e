// Vehicles and guns on their real bases, to scale with the men beside them, in parts that move for themselves. A base is
// 100 wide and as deep as the piece is; a drawing looks north. Hull and turrets are apart, for they look different ways.
import { area, circle, ellipse, line, rect, type Drawing, type Stroke } from "./pen";

type Spot = readonly [number, number];

export interface Turret {
  /** Where it turns about. */
  at: Spot;
  drawing: Drawing;
  /** Where a man looks out of it, from there. */
  hatch?: Spot;
  /** Where it shows what is in the chamber, from there. */
  breech?: Spot;
}

export interface Model {
  hull: Drawing;
  turrets: readonly Turret[];
  /** Hatches and seats of the hull, where it shows heads while they are open. */
  hatches?: readonly Spot[];
  breech?: Spot;
  /** A track, to be shown broken. */
  track?: Spot;
}

/** A track from above with its links. */
function track(x: number, top: number, wide: number, long: number): Stroke[] {
  const links = Array.from({ length: Math.floor(long / 7) }, (_, i) => line([x, top + 5 + i * 7], [x + wide, top + 5 + i * 7]));
  return [
    { ink: "dark", d: rect(x, top, wide, long, 5) },
    { ink: "link", d: links.join("") },
  ];
}

function tracked(half: number, top: number, long: number, wide: number): Stroke[] {
  return [
    { ink: "shade", d: rect(-half + 5, top + 7, 2 * half, long, 7) },
    ...track(-half, top, wide, long),
    ...track(half - wide, top, wide, long),
  ];
}

function grille(y: number, half: number, lines: number): Stroke[] {
  const bars = Array.from({ length: lines }, (_, i) => line([-half + 4, y + 6 + i * 6], [half - 4, y + 6 + i * 6]));
  return [
    { ink: "deck", d: rect(-half, y, 2 * half, lines * 6 + 6, 3) },
    { ink: "thin", d: bars.join("") },
    { ink: "thin", d: line([0, y], [0, y + lines * 6 + 6]) },
  ];
}

function barrel(from: number, tip: number, thick: number, brake = false): Stroke[] {
  return [
    { ink: "dark", d: rect(-thick / 2, tip, thick, from - tip, 1) },
    { ink: "light", d: line([-thick / 4, tip + 8], [-thick / 4, from - 3]) },
    ...(brake ? [{ ink: "dark" as const, d: rect(-thick * 0.85, tip, thick * 1.7, 8, 2) }] : []),
  ];
}

interface Built {
  half: number;
  top: number;
  long: number;
  wide: number;
  turret: number;
  tip: number;
  thick: number;
  brake?: boolean;
  sloped?: boolean;
}

/** The box between and over the tracks, with its glacis and its engine behind. */
function tankHull({ half, top, long, wide, sloped = false }: Built): Stroke[] {
  const side = half - wide + 3;
  const nose = sloped ? 10 : 3;
  const end = top + long;
  return [
    ...tracked(half, top, long, wide),
    {
      ink: "hull",
      d: area(
        [-side, top + nose + 2],
        [-side + nose, top - 2],
        [side - nose, top - 2],
        [side, top + nose + 2],
        [side, end - 6],
        [side - 5, end + 2],
        [-side + 5, end + 2],
        [-side, end - 6],
      ),
    },
    { ink: "thin", d: line([-side + 2, top + 30], [side - 2, top + 30]) },
    { ink: "light", d: line([-side + 4, top + 28], [-side + nose + 3, top + 2]) },
    { ink: "line", d: circle(side * 0.5, top + 13, 3.4) + line([side * 0.5, top + 13], [side * 0.5, top + 3]) },
    { ink: "thin", d: rect(-side * 0.75, top + 8, 13, 10, 3) },
    ...grille(end - 48, side - 6, 6),
    { ink: "thin", d: line([-half + 3, end - 62], [-side, end - 62]) + line([side, end - 62], [half - 3, end - 62]) },
  ];
}

function tankTurret(r: number, tip: number, thick: number, brake: boolean, round: boolean): Turret {
  const shape = round
    ? ellipse(0, 2, r, r * 1.12)
    : area([-r * 0.6, -r], [r * 0.6, -r], [r, -r * 0.2], [r * 0.86, r * 1.08], [-r * 0.86, r * 1.08], [-r, -r * 0.2]);
  return {
    at: [0, -6],
    drawing: [
      { ink: "shade", d: ellipse(5, 7, r, r * 1.1) + rect(2, tip + 8, thick, -tip - 8) },
      ...barrel(-r * 0.7, tip, thick, brake),
      { ink: "dark", d: rect(-thick * 1.1, -r * 1.12, thick * 2.2, r * 0.4, 3) },
      { ink: "hull", d: shape },
      { ink: "light", d: line([-r * 0.72, -r * 0.3], [-r * 0.42, -r * 0.8]) },
      { ink: "thin", d: circle(r * 0.42, r * 0.02, r * 0.24) },
    ],
    hatch: [-r * 0.36, r * 0.3],
    breech: [r * 0.42, r * 0.62],
  };
}

function tank(built: Built, round = false): Model {
  return {
    hull: tankHull(built),
    turrets: [tankTurret(built.turret, built.tip, built.thick, built.brake ?? false, round)],
    track: [-built.half + built.wide / 2, built.top + 22],
  };
}

const light: Built = { half: 38, top: -72, long: 146, wide: 14, turret: 20, tip: -66, thick: 5 };
const medium: Built = { half: 43, top: -80, long: 164, wide: 16, turret: 26, tip: -88, thick: 6, sloped: true };
const heavy: Built = { half: 47, top: -84, long: 172, wide: 19, turret: 30, tip: -94, thick: 7, brake: true };

const stug: Built = { ...medium, half: 43, top: -78, long: 160 };

/** A gun in the front of a low box. */
const assault_gun: Model = {
  hull: [
    ...tankHull(stug),
    { ink: "shade", d: rect(3, -90, 7, 60) },
    ...barrel(-24, -94, 7, true),
    { ink: "hull", d: area([-29, -26], [-19, -44], [19, -44], [29, -26], [29, 26], [22, 33], [-22, 33], [-29, 26]) },
    { ink: "dark", d: area([-11, -44], [11, -44], [8, -54], [-8, -54]) },
    { ink: "deck", d: area([-22, -22], [22, -22], [22, 22], [-22, 22]) },
    { ink: "thin", d: line([0, -22], [0, 22]) },
  ],
  turrets: [],
  hatches: [[-12, 8]],
  breech: [13, 8],
  track: [-35, -56],
};

function openFighter(gun: number, thick: number, bay: [number, number][], heads: readonly Spot[]): Model {
  return {
    hull: [
      ...tankHull(medium),
      ...barrel(0, gun, thick, true),
      { ink: "hull", d: area(...bay) },
      { ink: "bay", d: area(...bay.map(([x, y]): [number, number] => [x * 0.82, y * 0.88 + 3])) },
      { ink: "dark", d: rect(-7, -16, 14, 34, 3) },
      { ink: "hull", d: area([-24, -18], [24, -18], [20, -26], [-20, -26]) },
    ],
    turrets: [],
    hatches: heads,
    breech: [0, 24],
    track: [-35, -58],
  };
}

const tank_destroyer = openFighter(
  -98,
  6,
  [[-29, -22], [-18, -34], [18, -34], [29, -22], [29, 52], [-29, 52]],
  [[-14, 20], [14, 30]],
);
const sp_gun = openFighter(
  -86,
  9,
  [[-33, -12], [-22, -26], [22, -26], [33, -12], [33, 66], [-33, 66]],
  [[-17, 14], [17, 22], [-14, 44]],
);

const aa_tank: Model = {
  hull: tankHull(medium),
  turrets: [
    {
      at: [0, -4],
      drawing: [
        { ink: "shade", d: ellipse(4, 6, 31, 31) },
        { ink: "dark", d: [-13, -5, 5, 13].map((x) => rect(x - 1.6, -62, 3.2, 52, 1)).join("") },
        { ink: "hull", d: area([-22, -28], [22, -28], [32, 0], [22, 30], [-22, 30], [-32, 0]) },
        { ink: "bay", d: area([-17, -22], [17, -22], [25, 0], [17, 24], [-17, 24], [-25, 0]) },
      ],
      hatch: [-10, 4],
      breech: [12, 8],
    },
  ],
  track: [-35, -58],
};

/** Wheels along both sides, as they stick out beyond a body. */
function wheels(half: number, axles: readonly number[], wide = 11, long = 26): Stroke[] {
  const d = axles.map((y) => rect(-half, y - long / 2, wide, long, 4) + rect(half - wide, y - long / 2, wide, long, 4));
  return [{ ink: "dark", d: d.join("") }];
}

const armoured_car: Model = {
  hull: [
    { ink: "shade", d: rect(-32, -72, 74, 158, 14) },
    ...wheels(44, [-52, 16, 52]),
    { ink: "hull", d: area([-16, -86], [16, -86], [33, -50], [36, 60], [22, 84], [-22, 84], [-36, 60], [-33, -50]) },
    { ink: "thin", d: line([-31, -46], [31, -46]) + line([-33, 52], [33, 52]) + line([-10, -84], [-14, -46]) + line([10, -84], [14, -46]) },
    ...grille(50, 17, 3),
    { ink: "light", d: line([-29, -48], [-15, -80]) },
  ],
  turrets: [
    {
      at: [0, -4],
      drawing: [
        { ink: "shade", d: ellipse(4, 6, 22, 23) },
        ...barrel(-10, -58, 4.5),
        { ink: "hull", d: area([-13, -20], [13, -20], [22, 2], [12, 22], [-12, 22], [-22, 2]) },
        { ink: "light", d: line([-15, -4], [-9, -16]) },
      ],
      hatch: [-5, 5],
      breech: [10, 10],
    },
  ],
};

/** An open body with benches along its sides. */
function bay(x: number, y: number, w: number, h: number): Stroke[] {
  return [
    { ink: "bay", d: rect(x, y, w, h, 4) },
    { ink: "wood", d: rect(x + 2, y + 3, 7, h - 6, 2) + rect(x + w - 9, y + 3, 7, h - 6, 2) },
  ];
}

const scout_car: Model = {
  hull: [
    { ink: "shade", d: rect(-32, -70, 74, 154, 10) },
    ...wheels(42, [-50, 46], 12, 32),
    { ink: "hull", d: area([-16, -88], [16, -88], [22, -34], [34, -24], [34, 82], [-34, 82], [-34, -24], [-22, -34]) },
    { ink: "thin", d: line([0, -86], [0, -36]) + line([-12, -80], [-14, -40]) + line([12, -80], [14, -40]) },
    ...bay(-28, -18, 56, 94),
  ],
  turrets: [],
  hatches: [[-13, -8]],
};

const halftrack: Model = {
  hull: [
    { ink: "shade", d: rect(-32, -72, 76, 160, 8) },
    ...wheels(38, [-62], 11, 30),
    ...track(-45, -12, 14, 98),
    ...track(31, -12, 14, 98),
    { ink: "hull", d: area([-15, -90], [15, -90], [22, -36], [35, -24], [35, 88], [-35, 88], [-35, -24], [-22, -36]) },
    { ink: "thin", d: line([0, -88], [0, -38]) + line([-11, -84], [-14, -40]) + line([11, -84], [14, -40]) },
    { ink: "light", d: line([-19, -42], [-14, -84]) },
    ...bay(-29, -20, 58, 102),
    { ink: "dark", d: rect(-1.6, -42, 3.2, 26, 1) },
    { ink: "hull", d: area([-13, -20], [-7, -28], [7, -28], [13, -20]) },
  ],
  turrets: [],
  hatches: [[-14, -10]],
  breech: [14, -10],
  track: [-38, 10],
};

const truck: Model = {
  hull: [
    { ink: "shade", d: rect(-30, -78, 72, 168, 6) },
    ...wheels(42, [-62, 38, 66], 11, 24),
    { ink: "hull", d: area([-17, -92], [17, -92], [23, -52], [27, -50], [27, -22], [-27, -22], [-27, -50], [-23, -52]) },
    { ink: "glass", d: area([-22, -50], [22, -50], [20, -42], [-20, -42]) },
    { ink: "thin", d: line([0, -90], [0, -52]) + line([-14, -70], [14, -70]) },
    { ink: "wood", d: rect(-37, -18, 74, 110, 2) },
    { ink: "bay", d: rect(-32, -13, 64, 100, 2) },
    { ink: "thin", d: [4, 24, 44, 64].map((y) => line([-32, y], [32, y])).join("") },
  ],
  turrets: [],
};

const jeep: Model = {
  hull: [
    { ink: "shade", d: rect(-28, -62, 68, 136, 7) },
    ...wheels(42, [-46, 44], 11, 28),
    { ink: "hull", d: area([-24, -74], [24, -74], [32, -18], [32, 74], [-32, 74], [-32, -18]) },
    { ink: "thin", d: line([0, -72], [0, -24]) },
    { ink: "glass", d: rect(-27, -24, 54, 6, 2) },
    { ink: "bay", d: rect(-26, -14, 52, 80, 5) },
    { ink: "dark", d: circle(-13, -4, 7) },
    { ink: "deck", d: rect(-24, 10, 21, 18, 4) + rect(3, 10, 21, 18, 4) + rect(-24, 42, 48, 18, 4) },
  ],
  turrets: [],
  hatches: [[-13, 16]],
};

const motorcycle: Model = {
  hull: [
    { ink: "shade", d: ellipse(-8, 5, 11, 64) + ellipse(30, 14, 18, 40) },
    { ink: "dark", d: rect(-18, -74, 10, 44, 5) + rect(-18, 26, 10, 46, 5) + rect(42, 16, 8, 34, 4) },
    { ink: "line", d: line([-32, -30], [6, -30]) + line([-13, -40], [-13, 40]) },
    { ink: "hull", d: area([-20, -22], [-6, -22], [-4, 20], [-22, 20]) },
    { ink: "hull", d: area([20, -44], [32, -44], [42, 0], [38, 44], [14, 44], [10, 0]) },
    { ink: "bay", d: ellipse(26, 8, 12, 18) },
    { ink: "dark", d: rect(24, -68, 3.5, 38, 1) },
  ],
  turrets: [],
  hatches: [[-13, 4]],
};

const carrier: Model = {
  hull: [
    ...tracked(42, -68, 140, 15),
    { ink: "hull", d: area([-25, -70], [25, -70], [30, -52], [30, 66], [-30, 66], [-30, -52]) },
    ...bay(-24, -34, 48, 92),
    { ink: "thin", d: line([-30, -42], [30, -42]) },
    { ink: "dark", d: rect(12, -80, 3.5, 42, 1) },
  ],
  turrets: [],
  hatches: [[-12, -20]],
  breech: [12, -18],
  track: [-35, -46],
};

const aerosan: Model = {
  hull: [
    { ink: "shade", d: rect(-24, -66, 58, 140, 20) },
    { ink: "wood", d: rect(-46, -80, 9, 58, 4) + rect(37, -80, 9, 58, 4) + rect(-46, 34, 9, 58, 4) + rect(37, 34, 9, 58, 4) },
    { ink: "line", d: line([-41, -52], [41, -52]) + line([-41, 60], [41, 60]) },
    { ink: "hull", d: "M-20 84L-24 0C-24-50-14-84 0-88C14-84 24-50 24 0L20 84z" },
    { ink: "deck", d: ellipse(0, 62, 15, 17) },
    { ink: "dark", d: rect(-42, 87, 84, 4, 2) + circle(0, 89, 6) },
    { ink: "bay", d: circle(0, -10, 14) },
    { ink: "dark", d: rect(-1.8, -44, 3.6, 34, 1) },
  ],
  turrets: [],
  hatches: [[0, -8]],
};

function horse(x: number): Stroke[] {
  return [
    { ink: "wood", d: ellipse(x, -48, 8, 27) + ellipse(x, -80, 5, 12) },
    { ink: "thin", d: line([x, -68], [x, -26]) },
  ];
}

const wagon: Model = {
  hull: [
    ...horse(-24),
    ...horse(0),
    ...horse(24),
    { ink: "line", d: line([-30, -20], [30, -20]) + line([0, -22], [0, 10]) },
    { ink: "shade", d: rect(-24, 12, 62, 78, 6) },
    { ink: "dark", d: rect(-38, 16, 8, 24, 3) + rect(30, 16, 8, 24, 3) + rect(-40, 56, 8, 32, 3) + rect(32, 56, 8, 32, 3) },
    { ink: "wood", d: rect(-28, 8, 56, 82, 6) },
    { ink: "bay", d: rect(-22, 32, 44, 52, 4) },
    { ink: "dark", d: rect(-2.4, 62, 4.8, 38, 1) + rect(-11, 70, 22, 6, 2) },
  ],
  turrets: [],
  hatches: [[0, 20], [-9, 50]],
};

/** A gun on its carriage; those who serve it stand about it as men. */
function gun(tip: number, shield: number, trail: number, thick: number, brake: boolean): Model {
  return {
    hull: [
      { ink: "shade", d: rect(-shield / 2 + 5, -4, shield, 12) + rect(3, tip + 6, thick, -tip) },
      { ink: "carriage", d: line([-4, 8], [-trail / 2, 46]) + line([4, 8], [trail / 2, 46]) },
      { ink: "line", d: line([-trail / 2 - 5, 47], [-trail / 2 + 6, 47]) + line([trail / 2 - 6, 47], [trail / 2 + 5, 47]) },
      { ink: "dark", d: rect(-shield / 2 - 5, -10, 9, 26, 4) + rect(shield / 2 - 4, -10, 9, 26, 4) },
      ...barrel(18, tip, thick, brake),
      ...(shield > 30
        ? [{ ink: "hull" as const, d: area([-shield / 2, 1], [-shield / 2 + 7, -10], [shield / 2 - 7, -10], [shield / 2, 1]) }]
        : []),
      { ink: "deck", d: rect(-6, 4, 12, 16, 3) },
    ],
    turrets: [],
    breech: [0, 28],
  };
}

const at_gun = gun(-56, 56, 50, 4.6, true);
const field_gun = gun(-50, 46, 34, 7, false);
const infantry_gun = gun(-30, 40, 22, 6, false);
const aa_gun: Model = {
  hull: [
    { ink: "shade", d: circle(4, 5, 26) },
    { ink: "carriage", d: line([-46, 0], [46, 0]) + line([0, -14], [0, 46]) },
    { ink: "deck", d: circle(0, 2, 22) },
    ...barrel(12, -60, 4.6),
    { ink: "hull", d: rect(-12, -8, 24, 20, 4) },
  ],
  turrets: [],
  breech: [0, 24],
};

export const MODELS: Readonly<Record<string, Model>> = {
  tank_light: tank(light, true),
  tank_medium: tank(medium),
  tank_heavy: tank(heavy),
  assault_gun,
  tank_destroyer,
  sp_gun,
  aa_tank,
  armoured_car,
  scout_car,
  halftrack,
  truck,
  jeep,
  motorcycle,
  carrier,
  aerosan,
  wagon,
  at_gun,
  field_gun,
  infantry_gun,
  aa_gun,
};

/** A hatch: a man's head in it, or its lid. */
export function head([x, y]: Spot, isOpen: boolean): Drawing {
  if (!isOpen)
    return [
      { ink: "deck", d: circle(x, y, 7) },
      { ink: "thin", d: line([x - 5, y], [x + 5, y]) },
    ];
  return [
    { ink: "dark", d: circle(x, y, 8) + rect(x - 15, y - 5, 8, 10, 3) },
    { ink: "skin", d: circle(x, y - 1.5, 4.6) },
    { ink: "helmet", d: ellipse(x, y + 0.5, 5.8, 5.2) },
  ];
}

/** What lies in the chamber: a shell that is there, or the outline of one that is not. */
export function shell([x, y]: Spot, isLoaded: boolean): Drawing {
  const d = `M${x - 3} ${y + 7}V${y - 2}C${x - 3} ${y - 6} ${x - 1} ${y - 8} ${x} ${y - 9}C${x + 1} ${y - 8} ${x + 3} ${y - 6} ${x + 3} ${y - 2}V${y + 7}z`;
  return [{ ink: isLoaded ? "gold" : "hollow", d }];
}

/** A track that has come off. */
export function broken([x, y]: Spot): Drawing {
  return [
    { ink: "broken", d: line([x - 9, y - 9], [x + 3, y - 2], [x - 4, y + 3], [x + 9, y + 9]) },
    { ink: "dark", d: rect(x - 22, y - 26, 7, 20, 3) },
  ];
}

/** Smoke that drifts from a wreck, and the fire in it. */
export const SMOKE: Drawing = [
  { ink: "smoke", d: circle(6, -4, 22) },
  { ink: "smoke", d: circle(26, -26, 26) },
  { ink: "smoke", d: circle(52, -54, 30) },
];
export const FIRE: Drawing = [
  { ink: "flame", d: "M-22 26C-40 0-14-8-16-36C4-20-2-8 6-2C8-16 16-22 12-36C36-12 42 16 22 28z" },
  { ink: "gold", d: "M-8 22C-16 8-4 2-4-10C6-2 4 4 8 6C16 8 14 20 8 24z" },
];
