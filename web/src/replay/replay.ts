// A battle that is over, from the document inside its file.
import type { Replay, Scene } from "../lib/contract";
import { apply } from "../lib/patch";

type Frames = Replay["viewpoints"][string];

/** Everybody's viewpoint; the others are called as their seats are. */
export const EVERYBODY = "all";

/** The scene at every frame of a viewpoint. */
export function scenes(frames: Frames): Scene[] {
  let scene: unknown = {};
  return frames.map(({ changes }) => (scene = apply(scene, changes)) as Scene);
}

/** The frame of another viewpoint that shows the same time: the last one no later in the same turn and phase order. */
export function sameTime(from: Frames, at: number, to: Frames): number {
  const here = from[at]?.moment;
  if (!here || !to.length) return 0;
  const share = from.length > 1 ? at / (from.length - 1) : 0;
  const inTurn = to.map(({ moment }, i) => ({ moment, i })).filter(({ moment }) => moment.turn === here.turn);
  const inPhase = inTurn.filter(({ moment }) => moment.phase === here.phase);
  const found = inPhase.at(-1) ?? inTurn.at(-1);
  return found?.i ?? Math.round(share * (to.length - 1));
}

/** Where each turn begins, for the marks on the line. */
export function turnsOf(frames: Frames): { turn: number; at: number }[] {
  const found: { turn: number; at: number }[] = [];
  frames.forEach(({ moment: { turn } }, at) => {
    if (turn !== found.at(-1)?.turn) found.push({ turn, at });
  });
  return found;
}
