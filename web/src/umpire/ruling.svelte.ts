// An overrule that is being made: what is to be done, what was filled in, and how the map helps with it.
import type { Fault, Look, OverruleField, OverruleKind, Point, SeenView, Shape, Token } from "../lib/contract";
import type { Table } from "../lib/table.svelte";
import { placeText, valueOf, valuesOf, type Filled } from "../putright/fields";

/** What became of sending it: nothing wrong, or why it was not carried out. */
export type Sent = readonly Fault[];

/** A reason that came without its place or rows. */
export const plainFault = (reason: string): Fault => ({ at: "", reason, rows: [] });

/** The corners of a piece as it would stand somewhere. */
export function corners({ width, depth }: Token, [x, y]: Point, facing: number): Point[] {
  const turn = (facing / 1800) * Math.PI;
  const [sin, cos] = [Math.sin(turn), Math.cos(turn)];
  return [
    [width / 2, -depth / 2],
    [width / 2, depth / 2],
    [-width / 2, depth / 2],
    [-width / 2, -depth / 2],
  ].map(([across, down]) => [
    Math.round(x + across! * cos - down! * sin),
    Math.round(y + across! * sin + down! * cos),
  ]);
}

export class Ruling {
  what = $state("");
  filled = $state<Filled>({});
  reason = $state("");
  faults = $state.raw<readonly Fault[]>([]);
  told = $state("");
  busy = $state(false);

  constructor(
    readonly view: () => SeenView,
    readonly kinds: () => readonly OverruleKind[],
    readonly carryOut: (what: string, fields: Record<string, unknown>, reason: string) => Promise<Sent>,
  ) {}

  get kind(): OverruleKind | undefined {
    return this.kinds().find(({ what }) => what === this.what);
  }

  /** The field that a click on a piece fills in, and the one that a click on the ground does. */
  get pieceField(): OverruleField | undefined {
    const { scene } = this.view();
    return this.kind?.fields.find(
      ({ kind, offered }) => kind === "key" && offered.some(([id]) => scene && id in scene.tokens),
    );
  }

  get placeField(): OverruleField | undefined {
    return this.kind?.fields.find(({ kind }) => kind === "point");
  }

  /** Whether a piece may be dragged to where it is wanted. */
  get isMove(): boolean {
    return Boolean(this.pieceField && this.placeField);
  }

  begin(what: string): void {
    this.what = what;
    this.filled = {};
    this.faults = [];
    this.told = "";
  }

  fill(field: OverruleField | undefined, text: string): boolean {
    if (!field) return false;
    this.filled[field.name] = text;
    this.faults = [];
    return true;
  }

  /** A click on the map: a piece, or a place on the ground. Says whether it was wanted. */
  click(piece: string | null, at: Point): boolean {
    if (!piece) return this.fill(this.placeField, placeText(at));
    const field = this.pieceField;
    return field !== undefined && field.offered.some(([id]) => id === piece) && this.fill(field, piece);
  }

  put(piece: string, at: Point): void {
    this.fill(this.pieceField, piece);
    this.fill(this.placeField, placeText(at));
  }

  /** Where the piece would stand, drawn on the map. */
  get look(): Look | null {
    const { pieceField, placeField } = this;
    const token = pieceField && this.view().scene?.tokens[this.filled[pieceField.name] ?? ""];
    const at = placeField && valueOf(placeField, this.filled[placeField.name] ?? "");
    if (!token || !isPlace(at)) return null;
    const turned = this.kind?.fields.find(({ name }) => name === "facing");
    const given = turned && valueOf(turned, this.filled[turned.name] ?? "");
    const facing = typeof given === "number" && Number.isFinite(given) ? given : token.facing;
    const shape = { rings: [], radius: 0, turn: null, label: "", token: token.id };
    const shapes: Shape[] = [
      { ...shape, kind: "line", look: "route", points: [token.at, at] },
      { ...shape, kind: "area", look: "ghost", points: corners(token, at, facing) },
    ];
    return { title: "", lines: [], shapes, tables: [], value: null, faults: [] };
  }

  async send(): Promise<void> {
    const { kind } = this;
    if (!kind || this.busy) return;
    this.busy = true;
    this.told = "";
    this.faults = await this.carryOut(kind.what, valuesOf(kind.fields, this.filled), this.reason);
    this.busy = false;
    if (this.faults.length) return;
    this.begin("");
    this.reason = "";
    this.told = "Done. Those whom it concerns read it with your reason.";
  }
}

/** An umpire's overrule at a table. */
export function rulingAt(table: Table, view: () => SeenView): Ruling {
  return new Ruling(
    view,
    () => view().overrules,
    async (what, fields, reason) => {
      const answer = await table.overrule(what, fields, reason);
      if (answer.is === "failed") return [plainFault(answer.reason)];
      return answer.is === "refused" ? answer.faults : [];
    },
  );
}

function isPlace(value: unknown): value is Point {
  return Array.isArray(value) && value.length === 2 && value.every(Number.isFinite);
}
