// Stands of men: bases with figures.
import { circle, ellipse, line, man, rect, area, type Drawing } from "./pen";

const rifle: Drawing = [
  ...man(-24, 8, -8, "rifle", 1.4),
  ...man(24, 10, 8, "rifle", 1.4),
  ...man(-1, -16, 0, "rifle", 1.4),
];

const mechanised: Drawing = [
  ...man(-26, -16, -6),
  ...man(0, -22, 0, "gun"),
  ...man(26, -16, 6),
  { ink: "shade", d: rect(-13, 10, 32, 34, 5) },
  { ink: "dark", d: rect(-18, 8, 7, 32, 3) + rect(11, 8, 7, 32, 3) },
  { ink: "hull", d: area([-13, 12], [-8, 5], [8, 5], [13, 12], [13, 40], [-13, 40]) },
  { ink: "deck", d: rect(-9, 18, 18, 18, 2) },
];

const cavalry: Drawing = [-20, 20].flatMap((x, i) => [
  { ink: "shade" as const, d: ellipse(x + 3, 4 + i * 6, 9, 27) },
  { ink: "wood" as const, d: ellipse(x, i * 6, 9, 27) },
  { ink: "wood" as const, d: ellipse(x, -29 + i * 6, 5, 11) },
  ...man(x, 4 + i * 6, 0),
]);

const engineer: Drawing = [
  ...man(-21, 14, -10, "none", 1.35),
  ...man(23, 10, 10, "rifle", 1.35),
  ...man(0, -16, 0, "none", 1.35),
  { ink: "line", d: line([-27, 8], [-33, -10]) + line([-37, -8], [-29, -13]) },
  { ink: "wood", d: rect(6, -32, 16, 8, 2) },
];

const hq: Drawing = [
  ...man(-21, 14, 20, "none", 1.35),
  ...man(21, 16, -20, "none", 1.35),
  { ink: "shade", d: rect(-12, -24, 30, 22, 2) },
  { ink: "deck", d: rect(-15, -28, 30, 22, 2) },
  { ink: "thin", d: line([-9, -22], [0, -16], [9, -24]) + line([-6, -12], [8, -14]) },
  { ink: "line", d: line([0, 2], [0, -46]) },
  { ink: "hull", d: area([0, -46], [24, -41], [0, -34]) },
];

const recon: Drawing = [
  { ink: "shade", d: rect(-12, -30, 34, 66, 6) },
  { ink: "dark", d: [-24, 22].map((y) => rect(-21, y - 7, 8, 15, 3) + rect(13, y - 7, 8, 15, 3)).join("") },
  { ink: "hull", d: rect(-16, -36, 32, 68, 6) },
  { ink: "deck", d: rect(-12, -30, 24, 20, 3) },
  { ink: "line", d: line([-13, -6], [13, -6]) },
  ...man(-7, 4, 0, "none"),
  ...man(7, 20, 0, "gun"),
];

const supply: Drawing = [
  { ink: "shade", d: rect(-14, -34, 38, 78, 4) },
  {
    ink: "dark",
    d: [-26, 20, 34].map((y) => rect(-23, y - 6, 7, 12, 2) + rect(16, y - 6, 7, 12, 2)).join(""),
  },
  { ink: "hull", d: rect(-16, -40, 32, 22, 5) },
  { ink: "deck", d: rect(-19, -16, 38, 56, 3) },
  {
    ink: "wood",
    d: rect(-13, -10, 12, 14, 1) + rect(2, -8, 12, 12, 1) + rect(-12, 10, 14, 12, 1) + rect(5, 12, 9, 18, 1),
  },
  { ink: "thin", d: line([-13, -3], [-1, -3]) + line([2, -2], [14, -2]) + line([-12, 16], [2, 16]) },
];

const mortar: Drawing = [
  { ink: "shade", d: ellipse(3, -10, 12, 12) },
  { ink: "deck", d: circle(0, -8, 11) },
  { ink: "line", d: line([0, -6], [0, -34]) },
  { ink: "thin", d: line([0, -24], [-9, -34]) + line([0, -24], [9, -34]) },
  ...man(-22, 16, 25, "none", 1.3),
  ...man(22, 16, -25, "none", 1.3),
];

const rockets: Drawing = [
  { ink: "shade", d: rect(-14, -34, 38, 78, 4) },
  {
    ink: "dark",
    d: [-26, 20, 34].map((y) => rect(-23, y - 6, 7, 12, 2) + rect(16, y - 6, 7, 12, 2)).join(""),
  },
  { ink: "hull", d: rect(-16, -40, 32, 22, 5) },
  { ink: "deck", d: rect(-18, -14, 36, 54, 2) },
  { ink: "line", d: [-13, -4.5, 4.5, 13].map((x) => line([x, -12], [x, 38])).join("") },
];

export const MEN = { rifle, mechanised, cavalry, engineer, hq, recon, supply, mortar, rockets };
