// What is chosen before a battle, and the order that the server gets for it.
import type { Battle, BattleSheet, NewGameOrder } from "../lib/contract";

/** Against a bot, with another person at this screen, or bots among themselves. */
export type Company = "bot" | "screen" | "watch";

export interface Choices {
  company: Company;
  side: string;
  /** The bot of each side; that of my own counts only when I watch. */
  bots: Record<string, string>;
  options: Record<string, string>;
}

export function firstChoices({ battle, opponent, set }: BattleSheet): Choices {
  return {
    company: "bot",
    side: battle.sides[0]?.id ?? "",
    bots: Object.fromEntries(battle.sides.map(({ id }) => [id, opponent])),
    options: { ...set },
  };
}

/** Who sits where: my first seat is mine, the rest of my side is led by its bot, and so are the others. */
export function seatsFor({ sides }: Pick<Battle, "sides">, choices: Choices): Record<string, string> {
  const seats: Record<string, string> = {};
  for (const side of sides) {
    side.seats.forEach((seat, i) => {
      const mine = side.id === choices.side && i === 0;
      if (choices.company === "screen") seats[seat] = mine ? "me" : "screen";
      else if (choices.company === "bot" && mine) seats[seat] = "me";
      else seats[seat] = `bot:${choices.bots[side.id]}`;
    });
  }
  return seats;
}

/** Only what differs from the scenario is sent: what it sets itself may change with a new version. */
export function changed(set: Record<string, string>, options: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(options).filter(([name, value]) => set[name] !== value));
}

export function orderFor({ battle, set }: BattleSheet, choices: Choices): NewGameOrder {
  return {
    system: battle.system,
    scenario: battle.scenario,
    seats: seatsFor(battle, choices),
    options: changed(set, choices.options),
  };
}

/** The first lesson needs no set-up: the first seat is mine, the best bot has the others. */
export function lessonOrder({ system, scenario, seats }: Battle): NewGameOrder {
  return { system, scenario, seats: { [seats[0] ?? ""]: "me" }, options: {} };
}
