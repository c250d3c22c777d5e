// What the server tells of army lists, rosters and the own book.
import { ask, send } from "./api";
import type {
  ArmyLists,
  BookChecked,
  Cells,
  Fault,
  OwnBook,
  OwnBooks,
  PrintOrder,
  RollOrder,
  RosterData,
  RosterDesk,
  RosterShown,
  UnitOffer,
} from "./contract";

const part = encodeURIComponent;

export const desk = {
  lists: () => ask<ArmyLists>("army-lists"),
  unit: (nation: string, unit: string, year: number, month: number) =>
    ask<UnitOffer>(`army-lists/${part(nation)}/${part(unit)}?year=${year}&month=${month}`),
  roll: (order: RollOrder) => ask<RosterShown>("roster/roll", order),
  check: (roster: RosterData) => ask<RosterShown>("roster/check", { roster }),
  read: (text: string) => ask<RosterShown>("roster/read", { text }),
  print: async (order: Partial<PrintOrder>): Promise<Blob> => (await send("roster/print", "POST", order)).blob(),
  rosters: () => ask<RosterDesk>("rosters"),
  roster: (id: string) => ask<RosterShown>(`rosters/${part(id)}`),
  /** Keeps a roster, a new one where it has no name yet, and tells its name from now on. */
  keep: async (id: string, roster: RosterData): Promise<string> => {
    const answer = await (id ? send(`rosters/${part(id)}`, "PUT", { roster }) : send("rosters", "POST", { roster }));
    return ((await answer.json()) as { id: string }).id;
  },
  forget: async (id: string): Promise<void> => void (await send(`rosters/${part(id)}`, "DELETE")),
  /** Everything that keeps a roster from fighting for a side of a battle. */
  misfits: async (system: string, scenario: string, side: string, roster: RosterData): Promise<Fault[]> =>
    (await ask<{ faults: Fault[] }>(`battles/${part(system)}/${part(scenario)}/fit`, { side, roster })).faults,
  books: () => ask<OwnBooks>("own-book"),
  book: (system: string) => ask<OwnBook>(`own-book/${part(system)}`),
  checkBook: (system: string, cells: Cells) => ask<BookChecked>(`own-book/${part(system)}/check`, { cells }),
  readBook: (system: string, text: string) => ask<BookChecked>(`own-book/${part(system)}/read`, { text }),
  keepBook: async (system: string, cells: Cells): Promise<BookChecked> =>
    (await (await send(`own-book/${part(system)}`, "PUT", { cells })).json()) as BookChecked,
};
