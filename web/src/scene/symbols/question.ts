// A piece that nobody knows yet: a question mark on its base.
import type { Sign } from "./mapset";
import type { Drawing } from "./pen";

const mark = "M-15-13C-15-34 17-34 17-13C17 0 0 0 0 14";

export const question: Drawing = [
  { ink: "asked", d: mark },
  { ink: "dark", d: "M-5.5 30a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0-11 0z" },
];

export const questionSign: Sign = {
  lines: "M-9-8C-9-20 10-20 10-8C10 0 0 0 0 8",
  fill: "M-3 16a3 3 0 1 0 6 0a3 3 0 1 0-6 0z",
};
