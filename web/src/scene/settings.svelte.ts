// How a player likes the table: kept in this browser.
import { PACES, STOPS, type Pace, type Stops } from "./beats";

export type SymbolSet = "figures" | "symbols";

interface Kept {
  pace: Pace;
  stops: Stops;
  symbols: SymbolSet;
  sound: boolean;
  text: boolean;
  dead: boolean;
}

const KEY = "deadground.table";
const USUAL: Kept = { pace: "tell", stops: "choices", symbols: "figures", sound: false, text: false, dead: true };

/** What was kept, as far as it makes sense. */
export function readSettings(kept: string | null): Kept {
  try {
    const found = JSON.parse(kept ?? "{}") as Partial<Kept>;
    return {
      pace: found.pace && found.pace in PACES ? found.pace : USUAL.pace,
      stops: found.stops && found.stops in STOPS ? found.stops : USUAL.stops,
      symbols: found.symbols === "symbols" ? "symbols" : "figures",
      sound: found.sound === true,
      text: found.text === true,
      dead: found.dead !== false,
    };
  } catch {
    return { ...USUAL };
  }
}

export class Settings {
  pace = $state<Pace>(USUAL.pace);
  stops = $state<Stops>(USUAL.stops);
  symbols = $state<SymbolSet>(USUAL.symbols);
  sound = $state(USUAL.sound);
  /** Whether the table is shown as text. */
  text = $state(USUAL.text);
  /** Whether dead ground is shaded. */
  dead = $state(USUAL.dead);

  constructor() {
    Object.assign(this, readSettings(localStorage.getItem(KEY)));
  }

  keep(): void {
    const { pace, stops, symbols, sound, text, dead } = this;
    localStorage.setItem(KEY, JSON.stringify({ pace, stops, symbols, sound, text, dead }));
  }
}

export const settings = new Settings();
