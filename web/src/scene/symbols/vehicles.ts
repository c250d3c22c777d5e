// Vehicles from above, to scale with each other, with their turrets.
import { area, circle, ellipse, line, man, rect, tracks, wheels, type Drawing, type Stroke } from "./pen";

interface Tank {
  width: number;
  length: number;
  turret: number;
  barrel: number;
  brake?: boolean;
}

function hull(width: number, length: number): Stroke[] {
  const half = width / 2 - 9;
  const top = -length / 2;
  return [
    {
      ink: "hull",
      d: area(
        [-half, top + 8],
        [-half + 5, top],
        [half - 5, top],
        [half, top + 8],
        [half, -top - 3],
        [-half, -top - 3],
      ),
    },
    { ink: "thin", d: line([-half + 2, top + 12], [half - 2, top + 12]) },
    { ink: "deck", d: rect(-half + 5, -top - 22, 2 * half - 10, 16, 2) },
    {
      ink: "thin",
      d: [0, 5, 10].map((y) => line([-half + 7, -top - 19 + y], [half - 7, -top - 19 + y])).join(""),
    },
  ];
}

function turret(y: number, r: number, barrel: number, brake: boolean): Stroke[] {
  const tip = y - r - barrel;
  return [
    { ink: "shade", d: ellipse(4, y + 4, r, r * 1.1) + rect(2, tip + 5, 5, barrel) },
    { ink: "dark", d: rect(-2.7, tip, 5.4, barrel + 4, 1) },
    ...(brake ? [{ ink: "dark" as const, d: rect(-4.6, tip, 9.2, 6, 1.5) }] : []),
    {
      ink: "hull",
      d: area(
        [-r * 0.62, y - r],
        [r * 0.62, y - r],
        [r, y - r * 0.25],
        [r * 0.8, y + r],
        [-r * 0.8, y + r],
        [-r, y - r * 0.25],
      ),
    },
    { ink: "deck", d: circle(-r * 0.32, y + r * 0.2, r * 0.34) },
    { ink: "light", d: line([-r * 0.7, y - r * 0.6], [-r * 0.2, y - r * 0.8]) },
  ];
}

function tank({ width, length, turret: r, barrel, brake = false }: Tank): Drawing {
  return [...tracks(width, length), ...hull(width, length), ...turret(0, r, barrel, brake)];
}

const tank_light = tank({ width: 50, length: 68, turret: 13, barrel: 18 });
const tank_medium = tank({ width: 58, length: 80, turret: 17, barrel: 26 });
const tank_heavy = tank({ width: 66, length: 86, turret: 20, barrel: 28, brake: true });

const assault_gun: Drawing = [
  ...tracks(58, 78),
  ...hull(58, 78),
  { ink: "shade", d: rect(2, -46, 6, 30) },
  { ink: "dark", d: rect(-2.8, -48, 5.6, 36, 1) + rect(-5, -48, 10, 6, 1.5) },
  { ink: "hull", d: area([-17, -14], [-12, -24], [12, -24], [17, -14], [17, 14], [-17, 14]) },
  { ink: "deck", d: area([-12, -12], [12, -12], [12, 10], [-12, 10]) },
  { ink: "line", d: circle(-6, 2, 4.5) },
];

const sp_gun: Drawing = [
  ...tracks(58, 78),
  ...hull(58, 78),
  { ink: "dark", d: rect(-2.8, -46, 5.6, 42, 1) },
  { ink: "hull", d: area([-18, -8], [-13, -18], [13, -18], [18, -8], [18, 32], [-18, 32]) },
  { ink: "dark", d: rect(-12, -8, 24, 36, 2) },
  ...man(-5, 6, 0, "none"),
  ...man(6, 20, 0, "none"),
];

const armoured_car: Drawing = [
  { ink: "shade", d: rect(-16, -36, 42, 80, 8) },
  ...wheels(48, [-24, 8, 26]),
  {
    ink: "hull",
    d: area([-10, -40], [10, -40], [19, -24], [19, 28], [12, 40], [-12, 40], [-19, 28], [-19, -24]),
  },
  { ink: "thin", d: line([-17, -20], [17, -20]) + line([-15, 26], [15, 26]) },
  ...turret(2, 13, 14, false),
];

const halftrack: Drawing = [
  { ink: "shade", d: rect(-16, -36, 42, 80, 6) },
  {
    ink: "dark",
    d:
      rect(-24, -34, 8, 15, 3) + rect(16, -34, 8, 15, 3) + rect(-25, -4, 10, 44, 4) + rect(15, -4, 10, 44, 4),
  },
  {
    ink: "hull",
    d: area([-10, -42], [10, -42], [14, -16], [19, -10], [19, 40], [-19, 40], [-19, -10], [-14, -16]),
  },
  { ink: "dark", d: area([-14, -6], [14, -6], [14, 36], [-14, 36]) },
  ...man(-7, 4, 90, "none"),
  ...man(7, 4, 90, "none"),
  ...man(-7, 22, 90, "none"),
  ...man(7, 22, 90, "none"),
];

const truck: Drawing = [
  { ink: "shade", d: rect(-14, -34, 38, 78, 4) },
  ...wheels(46, [-26, 18, 33]),
  { ink: "hull", d: rect(-16, -42, 32, 26, 5) },
  { ink: "thin", d: line([-12, -20], [12, -20]) },
  { ink: "deck", d: rect(-19, -14, 38, 56, 3) },
  { ink: "thin", d: [0, 14, 28, 42].map((y) => line([-19, -6 + y], [19, -6 + y])).join("") },
];

const jeep: Drawing = [
  { ink: "shade", d: rect(-11, -24, 30, 56, 4) },
  ...wheels(40, [-18, 18]),
  { ink: "hull", d: rect(-15, -30, 30, 58, 5) },
  { ink: "deck", d: rect(-11, -27, 22, 18, 3) },
  ...man(-6, 2, 0, "none"),
  ...man(6, 16, 0, "none"),
];

const motorcycle: Drawing = [-18, 18].flatMap((x, i) => [
  { ink: "shade" as const, d: ellipse(x + 3, 3 + i * 8, 7, 26) },
  { ink: "dark" as const, d: rect(x - 3, -26 + i * 8, 6, 52, 3) },
  { ink: "line" as const, d: line([x - 9, -12 + i * 8], [x + 9, -12 + i * 8]) },
  ...man(x, 2 + i * 8, 0, "none"),
]);

const wagon: Drawing = [
  { ink: "wood", d: ellipse(-8, -26, 6, 17) + ellipse(8, -26, 6, 17) },
  { ink: "line", d: line([0, -34], [0, 4]) },
  { ink: "shade", d: rect(-13, 4, 32, 42, 2) },
  {
    ink: "dark",
    d: rect(-22, 6, 6, 12, 2) + rect(16, 6, 6, 12, 2) + rect(-22, 28, 6, 12, 2) + rect(16, 28, 6, 12, 2),
  },
  { ink: "wood", d: rect(-16, 0, 32, 42, 2) },
  { ink: "thin", d: line([-5, 0], [-5, 42]) + line([5, 0], [5, 42]) },
];

export const VEHICLES = {
  tank_light,
  tank_medium,
  tank_heavy,
  assault_gun,
  sp_gun,
  armoured_car,
  halftrack,
  truck,
  jeep,
  motorcycle,
  wagon,
};
