// What a fight leaves behind.
import { area, circle, ellipse, line, rect, type Drawing } from "./pen";

const fallen: Drawing = [
  [-16, 10, 70],
  [14, -8, -40],
  [8, 20, 100],
].flatMap(([x = 0, y = 0, turn = 0]) => [
  { ink: "ash" as const, d: ellipse(x, y, 13, 4.6, turn) },
  {
    ink: "ash" as const,
    d: circle(x + 13 * Math.cos((turn * Math.PI) / 180), y + 13 * Math.sin((turn * Math.PI) / 180), 4),
  },
]);

const wreck: Drawing = [
  { ink: "shade", d: ellipse(2, 2, 40, 44) },
  { ink: "rust", d: rect(-28, -38, 11, 78, 4) + rect(18, -34, 11, 70, 4) },
  { ink: "rust", d: area([-18, -30], [-10, -38], [14, -36], [18, -20], [17, 34], [-8, 38], [-18, 28]) },
  { ink: "ash", d: area([-16, -10], [4, -18], [17, -2], [10, 16], [-10, 14]) },
  { ink: "line", d: line([6, -12], [26, -42]) },
];

const wrecked_gun: Drawing = [
  { ink: "shade", d: ellipse(0, 2, 30, 26) },
  { ink: "line", d: line([-4, 6], [-26, 36]) + line([2, 6], [10, 40]) + line([0, 0], [22, -38]) },
  { ink: "rust", d: area([-24, 2], [-18, -8], [6, -12], [20, -2], [4, 6]) },
  { ink: "rust", d: rect(-30, -6, 8, 18, 3) },
  { ink: "ash", d: circle(26, 16, 9) },
];

const burnt_truck: Drawing = [
  { ink: "shade", d: ellipse(2, 2, 32, 44) },
  { ink: "rust", d: rect(-15, -42, 30, 24, 4) },
  { ink: "rust", d: area([-19, -14], [17, -16], [19, 38], [-14, 42]) },
  { ink: "ash", d: area([-10, -6], [8, -8], [12, 26], [-6, 30]) },
];

const dugout: Drawing = [
  { ink: "ash", d: "M-49 22C-49-17-27-41 0-41S49-17 49 22L27 22C27-3 15-19 0-19S-27-3-27 22z" },
  { ink: "wood", d: "M-44 18C-44-14-24-36 0-36S44-14 44 18L32 18C32-6 18-24 0-24S-32-6-32 18z" },
  {
    ink: "thin",
    d:
      line([-38, 8], [-30, 4]) +
      line([-26, -22], [-20, -14]) +
      line([0, -36], [0, -26]) +
      line([26, -22], [20, -14]),
  },
];

const crater: Drawing = [
  { ink: "wood", d: ellipse(0, 0, 30, 26) },
  { ink: "ash", d: ellipse(2, 2, 18, 15) },
];

const weapon: Drawing = [
  { ink: "shade", d: ellipse(3, 4, 10, 30, 40) },
  { ink: "wood", d: area([-22, 14], [-16, 20], [-2, 4], [-6, 0]) },
  { ink: "steel", d: area([-8, 2], [-4, 6], [26, -26], [23, -29]) },
];

const smoke: Drawing = [
  { ink: "smoke", d: circle(-12, 6, 26) + circle(14, -8, 24) + circle(10, 16, 20) + circle(-10, -16, 18) },
];

const flame: Drawing = [
  { ink: "ash", d: ellipse(0, 6, 34, 28) },
  { ink: "flame", d: "M-20 20C-34 0-12-6-14-28C2-16-2-6 4-2C6-12 12-16 10-26C30-8 34 12 18 22z" },
];

const trench: Drawing = [
  { ink: "wood", d: rect(-48, -16, 96, 32, 9) },
  { ink: "ash", d: rect(-42, -8, 84, 17, 5) },
  { ink: "thin", d: [-30, -10, 10, 30].map((x) => line([x, -16], [x + 4, -10])).join("") },
];

export const TRACES: Record<string, Drawing> = {
  fallen,
  wreck,
  wrecked_gun,
  burnt_truck,
  dugout,
  crater,
  weapon,
  smoke,
  flame,
  trench,
};
