// Half-made answers outlive the page: a tab that is closed, or a phone that forgets it, costs nothing.
import type { AnyRequest } from "./contract";

type Asked = Pick<AnyRequest, "seat" | "serial" | "kind">;
type Shelf = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const keyOf = (game: string, seat: string) => `deadground.draft.${game}.${seat}`;
const shelf = (): Shelf | null => (typeof localStorage === "undefined" ? null : localStorage);

/** One draft for each seat at each table: the one of its open request. */
export const keptDrafts = {
  /** The draft of this very request; undefined if there is none. */
  read(game: string, { seat, serial, kind }: Asked): unknown {
    try {
      const kept: unknown = JSON.parse(shelf()?.getItem(keyOf(game, seat)) ?? "null");
      if (typeof kept !== "object" || kept === null) return undefined;
      const { serial: ofSerial, kind: ofKind, draft } = kept as Record<string, unknown>;
      return ofSerial === serial && ofKind === kind ? draft : undefined;
    } catch {
      return undefined;
    }
  },

  keep(game: string, { seat, serial, kind }: Asked, draft: unknown): void {
    try {
      shelf()?.setItem(keyOf(game, seat), JSON.stringify({ serial, kind, draft }));
    } catch {
      // The browser's shelf is full: the draft lives as long as the page.
    }
  },

  forget(game: string, { seat }: Asked): void {
    shelf()?.removeItem(keyOf(game, seat));
  },
};
