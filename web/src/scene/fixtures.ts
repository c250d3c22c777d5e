// Pieces and requests for the tests of the table.
import type { Orders, Scene, SeenEvent, Token } from "../lib/contract";

export function token(id: string, more: Partial<Token> = {}): Token {
  return {
    id,
    at: [1000, 1000],
    facing: 0,
    width: 300,
    depth: 300,
    side: "red",
    symbol: "rifle",
    letters: "",
    title: id,
    lines: [],
    hits: 0,
    strength: 1,
    card: null,
    marks: [],
    mine: true,
    unit: "",
    seen: 0,
    faint: false,
    state: "",
    group: "",
    half: 0,
    machine: null,
    ...more,
  };
}

export function scene(tokens: readonly Token[]): Scene {
  return {
    width: 9000,
    height: 6000,
    unit: "mm",
    led: "cards",
    map: "",
    sides: [],
    tokens: Object.fromEntries(tokens.map((one) => [one.id, one])),
    traces: {},
    shapes: {},
    forces: [],
    clock: { title: "", turn: 1, last_turn: 6, phases: [], phase: 0 },
    reference: false,
    digest: [],
    terms: [],
    phase_says: "",
  };
}

export function event(kind: string, data: Record<string, unknown>, faces: number[] = []): SeenEvent {
  const rolls = faces.length ? [{ sides: 10, faces, purpose: "hit", owner: "", note: "" }] : [];
  return { kind, text: kind, data: data as Record<string, never>, rolls, tallies: [], rows: [] };
}

export const orders: Orders = {
  kind: "orders",
  prompt: "Lay your cards.",
  rows: [],
  proposal: [],
  guide: "",
  manner: "",
  serial: 1,
  seat: "red",
  spare: 0,
  when_met: [],
  units: [
    {
      id: "tanks",
      label: "Tanks",
      pieces: ["t1", "t2", "t3"],
      most: 2,
      cards: ["move", "move_and_fire", "fire"],
      done: [],
    },
    { id: "guns", label: "Guns", pieces: ["g1"], most: 1, cards: ["fire", "opportunity"], done: [] },
  ],
  cards: [
    { id: "move", label: "Move", arrow: true, hint: "", conditions: [], whole: false, rows: [] },
    { id: "move_and_fire", label: "Move and Fire", arrow: true, hint: "", conditions: [], whole: false, rows: [] },
    { id: "fire", label: "Stand and Fire", arrow: false, hint: "", conditions: [], whole: false, rows: [] },
    { id: "opportunity", label: "Opportunity Fire", arrow: false, hint: "", conditions: [], whole: false, rows: [] },
  ],
};
