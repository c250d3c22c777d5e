// The page of text that comes with a battle: headings and paragraphs, nothing more.
import { asSentence } from "../lib/words";

export interface Block {
  kind: "heading" | "text";
  text: string;
}

/** The blocks of a text. Its title is left out, because the page has one. */
export function blocks(text: string): Block[] {
  const found: Block[] = [];
  for (const part of text.split(/\n\s*\n|\n(?=#)|(?<=^#[^\n]*)\n/m)) {
    const words = part.replace(/\s+/g, " ").trim();
    if (!words || /^# /.test(words)) continue;
    if (/^#+ /.test(words)) found.push({ kind: "heading", text: words.replace(/^#+ /, "") });
    else found.push({ kind: "text", text: words });
  }
  return found;
}

const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/** "1943-08" as "August 1943". */
export function monthOf(date: string): string {
  const [year, month] = date.split("-");
  const name = MONTHS[Number(month) - 1];
  return name ? `${name} ${year}` : date;
}

/** How long a battle takes: "about 15 minutes", "about an hour and a quarter". */
export function lengthOf(minutes: number): string {
  if (minutes < 55) return `about ${minutes} minutes`;
  const quarters = Math.round(minutes / 15);
  const hours = Math.floor(quarters / 4);
  const rest = ["", " and a quarter", " and a half", " and three quarters"][quarters % 4];
  return `about ${hours === 1 ? "an hour" : `${hours} hours`}${rest}`;
}

const SHORT = /\b(hq|los|np|oof|pef|spg)\b/g;

/** An option's name or value in words: "hq_target" as "HQ target". */
export const plainly = (name: string): string =>
  name.replaceAll("_", " ").replace(SHORT, (letters) => letters.toUpperCase());

/** What the values of an option mean, as a sentence. */
export const sentence = (note: string): string => asSentence(plainly(note));
