// Guns on their carriages, with their crews.
import { area, circle, line, man, rect, type Drawing } from "./pen";

function gun(barrel: number, shield: number, trail: number, brake: boolean): Drawing {
  return [
    { ink: "shade", d: rect(-shield / 2 + 4, -3, shield, 8) + rect(2, -barrel + 4, 6, barrel) },
    { ink: "line", d: line([-3, 6], [-trail / 2, 40]) + line([3, 6], [trail / 2, 40]) },
    { ink: "dark", d: rect(-shield / 2 - 2, -7, 8, 19, 3) + rect(shield / 2 - 6, -7, 8, 19, 3) },
    { ink: "hull", d: area([-shield / 2, 0], [-shield / 2 + 5, -9], [shield / 2 - 5, -9], [shield / 2, 0]) },
    { ink: "dark", d: rect(-2.6, -barrel, 5.2, barrel + 14, 1) },
    ...(brake ? [{ ink: "dark" as const, d: rect(-4.4, -barrel, 8.8, 6, 1.5) }] : []),
    { ink: "deck", d: rect(-5, 2, 10, 14, 2) },
    ...man(-19, 24, 10, "none"),
    ...man(19, 26, -10, "none"),
  ];
}

const at_gun = gun(43, 42, 44, true);
const field_gun: Drawing = [...gun(40, 34, 30, false), { ink: "dark", d: rect(-4.2, -22, 8.4, 22, 2) }];
const infantry_gun = gun(26, 32, 20, false);

const aa_gun: Drawing = [
  { ink: "shade", d: circle(3, 4, 20) },
  { ink: "line", d: line([-34, 0], [34, 0]) + line([0, -10], [0, 38]) },
  { ink: "deck", d: circle(0, 2, 17) },
  { ink: "dark", d: rect(-2.8, -46, 5.6, 54, 1) },
  { ink: "hull", d: rect(-9, -6, 18, 16, 3) },
  ...man(-24, 22, 30, "none"),
  ...man(24, 22, -30, "none"),
];

export const GUNS = { at_gun, field_gun, infantry_gun, aa_gun };
