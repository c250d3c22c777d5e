"""A ledger of how bots of stands conduct a battle: what they fire from hiding, what they use, what they keep to.

It reads what a bot saw and chose and what came of it, over any number of games, and says each figure as a sentence.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from deadground.bots.roster import make_bot
from deadground.core.diary import diary
from deadground.core.journal import Entry
from deadground.core.match import Match
from deadground.lab.simulation import seed_of, sides_of
from deadground.systems.stands.bots.chances import is_fighter, worth
from deadground.systems.stands.bots.picture import Picture
from deadground.systems.stands.bots.plans import main_aim
from deadground.systems.stands.bots.staff import Staff
from deadground.systems.stands.bots.steady import Steady
from deadground.systems.stands.game import kind_of
from deadground.systems.stands.state import StandsState
from deadground.systems.stands.system import STANDS

NEEDS = re.compile(r"needs (\d+) on a D(\d+)")
STRAIGHT = ("direct", "snap")
POOR = 0.30
"""A shot that is hardly worth being seen for."""

OPENING = 4
"""The turns in which a main effort is looked at: later the enemy has his say."""

OFTEN = 2
"""How often a sentence may stand in one diary."""


class Ledger:
    """What some games come to."""

    def __init__(self) -> None:
        self.games = 0
        self.won: Counter[str] = Counter()
        self.from_hiding: list[float] = []
        self.guns: Counter[str] = Counter()
        self.silent: Counter[str] = Counter()
        self.tasks: Counter[str] = Counter()
        self.chits: Counter[str] = Counter()
        self.spent: Counter[str] = Counter()
        self.batteries: Counter[str] = Counter()
        self.idle_batteries: Counter[str] = Counter()
        self.on_main: dict[str, list[float]] = {}
        self.unit_turns = 0
        self.changes = 0
        self.stand_turns = 0
        self.strays = 0
        self.dug = 0
        self.sentences = 0
        self.worn: Counter[str] = Counter()

    def play(self, scenario: str, number: int, bots: tuple[str, str] = ("steady", "steady")) -> Match[Any]:
        """One game, written down."""
        setup = STANDS.prepare(scenario)
        names = dict(zip(sides_of(STANDS, scenario), bots, strict=True))
        dice = seed_of(setup, 1, number)
        players = {
            seat: make_bot(STANDS, names[STANDS.side_of(scenario, seat)], dice, seat) for seat in setup.seats
        }
        match = Match.begin(STANDS, setup, dice)
        page = Page(self, match.position.state)
        while match.outcome is None:
            seat = match.to_act()[0]
            view, bot = match.view(seat), players[seat]
            if view.requests[0].guide == "stands.cards" and isinstance(bot, Steady):
                page.plan(Staff(Picture(view), bot.mind))
            hidden = {id for id, one in match.position.state.stands.items() if one.hidden}
            page.entry(match.submit(bot.choose(view), bot.note), hidden, match.position.state)
        page.close(match)
        return match

    @property
    def poor_from_hiding(self) -> float:
        return share(sum(chance <= POOR for chance in self.from_hiding), len(self.from_hiding))

    @property
    def silent_guns(self) -> float:
        return share(self.silent.total(), self.guns.total())

    @property
    def changed(self) -> float:
        return share(self.changes, self.unit_turns)

    @property
    def strayed(self) -> float:
        return share(self.strays, self.stand_turns)

    @property
    def main_effort(self) -> dict[str, float]:
        return {plan: sum(parts) / len(parts) for plan, parts in sorted(self.on_main.items())}

    def told(self) -> str:
        """All figures, a line each."""
        efforts = [f"{plan} {part:.0%}" for plan, part in self.main_effort.items()]
        return "\n".join(
            [
                f"{self.games} games, won {dict(self.won)}",
                f"shots from hiding at 30 in 100 or less: {self.poor_from_hiding:.0%} of {len(self.from_hiding)}",
                f"anti-tank guns that never fired: {self.silent_guns:.0%} of {self.guns.total()}",
                f"tasks done: {dict(self.tasks)}; stands dug in: {self.dug}",
                f"chits spent: {dict(self.spent)} of {dict(self.chits)}",
                f"batteries that never fired: {dict(self.idle_batteries)} of {dict(self.batteries)}",
                f"strength on the main effort: {', '.join(efforts)}",
                f"objectives changed: {self.changed:.1%} of {self.unit_turns} turns of units, "
                f"{self.strayed:.1%} of {self.stand_turns} turns of stands",
                f"sentences told more than twice: {self.worn.total()} of {self.sentences}",
            ]
        )


class Page:
    """One game of a ledger."""

    def __init__(self, ledger: Ledger, state: StandsState) -> None:
        self.ledger = ledger
        self.aims: dict[str, str] = {}
        self.goals: dict[str, str] = {}
        self.guns: dict[str, str] = {}
        self.fired: set[str] = set()
        self.loud: set[str] = set()
        self.chits = {one.id: one.chits for one in state.commands.values()}
        for command in state.commands.values():
            ledger.chits[command.side] += command.chits

    def plan(self, staff: Staff) -> None:
        """Who goes where by the cards of this turn."""
        ledger, picture = self.ledger, staff.picture
        main = main_aim(picture, staff.plan)
        whole = sent = 0.0
        for unit, stands in picture.units.items():
            task = staff.tasks.get(unit)
            if task is None or not is_fighter(kind_of(stands[0])) or kind_of(stands[0]).is_gun:
                continue
            strength = sum(worth(one) for one in stands)
            whole += strength
            sent += strength * (main is not None and task.aim.at == main.at)
            if unit in self.aims:
                ledger.unit_turns += 1
                ledger.changes += self.aims[unit] != task.aim.name
            self.aims[unit] = task.aim.name
        self.goals_of(staff)
        if whole and picture.state.turn <= OPENING and len(picture.aims) > 1:
            ledger.on_main.setdefault(staff.plan, []).append(sent / whole)

    def goals_of(self, staff: Staff) -> None:
        """Where each stand goes, on its own too: detached, or moved on from a place that is held."""
        for one in staff.picture.fighters:
            task = staff.task_of(one)
            if task is None or one.id in staff.works or not staff.fights(one.unit):
                continue
            if one.id in self.goals:
                self.ledger.stand_turns += 1
                self.ledger.strays += self.goals[one.id] != task.aim.name
            self.goals[one.id] = task.aim.name

    def entry(self, entry: Entry, hidden: set[str], state: StandsState) -> None:
        """What came of one choice."""
        ledger = self.ledger
        for one in state.stands.values():
            if kind_of(one).troop == "at_gun":
                self.guns.setdefault(one.id, one.side)
        for event in entry.events:
            seen = event.seen
            if seen.kind == "shot":
                shooter, manner = seen.data["shooter"], seen.data["manner"]
                self.fired.add(shooter)
                needs = NEEDS.search(seen.text)
                if shooter in hidden and manner in STRAIGHT and needs:
                    hidden = hidden - {shooter}
                    missed = min(1.0, (int(needs[1]) - 1) / int(needs[2]))
                    dice = sum(len(roll.faces) for roll in seen.rolls)
                    ledger.from_hiding.append(1 - missed**dice)
            elif seen.kind == "chit":
                side = state.commands[seen.data["command"]].side
                ledger.spent[side] += 1
                self.loud.add(side)
            elif seen.kind == "supply":
                ledger.chits[state.commands[seen.data["command"]].side] += seen.data["brought"]
            elif seen.kind == "task_done":
                ledger.tasks[seen.data["task"]] += 1
            elif seen.kind == "digs":
                ledger.dug += bool(seen.data["done"])

    def close(self, match: Match[Any]) -> None:
        """The end of a game: who won, who kept silent, and what the diaries say too often."""
        ledger = self.ledger
        assert match.outcome is not None
        ledger.games += 1
        won = {STANDS.side_of(match.setup.scenario, seat) for seat in match.outcome.winners}
        ledger.won[won.pop() if len(won) == 1 else "draw"] += 1
        for id, side in self.guns.items():
            ledger.guns[side] += 1
            ledger.silent[side] += id not in self.fired
        for side in {one.side for one in match.position.state.commands.values() if self.chits[one.id]}:
            ledger.batteries[side] += 1
            ledger.idle_batteries[side] += side not in self.loud
        for seat in match.setup.seats:
            said = [one for note in notes_of(match, seat) for one in re.split(r"(?<=[.!?]) ", note) if one]
            ledger.sentences += len(said)
            for sentence, count in Counter(said).items():
                if count > OFTEN:
                    ledger.worn[sentence] += count - OFTEN


def notes_of(match: Match[Any], seat: str) -> list[str]:
    """What a seat's bot wrote into its diary."""
    return [remark.note for remark in diary(match) if remark.seat == seat]


def share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0
