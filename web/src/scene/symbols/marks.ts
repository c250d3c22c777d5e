// Signs for what a piece is in: drawn in a badge from -10 to 10, told in words when somebody asks.

export interface MarkSign {
  d: string;
  /** Whether it is bad news for its owner. */
  bad?: boolean;
}

export const MARKS: Record<string, MarkSign> = {
  hit: { d: "M-5-5L5 5M5-5L-5 5", bad: true },
  dug_in: { d: "M-7 4C-7-6 7-6 7 4M-4 4h8" },
  fixed: { d: "M-5-5h10v10h-10zM0-9V9" },
  specialist: { d: "M0-7L2-2 7-2 3 1.5 4.5 7 0 4-4.5 7-3 1.5-7-2-2-2z" },
  engineer: { d: "M-6 6V-4H6V6M0-4V4" },
  hidden: { d: "M-8 0C-4-6 4-6 8 0 4 6-4 6-8 0M-6 7L6-7" },
  half: { d: "M-7 0H0M-3-4L1 0-3 4M4-6V6", bad: true },
  direct: { d: "M0-7V2M0 5V7", bad: true },
  out_of_command: { d: "M-4-4C-4-9 4-9 4-4 4-1 0-1 0 3M0 6V7.5", bad: true },
  no_advance: { d: "M0 7V-5M-4-1L0-6 4-1M-8-8H8", bad: true },
  retiring: { d: "M0-7V5M-4 1L0 6 4 1", bad: true },
  contact: { d: "M-7 6L6-7M7 6L-6-7M-7 2L-3 6M7 2L3 6", bad: true },
  fired: { d: "M-6 0H6M0-6V6M-4-4L4 4M4-4L-4 4" },
  moved: { d: "M-6 0H6M2-4L6 0 2 4" },
  turned: { d: "M-5 2A5 5 0 1 1 2 5M2 1V5H-2" },
  under_fire: { d: "M0-8L2-2 8-4 4 1 8 7 0 4-7 7-4 0-8-4-2-2z", bad: true },
  no_chits: { d: "M-5 0A5 5 0 1 0 5 0 5 5 0 1 0-5 0M-6 6L6-6", bad: true },
  digging: { d: "M-6 6L3-3M0-6L6 0" },
  no_card: { d: "M-5 0H5" },
  star: { d: "M0-7L2-2 7-2 3 1.5 4.5 7 0 4-4.5 7-3 1.5-7-2-2-2z" },
  leader: { d: "M-6 3L0-3 6 3M-6 7L0 1 6 7" },
  prone: { d: "M-7 3H7M-4-2H2" },
  ducked: { d: "M-7 5C-4-4 4-4 7 5M0-8V-1M-3-4L0-1 3-4", bad: true },
  hunkered: { d: "M-7 5C-7-6 7-6 7 5zM-3-8L3-2M3-8L-3-2", bad: true },
  leaving: { d: "M-7 0H5M1-4L5 0 1 4M8-7V7", bad: true },
  reacting: { d: "M-4-6H4L-4 6H4z" },
  fast: { d: "M-7-4L-2 0-7 4M0-4L5 0 0 4" },
  moving: { d: "M-6 0H6M2-4L6 0 2 4" },
  empty: { d: "M-3-7H3V7H-3zM-7 7L7-7", bad: true },
  reloading: { d: "M-7-7H-1V7H-7zM5 7V-7M1-3L5-7 9-3" },
  readied: { d: "M-4-1A4 5 0 1 0 4-1 4 5 0 1 0-4-1M0-6V-9H4" },
  fighting: { d: "M-7 6L6-7M7 6L-6-7M-7 2L-3 6M7 2L3 6", bad: true },
  carrying: { d: "M-7 4H7M-7 4V0M7 4V0M-4-1H4M0-4A2 2 0 1 0 0-8 2 2 0 1 0 0-4" },
  in_sight: { d: "M-8 0C-4-6 4-6 8 0 4 6-4 6-8 0M-2 0A2 2 0 1 0 2 0 2 2 0 1 0-2 0" },
  burning: { d: "M-5 7C-9 0-3-2-4-8 1-4 0 0 2 0 3-3 4-4 3-6 8-2 8 4 5 7z", bad: true },
  destroyed: { d: "M-6-6L6 6M6-6L-6 6", bad: true },
  knocked_out: { d: "M-7 4H7M-4-5L0-1 4-5", bad: true },
  immobile: { d: "M-8 3H8M-8-3H-2M3-3H8M-2-7L3 7", bad: true },
  unloaded: { d: "M-3 7V-2C-3-6 0-8 0-8 0-8 3-6 3-2V7z", bad: true },
  buttoned: { d: "M-7 0A7 7 0 1 0 7 0 7 7 0 1 0-7 0M-7 0H7" },
  fast_vehicle: { d: "M-7-4L-2 0-7 4M0-4L5 0 0 4" },
  rolling: { d: "M-6 0H6M2-4L6 0 2 4" },
};

/** What the drawing of a man, or of a vehicle, shows by itself. */
const MAN = ["star", "leader", "prone", "ducked", "hunkered", "moving"];
const VEHICLE = ["burning", "destroyed", "immobile", "unloaded", "buttoned", "rolling"];

/** Statuses that a look at the table shows anyway: they are told, not drawn. */
export const QUIET = new Set(["fired", "moved", "turned", "no_card", "hit", ...MAN, ...VEHICLE]);
