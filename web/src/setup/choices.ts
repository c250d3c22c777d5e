// What is chosen before a battle, and the order that the server gets for it.
import type { Battle, BattleSheet, Cells, NewGameOrder, RosterData } from "../lib/contract";

/** Against a bot or the game itself, with another person at this screen, with friends by link, or bots among themselves. */
export type Company = "bot" | "itself" | "screen" | "link" | "watch";

export interface Choices {
  company: Company;
  side: string;
  /** The bot of each side; that of my own counts only when I watch. */
  bots: Record<string, string>;
  options: Record<string, string>;
  /** With friends: how many play each side, and who has which seat, in the words of an order. */
  players: Record<string, number>;
  who: Record<string, string>;
  /** "" where the rules settle what an umpire would. */
  umpire: string;
  observers: number;
  /** How many hours somebody may be away before all the others can give his seat away; 0: they never can. */
  awayHours: number;
  /** With friends: the side that is left to the game itself; "" for none. */
  unplayed: string;
  name: string;
  /** Squads of one's own, by side. */
  rosters: Record<string, RosterData>;
  /** Values from one's own book. */
  ownBook: Cells;
}

const USUAL_HOURS = 24;
export const AWAY_HOURS = [1, USUAL_HOURS, 72, 168, 0];
export const UMPIRE = "umpire";
type Seatings = Pick<BattleSheet, "seatings">;

export function firstChoices({ battle, opponent, set, seatings }: BattleSheet, name = ""): Choices {
  const players = Object.fromEntries(battle.sides.map(({ id, seats }) => [id, seats.length]));
  const [mine] = seatsOf({ seatings }, players);
  return {
    company: "bot",
    side: battle.sides.find(({ seats }) => seats.length)?.id ?? "",
    bots: Object.fromEntries(battle.sides.map(({ id }) => [id, opponent])),
    options: { ...set },
    players,
    who: mine ? { [mine]: "me" } : {},
    umpire: "",
    observers: 0,
    awayHours: USUAL_HOURS,
    unplayed: "",
    name,
    rosters: {},
    ownBook: {},
  };
}

/** The seats of a side with as many players as were chosen, or as the battle has them. */
export function seatsOfSide({ seatings }: Seatings, players: Record<string, number>, side: string): string[] {
  return seatings[side]?.[(players[side] ?? 1) - 1] ?? [];
}

function seatsOf(sheet: Seatings, players: Record<string, number>): string[] {
  return Object.keys(sheet.seatings).flatMap((side) => seatsOfSide(sheet, players, side));
}

/** Who has a seat: a friend, unless somebody else was chosen. */
export function whoHas({ who }: Pick<Choices, "who">, seat: string): string {
  return who[seat] ?? "link";
}

/** I sit in one place: where I sat before becomes a friend's. */
export function seated(choices: Choices, seat: string, is: string): Choices {
  const who = { ...choices.who };
  let { umpire } = choices;
  if (is === "me") {
    for (const other of Object.keys(who)) if (who[other] === "me") who[other] = "link";
    if (umpire === "me") umpire = seat === UMPIRE ? "me" : "";
  }
  if (seat === UMPIRE) return { ...choices, who, umpire: is };
  return { ...choices, who: { ...who, [seat]: is }, umpire };
}

/** Who sits where: my first seat is mine, the rest of my side is led by its bot, and so are the others. */
export function seatsFor(
  sheet: Seatings & { battle: Pick<Battle, "sides"> },
  choices: Choices,
): Record<string, string> {
  if (choices.company === "link") {
    const played = Object.keys(sheet.seatings).filter((side) => side !== choices.unplayed);
    const seats = played
      .flatMap((side) => seatsOfSide(sheet, choices.players, side))
      .map((seat) => [seat, whoHas(choices, seat)]);
    return Object.fromEntries(choices.umpire ? [...seats, [UMPIRE, choices.umpire]] : seats);
  }
  const seats: Record<string, string> = {};
  const unplayed = leftToItself(sheet, choices);
  for (const side of sheet.battle.sides) {
    if (side.id === unplayed) continue;
    side.seats.forEach((seat, i) => {
      const mine = side.id === choices.side && i === 0;
      if (choices.company === "screen") seats[seat] = mine ? "me" : "screen";
      else if (choices.company !== "watch" && mine) seats[seat] = "me";
      else seats[seat] = `bot:${choices.bots[side.id]}`;
    });
  }
  return seats;
}

type Sides = { battle: Pick<Battle, "sides"> };

/** The sides that one can play against the game itself: those whose enemy can be left to it. */
export function againstItself({ battle: { sides } }: Sides): string[] {
  return sides.filter(({ id }) => sides.some((other) => other.id !== id && other.alone)).map(({ id }) => id);
}

/** The side that nobody plays; "" for none. */
export function leftToItself({ battle: { sides } }: Sides, choices: Choices): string {
  if (choices.company === "link") return choices.unplayed;
  const other = sides.find(({ id, alone }) => alone && id !== choices.side);
  return choices.company === "itself" ? (other?.id ?? "") : "";
}

/** Only what differs from the scenario is sent: what it sets itself may change with a new version. */
export function changed(set: Record<string, string>, options: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(options).filter(([name, value]) => set[name] !== value));
}

export function orderFor(sheet: BattleSheet, choices: Choices): NewGameOrder {
  const { battle, set } = sheet;
  const order = {
    system: battle.system,
    scenario: battle.scenario,
    seats: seatsFor(sheet, choices),
    options: changed(set, choices.options),
    observers: 0,
    name: "",
    away_hours: choices.awayHours,
    ...(Object.keys(choices.rosters).length ? { rosters: choices.rosters } : {}),
    ...(Object.keys(choices.ownBook).length ? { own_book: choices.ownBook } : {}),
    unplayed: leftToItself(sheet, choices),
  };
  if (choices.company !== "link") return order;
  const usual = Object.fromEntries(battle.sides.map(({ id, seats }) => [id, seats.length]));
  const shared = Object.entries(choices.players).filter(([id, n]) => usual[id] !== n && id !== choices.unplayed);
  const players = Object.fromEntries(shared);
  return { ...order, players, observers: choices.observers, name: choices.name.trim() };
}

/** The first lesson needs no set-up: the first seat is mine, the usual bot has the others. */
export function lessonOrder({ system, scenario, seats }: Battle): NewGameOrder {
  const mine = { [seats[0] ?? ""]: "me" };
  return { system, scenario, seats: mine, options: {}, observers: 0, name: "", unplayed: "", away_hours: USUAL_HOURS };
}
