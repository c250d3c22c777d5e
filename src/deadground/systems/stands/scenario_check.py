"""What no type can say of a scenario: names that must lead somewhere, stands that must find room. KIM-8.2"""

from __future__ import annotations

import re
import typing
from collections import Counter
from functools import cache
from pathlib import Path

from deadground.core.catalogue import Catalogue
from deadground.core.citing import cite
from deadground.core.loader import DataError, Document, Step
from deadground.core.sharing import MOST_PLAYERS
from deadground.core.system import NamedOption, named_options
from deadground.space.bases import is_wholly_in
from deadground.space.spots import Room
from deadground.space.units import mm
from deadground.systems.map_file import At
from deadground.systems.stands.army import Formation, formations, nearest
from deadground.systems.stands.kinds import Troop, kinds
from deadground.systems.stands.numbers import BOOK
from deadground.systems.stands.overrides import cells, value_of
from deadground.systems.stands.placing import NoPlace, bases_of, set_down
from deadground.systems.stands.scenario_file import Scenario, SideFile, TaskFile, seats_of
from deadground.systems.stands.victory import Delay, Hold

NOT_A_PLAYER = ("umpire", "observer")
YEARS = range(1936, 1946)
DATE = re.compile(r"(\d{4})-(\d{2})")

ENGINEERS = "engineers"
EFFECTS = ("dig_in", "clear", "blow")


@cache
def options() -> tuple[NamedOption, ...]:
    """The switchable rulings of the system."""
    return named_options(Catalogue.load(Path(__file__).parent))


class Said:
    """The numbers that a scenario sets, for what reads them before there is a battle."""

    def __init__(self, numbers: dict[str, int]) -> None:
        self.numbers = numbers


class ScenarioCheck:
    """Checks one scenario; the first thing that is wrong is raised with its line."""

    def __init__(self, source: Document, scenario: Scenario) -> None:
        self.source = source
        self.scenario = scenario
        self.file = scenario.file
        self.ground = scenario.map.ground

    def check(self) -> None:
        self._date()
        self._sides()
        self._options()
        self._numbers()
        self._ground()
        self._lines()
        self._nights()
        self._victory()
        for i, side in enumerate(self.file.sides):
            self._seats(side, i)
            self._support(side, i)
            self._merged(side, i)
            self._knowledge(side, i)
            for k, task in enumerate(side.tasks):
                self._task(task, "sides", i, "tasks", k)
        self._places()

    def _date(self) -> None:
        found = DATE.fullmatch(self.file.date)
        if found is None or int(found[1]) not in YEARS or not 1 <= int(found[2]) <= 12:
            right = f"year and month from {YEARS[0]} to {YEARS[-1]}, such as 1943-07"
            raise self.wrong(("date",), f"'{self.file.date}' is no date of this war", right)

    def _sides(self) -> None:
        sides = self.file.sides
        if len(sides) != 2:
            raise self.wrong(("sides",), f"{len(sides)} sides", "two")
        if sides[0].id == sides[1].id:
            raise self.wrong(("sides", 1, "id"), f"both sides are called '{sides[0].id}'", "two names")
        if sides[0].edge == sides[1].edge:
            raise self.wrong(
                ("sides", 1, "edge"), f"both sides have the {sides[0].edge} edge", "another edge"
            )

    def _options(self) -> None:
        """Only options that a ruling names, with a value it has."""
        cite("KIM-8.2a")
        known = {option.name: option.values for option in options()}
        for name, value in self.file.options.items():
            if name not in known:
                raise self.wrong(("options", name), f"no option is called '{name}'", nearest(name, known))
            if value not in known[name]:
                right = f"one of {', '.join(known[name])}"
                raise self.wrong(("options", name), f"the option '{name}' cannot be '{value}'", right)

    def _numbers(self) -> None:
        """Any number of the book by name: a number, or a cell of a chart. KIM-8.2e"""
        cite("KIM-8.2e")
        known = {*BOOK.all, *cells()}
        for name in self.file.numbers:
            if name not in known:
                raise self.wrong(("numbers", name), f"no number is called '{name}'", nearest(name, known))

    def _ground(self) -> None:
        """Pieces of the map by their ids. KIM-8.2b"""
        cite("KIM-8.2b")
        named = self.file.ground
        for field, ids, allowed in (
            ("impassable", named.impassable, ()),
            ("steep", named.steep, ("hill", "ridge", "fold")),
            ("cleared_minefields", named.cleared_minefields, ("minefield",)),
        ):
            for k, id in enumerate(ids):
                self._piece(id, allowed, "ground", field, k)

    def _piece(self, id: str, allowed: tuple[str, ...], *at: Step) -> None:
        pieces = {one.id for one in self.ground.pieces if not allowed or one.kind in allowed}
        if id not in pieces:
            what = " or ".join(allowed) or "piece"
            problem = f"no {what} of the map '{self.file.map}' is called '{id}'"
            raise self.wrong(at, problem, nearest(id, pieces))

    def _lines(self) -> None:
        for name, line in self.file.lines.items():
            self._on_table(line.start, "lines", name, "from")
            self._on_table(line.end, "lines", name, "to")
            if line.start == line.end:
                raise self.wrong(("lines", name), f"the line '{name}' has no length", "two points")
        rolls = self.file.command_rolls
        if rolls.when == "past_line" and rolls.line not in self.file.lines:
            problem = f"command is rolled past the line '{rolls.line}', which is not drawn"
            raise self.wrong(("command_rolls",), problem, nearest(rolls.line, self.file.lines))
        if rolls.when != "past_line" and rolls.line:
            raise self.wrong(("command_rolls", "line"), "a line that nothing asks for", "`when: past_line`")

    def _nights(self) -> None:
        nights = self.file.nights
        for i, turn in enumerate(nights):
            if turn > self.file.turns or turn in nights[:i]:
                right = f"each once, from 1 to {self.file.turns}"
                raise self.wrong(("nights", i), f"turn {turn} cannot be a night turn", right)

    def _victory(self) -> None:
        sides = [side.id for side in self.file.sides]
        for i, one in enumerate(self.file.victory):
            if one.side not in sides:
                raise self.wrong(
                    ("victory", i, "side"), f"no side is called '{one.side}'", nearest(one.side, sides)
                )
            if isinstance(one, Hold | Delay):
                self._on_table(one.at, "victory", i, "at")

    def _seats(self, side: SideFile, i: int) -> None:
        """Up to four players, one of them the commander, every command group somebody's. KIM-8.2a"""
        seats = seats_of(side, self.scenario.armies[side.id])
        groups = [group.id for group in self.scenario.armies[side.id].commands]
        at = ("sides", i, "seats")
        if len(seats) > MOST_PLAYERS:
            raise self.wrong(
                (*at, MOST_PLAYERS), f"{len(seats)} players for {side.name}", f"up to {MOST_PLAYERS}"
            )
        every = self.scenario.seats
        owned: dict[str, str] = {}
        for k, seat in enumerate(seats):
            if every.count(seat.id) > 1 or seat.id in NOT_A_PLAYER:
                raise self.wrong((*at, k, "id"), f"the seat '{seat.id}' is taken", "a name of its own")
            for n, id in enumerate(seat.commands):
                if id not in groups:
                    problem = f"{side.name} has no command group '{id}'"
                    raise self.wrong((*at, k, "commands", n), problem, nearest(id, groups))
                if owned.setdefault(id, seat.id) != seat.id:
                    problem = f"'{id}' is owned by {owned[id]} and by {seat.id}"
                    raise self.wrong((*at, k, "commands", n), problem, "one player for each command group")
        if sum(seat.commander for seat in seats) != 1:
            raise self.wrong(at, f"{side.name} needs one army commander", "`commander: true` for one seat")
        left = next((id for id in groups if id not in owned), None)
        if left is not None:
            raise self.wrong(at, f"nobody owns the command group '{left}'", "list it under one seat")

    def _support(self, side: SideFile, i: int) -> None:
        """Shots from beyond the table, bombardment before the battle, squadrons. KIM-8.2c"""
        cite("KIM-8.2c")
        at = ("sides", i)
        if side.off_table.at is not None:
            x, y = self._on_table(side.off_table.at, *at, "off_table", "at")
            if x not in (0, self.ground.width) and y not in (0, self.ground.height):
                right = "a point on the edge of the table, KIM-R24"
                raise self.wrong((*at, "off_table", "at"), "guns off the table in the middle of it", right)
        if side.pre_battle and not side.attacker:
            problem = f"{side.name} bombards before the battle and does not attack"
            raise self.wrong((*at, "pre_battle"), problem, "`attacker: true`, KIM-4.11a")
        ids = [one.id for one in side.squadrons]
        for k, squadron in enumerate(side.squadrons):
            if ids.index(squadron.id) != k:
                raise self.wrong((*at, "squadrons", k, "id"), f"two squadrons '{squadron.id}'", "two names")
            if len(squadron.plan) > squadron.a_day * (1 + len(self.file.nights)):
                problem = f"{squadron.name} appears {len(squadron.plan)} times"
                right = f"{squadron.a_day} a day, KIM-5.1a"
                raise self.wrong((*at, "squadrons", k, "plan"), problem, right)
            for n, sortie in enumerate(squadron.plan):
                if sortie.turn > self.file.turns or sortie.turn in self.file.nights:
                    problem = f"{squadron.name} cannot appear in turn {sortie.turn}"
                    right = f"a day turn up to {self.file.turns}"
                    raise self.wrong((*at, "squadrons", k, "plan", n, "turn"), problem, right)

    def _merged(self, side: SideFile, i: int) -> None:
        """Command groups that share their HQs. KIM-1.3g"""
        groups = [group.id for group in self.scenario.armies[side.id].commands]
        seen: set[str] = set()
        for k, together in enumerate(side.merged):
            cite("KIM-1.3g")
            if len(together) < 2:
                raise self.wrong(
                    ("sides", i, "merged", k), "one command group merged with none", "at least two"
                )
            for n, id in enumerate(together):
                if id not in groups:
                    problem = f"{side.name} has no command group '{id}'"
                    raise self.wrong(("sides", i, "merged", k, n), problem, nearest(id, groups))
                if id in seen:
                    raise self.wrong(("sides", i, "merged", k, n), f"'{id}' is merged twice", "once")
                seen.add(id)

    def _knowledge(self, side: SideFile, i: int) -> None:
        if (side.intelligence == "pool") != bool(side.pool):
            problem = f"{side.name} has {'no' if not side.pool else 'a'} pool"
            raise self.wrong(
                ("sides", i, "intelligence"), problem, "`intelligence: pool` and `pool` go together"
            )
        for id in side.pool:
            if id not in kinds():
                raise self.wrong(
                    ("sides", i, "pool", id), f"no kind of stand is called '{id}'", nearest(id, kinds())
                )

        self._pool_covers(side, i)

    def _pool_covers(self, side: SideFile, i: int) -> None:
        """A pool has at least what the enemy really has."""
        foes = [self.scenario.armies[other.id] for other in self.file.sides if other.id != side.id]
        real = Counter(
            one.kind
            for army in foes
            for group in army.commands
            for formation in formations(group)
            for one in formation.stands
        )
        for id, number in real.items():
            if side.pool and side.pool.get(id, 0) < number:
                problem = f"the enemy has {number} of '{id}', the pool {side.pool.get(id, 0)}"
                raise self.wrong(("sides", i, "pool"), problem, "a pool holds at least what is there")

    def _task(self, task: TaskFile, *at: Step) -> None:
        """Who may work, where, and at what. KIM-R84"""
        cite("KIM-8.2d", "KIM-R84")
        workers = [ENGINEERS, *typing.get_args(Troop)]
        for k, who in enumerate(task.who):
            if who not in workers:
                raise self.wrong((*at, "who", k), f"nobody is called '{who}'", nearest(who, workers))
        if not task.who:
            raise self.wrong((*at, "who"), f"nobody may work at '{task.name}'", nearest("", workers))
        if (task.near is None) != (task.within is None):
            raise self.wrong(at, f"'{task.name}' needs both or neither", "`near` and `within` go together")
        if task.near is not None:
            self._on_table(task.near, *at, "near")
        word, _, id = task.effect.partition(" ")
        if task.effect and (word not in EFFECTS or (word == "dig_in") == bool(id)):
            right = "dig_in, clear and the id of a minefield, or blow and the id of a bridge"
            raise self.wrong((*at, "effect"), f"'{task.effect}' is nothing that work can do", right)
        if word in ("clear", "blow"):
            self._piece(id, ("minefield",) if word == "clear" else ("bridge",), *at, "effect")

    def _places(self) -> None:
        """Every formation has a place, and every stand has room there. KIM-8.2b"""
        room = Room(self.ground)
        said = Said({name: value_of(name, given) for name, given in self.file.numbers.items()})
        for i, side in enumerate(self.file.sides):
            at = ("sides", i, "deployment")
            found = [one for group in self.scenario.armies[side.id].commands for one in formations(group)]
            keys = [one.key for one in found]
            for key in side.deployment:
                if key not in keys:
                    raise self.wrong((*at, key), f"{side.name} has no formation '{key}'", nearest(key, keys))
            for formation in found:
                self._place(side, formation, said, room, *at)

    def _place(self, side: SideFile, one: Formation, said: Said, room: Room, *at: Step) -> None:
        place = side.deployment.get(one.key)
        if place is None:
            problem = f"nothing says where {one.name} begins"
            raise self.wrong(at, problem, f"add `{one.key}: {{at: […, …]}}`")
        if place.enters > self.file.turns:
            right = f"a turn up to {self.file.turns}"
            raise self.wrong((*at, one.key, "enters"), f"{one.name} enters after the last turn", right)
        areas = self.scenario.map.areas
        if place.area and place.enters:
            problem = f"{one.name} enters later and sets up nowhere"
            raise self.wrong((*at, one.key, "area"), problem, "either `area` or `enters`")
        if place.area and place.area not in areas:
            problem = f"the map has no area '{place.area}'"
            raise self.wrong((*at, one.key, "area"), problem, nearest(place.area, areas))
        try:
            bases = bases_of(said, one, place, side.edge)
            if place.area and not all(is_wholly_in(base, areas[place.area]) for base in bases):
                raise NoPlace(f"{one.name} does not begin wholly in {place.area}", "places in its area")
            barred = tuple(self.file.ground.impassable)
            set_down(Room(self.ground) if place.enters else room, bases, one.name, barred)
        except NoPlace as fault:
            raise self.wrong((*at, one.key), fault.problem, fault.advice) from None

    def _on_table(self, at: At, *way: Step) -> tuple[int, int]:
        x, y = mm(at[0]), mm(at[1])
        if not self.ground.on((x, y)):
            right = f"the table is {self.ground.width / 10:g} by {self.ground.height / 10:g} mm"
            raise self.wrong(way, f"({at[0]}, {at[1]}) lies off the table", right)
        return x, y

    def wrong(self, at: tuple[Step, ...], problem: str, advice: str = "") -> DataError:
        return self.source.error(at, problem, advice)
