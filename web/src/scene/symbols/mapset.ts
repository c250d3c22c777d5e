// The second set: map symbols in a frame, upright, as on a staff map. The frame is 76 wide and 50 high.
import { area, circle, ellipse, line } from "./pen";

const cross = line([-38, -25], [38, 25]) + line([-38, 25], [38, -25]);
const slash = line([-38, 25], [38, -25]);
const oval = ellipse(0, 0, 24, 13);
const dot = circle(0, 0, 6);
const wheel = circle(-20, 31, 4) + circle(20, 31, 4);
const gunLine = line([0, 25], [0, -2]);

/** What stands in the frame: lines that are drawn, shapes that are filled. */
export interface Sign {
  lines?: string;
  fill?: string;
}

export const SIGNS: Record<string, Sign> = {
  rifle: { lines: cross },
  mechanised: { lines: cross + oval },
  cavalry: { lines: slash },
  engineer: { lines: line([-18, 12], [-18, -10], [18, -10], [18, 12]) + line([0, -10], [0, 8]) },
  hq: { lines: line([-38, -10], [38, -10]), fill: area([-38, -25], [38, -25], [38, -17], [-38, -17]) },
  recon: { lines: slash + wheel },
  supply: { lines: line([-38, 12], [38, 12]) },
  mortar: { lines: line([0, 16], [0, -12]) + line([-7, -5], [0, -13], [7, -5]) + circle(0, 16, 4) },
  rockets: {
    lines:
      line([-8, 16], [-8, -12]) +
      line([8, 16], [8, -12]) +
      line([-14, -5], [-8, -13], [-2, -5]) +
      line([2, -5], [8, -13], [14, -5]),
  },
  field_gun: { fill: dot },
  infantry_gun: { fill: dot, lines: cross },
  at_gun: { lines: line([-38, 25], [0, -25], [38, 25]) + gunLine },
  aa_gun: { lines: "M-26 25C-26-12 26-12 26 25" },
  tank_light: { lines: ellipse(0, 0, 20, 11) },
  tank_medium: { lines: oval },
  tank_heavy: { lines: ellipse(0, 0, 28, 16) + ellipse(0, 0, 22, 11) },
  assault_gun: { lines: oval + line([-38, 25], [0, -25], [38, 25]) },
  sp_gun: { lines: oval, fill: dot },
  armoured_car: { lines: oval + slash },
  halftrack: { lines: oval + cross },
  truck: { lines: wheel + line([-38, 12], [38, 12]) },
  jeep: { lines: wheel },
  motorcycle: { lines: slash + circle(0, 31, 4) },
  scout_car: { lines: wheel + cross },
  carrier: { lines: oval + line([-38, 0], [38, 0]) },
  tank_destroyer: { lines: oval + line([-38, 25], [0, -25], [38, 25]) + gunLine },
  aa_tank: { lines: oval + "M-26 25C-26-12 26-12 26 25" },
  aerosan: { lines: slash + line([-30, 31], [30, 31]) },
  wagon: { lines: wheel + line([-38, 0], [38, 0]) },
};
