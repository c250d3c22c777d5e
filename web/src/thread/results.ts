// What a result looks like: a sign in a square from -10 to 10, the word for it, and whether it is bad for the man.
export interface ResultSign {
  d: string;
  word: string;
  mood: "good" | "even" | "bad" | "lost";
}

export const RESULTS: Record<string, ResultSign> = {
  carry_on: { d: "M-7 0H6M1-5L6 0 1 5", word: "carries on", mood: "good" },
  return_fire: { d: "M-8 3H4V-1H8V3M-4 3V7M-8 0V6", word: "returns fire", mood: "good" },
  snap_fire: { d: "M-8 5H2V1H6V5M-1-7L-4-1H0L-3 4", word: "snap fires", mood: "even" },
  outgunned: { d: "M-8-4H8M-5 1H5M-2 6H2", word: "is outgunned", mood: "bad" },
  duck_back: { d: "M-8 6C-5-3 5-3 8 6M0-9V-2M-3-5L0-2 3-5", word: "ducks back", mood: "bad" },
  hunker_down: { d: "M-8 6C-8-6 8-6 8 6zM-3-9L3-3M3-9L-3-3", word: "hunkers down", mood: "bad" },
  leave_battlefield: { d: "M-8 0H4M0-4L4 0 0 4M8-8V8", word: "leaves the battlefield", mood: "lost" },
  out_of_the_fight: { d: "M-8 3H8M-8 7H8M-4-1H4M0-4V2", word: "is out of the fight", mood: "lost" },
  obviously_dead: { d: "M0-8V8M-5-3H5", word: "is dead", mood: "lost" },
  knocked_down: { d: "M-8 6H8M-6 0L0-6 4-2M4-6V-2H0", word: "is knocked down", mood: "bad" },
  captured: { d: "M-7-7V7M0-7V7M7-7V7M-9-3H9M-9 3H9", word: "is captured", mood: "lost" },
  first: { d: "M-8 0C-4-7 4-7 8 0 4 7-4 7-8 0M-3 0A3 3 0 1 0 3 0 3 3 0 1 0-3 0", word: "is quicker", mood: "good" },
  hit: { d: "M-7-7L7 7M7-7L-7 7", word: "is hit", mood: "bad" },
  missed: { d: "M-7 0A7 7 0 1 0 7 0 7 7 0 1 0-7 0", word: "is missed", mood: "even" },
  charge: { d: "M-8 0H2M-2-5L3 0-2 5M6-7V7", word: "charges", mood: "good" },
  empty: { d: "M-3-8H3V8H-3zM-8 8L8-8", word: "is out of ammunition", mood: "bad" },
  fires: { d: "M-8 3H4V-1H8V3M-4 3V7M-8 0V6", word: "may fire", mood: "good" },
  snap_fires: { d: "M-8 5H2V1H6V5M-1-7L-4-1H0L-3 4", word: "may snap fire", mood: "even" },
  nothing: { d: "M-7-7L7 7M-8 3H4V-1H8V3", word: "gets no shot off", mood: "bad" },
  go_on: { d: "M-7 0H6M1-5L6 0 1 5", word: "goes on", mood: "good" },
  go_prone: { d: "M-8 4H8M-5-1H3", word: "drops prone", mood: "even" },
  finish_and_fire: { d: "M-8 3H4V-1H8V3M-4 3V7M-8 0V6", word: "finishes, then returns fire", mood: "good" },
  stop_and_fire: { d: "M-8 3H4V-1H8V3M-4 3V7M-8 0V6", word: "stops and returns fire", mood: "even" },
  return_fire_minus_1: { d: "M-8 3H4V-1H8V3M-4 3V7M-8 0V6", word: "returns fire in haste", mood: "even" },
  stays: { d: "M-6-6H6V6H-6z", word: "stays", mood: "even" },
  prone: { d: "M-8 4H8M-5-1H3", word: "is prone", mood: "even" },
};

/** The word for a result, as far as there is a sign for it; its own name otherwise. */
export function wordOf(result: string): string {
  return RESULTS[result]?.word ?? result.replaceAll("_", " ");
}
