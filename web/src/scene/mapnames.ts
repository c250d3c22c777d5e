// The names that a map has written on it: what else is written over the table goes beside them.
import type { Taken } from "./lettering";

/** How wide a letter is for its size. */
const WIDTH = 0.52;

/** What is written in a drawing of the ground, as far as it stands upright at a place of its own. */
export function namesOn(svg: string): Taken[] {
  const found = svg.matchAll(/<text\b([^>]*)>([^<]+)<\/text>/g);
  return [...found].flatMap(([, attributes = "", text = ""]) => {
    const number = (name: string) => Number(new RegExp(`\\b${name}="(-?[\\d.]+)"`).exec(attributes)?.[1] ?? NaN);
    const [x, y, size] = [number("x"), number("y"), number("font-size")];
    if (![x, y, size].every(Number.isFinite)) return [];
    const spacing = number("letter-spacing");
    const half = (text.length * (size * WIDTH + (Number.isFinite(spacing) ? spacing : 0))) / 2;
    return [{ at: [x, Math.round(y - size / 3)], half, depth: 0, height: size }];
  });
}
