// The specimen sheet of single men: every weapon and pose, both sets, for docs/look.md.
import { drawingOf, signOf, traceOf } from ".";
import type { Ink } from "./pen";
import { OUT, POSES, RANKS, WEAPONS } from "./soldiers";

interface Side {
  light: string;
  mid: string;
  base: string;
  dark: string;
  plate: string;
}

const SIDES: Side[] = [
  { light: "#f0d3bd", mid: "#b5634c", base: "#8e3324", dark: "#55190f", plate: "M-49-49h98v98h-98z" },
  {
    light: "#d3e0e4",
    mid: "#6a8ea4",
    base: "#2d5068",
    dark: "#17303f",
    plate: "M-33-49H33L49-33V33L33 49H-33L-49 33V-33z",
  },
];

/** What `inks.css` says of each ink, for a picture that stands by itself. */
const INKS: Record<Ink, (side: Side) => string> = {
  shade: () => 'fill="#2a241d" opacity=".2"',
  hull: ({ mid, dark }) => `fill="${mid}" stroke="${dark}" stroke-width="1.8"`,
  deck: ({ light, dark }) => `fill="${light}" stroke="${dark}" stroke-width="1.4"`,
  dark: ({ dark }) => `fill="${dark}"`,
  helmet: ({ base, dark }) => `fill="${base}" stroke="${dark}" stroke-width="1.4"`,
  line: ({ dark }) => `fill="none" stroke="${dark}" stroke-width="3"`,
  thin: ({ dark }) => `fill="none" stroke="${dark}" stroke-width="1.1"`,
  wood: () => 'fill="#a77f4f" stroke="#5a3d1e" stroke-width="1.3"',
  light: () => 'fill="#fff6e4" opacity=".6"',
  rust: () => 'fill="#8a5a3c" stroke="#3c2415" stroke-width="1.8"',
  ash: () => 'fill="#4a4038" stroke="#2a241d" stroke-width="4" stroke-linecap="round" opacity=".85"',
  steel: () => 'fill="#4b4a46" stroke="#26241f" stroke-width="1.6"',
  sleeve: ({ mid }) =>
    `fill="none" stroke="${mid}" stroke-width="9" stroke-linecap="round" stroke-linejoin="round"`,
  skin: () => 'fill="#d9b08c" stroke="#5a3d1e" stroke-width="1.4"',
  white: () => 'fill="#fbf6ea" stroke="#6d6252" stroke-width="1.2"',
  red: () => 'fill="#b3261a"',
  gold: () => 'fill="#f2c230" stroke="#5a4206" stroke-width="1.6"',
  band: () => 'fill="none" stroke="#f2c230" stroke-width="4.5"',
  earth: () => 'fill="none" stroke="#6b4d2a" stroke-width="5" stroke-linecap="round"',
  flame: () => 'fill="#e2711d" stroke="#a3271b" stroke-width="2"',
  smoke: () => 'fill="#e9e4d8" stroke="#9b9486" stroke-width="1.5"',
  link: ({ mid }) => `fill="none" stroke="${mid}" stroke-width="1.2"`,
  glass: () => 'fill="#bcd0d4" stroke="#4d5f66" stroke-width="1"',
  bay: ({ dark }) => `fill="${dark}" opacity=".55"`,
  carriage: ({ dark }) => `fill="none" stroke="${dark}" stroke-width="5" stroke-linecap="round"`,
  hollow: () => 'fill="none" stroke="#fff6e4" stroke-width="2"',
  broken: () => 'fill="none" stroke="#c8331f" stroke-width="4" stroke-linejoin="round"',
  asked: ({ dark }) => `fill="none" stroke="${dark}" stroke-width="11" stroke-linecap="round"`,
};

const CELL = 118;
const LEFT = 150;
const TOP = 70;

const words = (x: number, y: number, text: string, anchor = "middle") =>
  `<text x="${x}" y="${y}" text-anchor="${anchor}" font-family="Georgia, serif" font-size="17" fill="#3b2f25">${text}</text>`;

function strokes(symbol: string, side: Side, trace = false): string {
  const found = trace ? traceOf(symbol) : drawingOf(symbol);
  return found.map(({ ink, d }) => `<path d="${d}" ${INKS[ink](side)}/>`).join("");
}

function piece(x: number, y: number, symbol: string, side: Side): string {
  const base = `<path d="${side.plate}" fill="${side.light}" stroke="${side.base}" stroke-width="7"/>`;
  const front = `<path d="M-20-49L0-64L20-49z" fill="${side.base}"/>`;
  return `<g transform="translate(${x} ${y}) scale(.8)">${base}${front}${strokes(symbol, side)}</g>`;
}

function sign(x: number, y: number, symbol: string, side: Side): string {
  const { lines, fill } = signOf(symbol);
  const frame = `<path d="M-38-25h76v50h-76z" fill="#fffaf0" stroke="${side.dark}" stroke-width="3.4"/>`;
  const drawn = lines
    ? `<path d="${lines}" fill="none" stroke="${side.dark}" stroke-width="3.4" stroke-linecap="round"/>`
    : "";
  const filled = fill ? `<path d="${fill}" fill="${side.dark}"/>` : "";
  return `<g transform="translate(${x} ${y})">${frame}${filled}${drawn}</g>`;
}

/** The whole sheet as one picture. */
export function menSheet(): string {
  const [red, blue] = SIDES as [Side, Side];
  const parts: string[] = [];
  const at = (column: number) => LEFT + column * CELL;
  POSES.forEach((pose, i) => parts.push(words(at(i), 34, pose)));
  RANKS.slice(1).forEach((rank, i) => parts.push(words(at(POSES.length + i), 34, rank)));
  parts.push(words(at(6), 34, "other side"), words(at(7), 34, "map symbol"));
  WEAPONS.forEach((weapon, row) => {
    const y = TOP + 36 + row * CELL;
    parts.push(words(14, y + 6, weapon, "start"));
    POSES.forEach((pose, i) => parts.push(piece(at(i), y, `man_${weapon}_${pose}_man`, red)));
    RANKS.slice(1).forEach((rank, i) =>
      parts.push(piece(at(POSES.length + i), y, `man_${weapon}_standing_${rank}`, red)),
    );
    parts.push(piece(at(6), y, `man_${weapon}_standing_man`, blue));
    parts.push(sign(at(7), y, `man_${weapon}_standing_man`, blue));
  });
  const last = TOP + 36 + WEAPONS.length * CELL;
  Object.keys(OUT).forEach((symbol, i) => {
    parts.push(`<g transform="translate(${at(i)} ${last}) scale(.8)">${strokes(symbol, red, true)}</g>`);
    parts.push(words(at(i), last + 62, symbol.replace("man_", "")));
  });
  parts.push(piece(at(3), last, "question", blue), words(at(3), last + 62, "not known"));
  const [width, height] = [at(7) + CELL / 2 + 16, last + 84];
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">` +
    `<title>Single men, by weapon and pose</title><rect width="100%" height="100%" fill="#f3e8ce"/>` +
    `${parts.join("\n")}</svg>\n`
  );
}
