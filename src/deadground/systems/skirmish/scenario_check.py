"""What no type can say of a scenario: names that must lead somewhere, men who must find room. NS-01, NS-11"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from deadground.core.faults import did_you_mean
from deadground.core.loader import DataError, Document, Step
from deadground.space.bases import Base
from deadground.space.spots import Room, is_on
from deadground.space.units import inches
from deadground.systems.maps import Map
from deadground.systems.skirmish.attributes import attributes
from deadground.systems.skirmish.changed import why_not
from deadground.systems.skirmish.game import map_named
from deadground.systems.skirmish.lists import all_nations, units, years
from deadground.systems.skirmish.options import option
from deadground.systems.skirmish.rules.deployment.zones import NoZone, zone_of
from deadground.systems.skirmish.rules.movement.exits import stretches
from deadground.systems.skirmish.rules.movement.going import surfaces
from deadground.systems.skirmish.rules.troops.equipment import all_gear
from deadground.systems.skirmish.scenario_file import (
    COUNTED,
    PLACES,
    Alone,
    ChangeFile,
    Comes,
    Goal,
    Man,
    Number,
    ScenarioFile,
    SideFile,
    UnitFile,
)
from deadground.systems.skirmish.scenario_machines import MachineCheck
from deadground.systems.skirmish.state import BASE
from deadground.systems.skirmish.weapons import all_weapons

Way = tuple[Step, ...]


class ScenarioCheck:
    """Checks one scenario; the first thing that is wrong is raised with its line."""

    def __init__(self, source: Document, file: ScenarioFile, map: Map) -> None:
        self.source, self.file, self.ground = source, file, map.ground
        self.room = Room(self.ground)

    def check(self) -> None:
        self._sides()
        self._named_sides()
        self._options()
        for i, side in enumerate(self.file.sides):
            self._side(side, ("sides", i))
        for i, one in enumerate(self.file.bystanders):
            self.fits(one.stands_as("").base, one.name, ("bystanders", i, "at"))
        for i, change in enumerate(self.file.ground):
            self._change(change, ("ground", i))
        for i, at in enumerate(self.file.pefs.at):
            self._on_table(at, ("pefs", "at", i))
        self._turn(self.file.pefs.met_by, ("pefs", "met_by"))
        for i, goal in enumerate(self.file.victory):
            self._goal(goal, ("victory", i))
        for i, side in enumerate(self.file.sides):
            if side.alone:
                self._alone(side, side.alone, ("sides", i, "alone"))

    def _sides(self) -> None:
        """Two sides with names and edges of their own, at least one of them played."""
        sides = self.file.sides
        if len(sides) != 2:
            raise self.wrong(("sides",), f"{len(sides)} side{'' if len(sides) == 1 else 's'}", "two")
        for field in ("id", "edge"):
            one, other = (getattr(side, field) for side in sides)
            if one == other:
                raise self.wrong(("sides", 1, field), f"both sides have the {field} '{one}'", "another")
        if not any(side.played for side in sides):
            raise self.wrong(("sides", 1, "played"), "nobody plays either side", "`played: true` for one")

    def _named_sides(self) -> None:
        """Foes, winners and who opens are sides of this battle. COT-ATTR-06"""
        sides = [side.id for side in self.file.sides]
        advice = f"the sides are {' and '.join(sides)}"
        for way, name in self._names_of_sides():
            if name not in sides:
                raise self.wrong(way, f"no side is called '{name}'", advice)
        for i, (one, other) in enumerate(self.file.foes):
            if one == other:
                raise self.wrong(("foes", i), f"'{one}' cannot be a foe of itself", advice)

    def _alone(self, side: SideFile, alone: Alone, way: Way) -> None:
        """A side that may be left to the game itself has a list to raise men from, and players opposite. NR-207"""
        if not all(one.played for one in self.file.sides):
            raise self.wrong(
                way, f"{side.name} cannot be left to the game itself", "two sides that are played"
            )
        if not side.force:
            raise self.wrong(way, f"{side.name} has nobody to be met", "`force`, a unit of its nation's list")
        for k, at in enumerate(alone.pefs.at):
            self._on_table(at, (*way, "pefs", "at", k))
        for k, goal in enumerate(alone.victory):
            if goal.side not in [one.id for one in self.file.sides]:
                raise self.wrong(
                    (*way, "victory", k, "side"), f"no side is called '{goal.side}'", "one of the two"
                )
            self._goal(goal, (*way, "victory", k), by_itself=side.id)

    def _goal(self, goal: Goal, way: Way, by_itself: str = "") -> None:
        """Its place is on the table, its exit is one, and men and turns are enough to reach it. NR-205

        How many men a side has that is left to the game itself is not known.
        """
        if goal.kind in PLACES:
            self._on_table(goal.at, (*way, "at"))
        if goal.kind == "exit" and not stretches(self.file.map, goal.by):
            named = [one.id for one in map_named(self.file.map).exits]
            right = f"an edge (north, east, south, west){''.join(f', {one}' for one in named)}"
            raise self.wrong((*way, "by"), f"'{goal.by}' is no exit of this map", right)
        if goal.kind == "delay":
            self._turn(goal.until, (*way, "until"), least=1)
        if goal.kind == "take":
            self._turn(goal.since, (*way, "since"))
        whose = COUNTED.get(goal.kind)
        if whose is None:
            return
        side = next(one for one in self.file.sides if (one.id == goal.side) == (whose == "us"))
        serving = sum(len(unit.men) for unit in side.units) + sum(len(one.crew) for one in side.vehicles)
        most = serving if side.played and side.id != by_itself else max(1, goal.men)
        if not 1 <= goal.men <= most:
            raise self.wrong(
                (*way, "men"), f"{goal.men} of {side.name}", f"1 to {most}, as many as there are"
            )

    def _names_of_sides(self) -> Iterator[tuple[Way, str]]:
        for i, pair in enumerate(self.file.foes):
            yield from ((("foes", i, k), name) for k, name in enumerate(pair))
        for i, goal in enumerate(self.file.victory):
            yield ("victory", i, "side"), goal.side
        if self.file.opening:
            yield ("opening",), self.file.opening

    def _options(self) -> None:
        """Only options that a ruling names, with a value that a game can be set up with."""
        for name, value in self.file.options.items():
            self.one_of(name, option.known, "option", ("options", name))
            if value not in option.known[name].open:
                right = f"one of {', '.join(option.known[name].open)}"
                raise self.wrong(("options", name), f"the option '{name}' cannot be '{value}'", right)

    def _side(self, side: SideFile, way: Way) -> None:
        """A played side has men; one that nobody plays has a list for its question marks. NS-06"""
        if side.nation:
            self.one_of(side.nation, all_nations(), "nation", (*way, "nation"))
        if side.force:
            if not side.nation:
                raise self.wrong((*way, "force"), f"the force '{side.force}' of no nation", "`nation`")
            self.one_of(side.force, units(side.nation), "unit of that nation's list", (*way, "force"))
        (first, _), (last, _) = years()
        if not first <= side.year <= last:
            raise self.wrong((*way, "year"), f"the lists know no year {side.year}", f"{first} to {last}")
        if side.played and not (side.vehicles or any(unit.men for unit in side.units)):
            raise self.wrong(way, f"{side.name} has no men", "`units` with `men`, or `played: false`")
        ids = [unit.id for unit in side.units]
        riders = {name for vehicle in side.vehicles for name in vehicle.riders}
        for k, unit in enumerate(side.units):
            if ids.index(unit.id) != k:
                raise self.wrong((*way, "units", k, "id"), f"two units are called '{unit.id}'", "two names")
            comes = side.comes_on(unit.id)
            self._unit(unit, (*way, "units", k), riders, is_there=comes is None or not comes.turn)
        MachineCheck(self, side, way).check()
        self._comes(side, way)
        if side.roster is not None:
            self.one_of(side.roster.unit, ids, "unit of this side", (*way, "roster", "unit"))
            for k, at in enumerate(side.roster.room):
                self._on_table(at, (*way, "roster", "room", k))

    def _comes(self, side: SideFile, way: Way) -> None:
        """Units there are, a place for them, and each man where he may be put. NR-206"""
        for k, comes in enumerate(side.comes):
            here = (*way, "comes", k)
            for n, id in enumerate(comes.units):
                self.one_of(id, [unit.id for unit in side.units], "unit of this side", (*here, "units", n))
            if bool(comes.turn) != bool(comes.by) or (comes.turn and (comes.area or comes.sections)):
                right = "`turn` with `by`, or `area` or `sections` without"
                raise self.wrong(here, f"{side.name} comes on neither here nor there", right)
            if comes.turn > self.file.turns:
                raise self.wrong((*here, "turn"), f"turn {comes.turn}", f"1 to {self.file.turns}")
            if comes.hidden and (comes.turn or self.file.options.get("table_knowledge") != "ghosts"):
                right = "only before the first turn, and with the option `table_knowledge: ghosts`"
                raise self.wrong((*here, "hidden"), f"{side.name} cannot be hidden here", right)
            try:
                zone_of(self.file.map, comes)
            except NoZone as none:
                raise self.wrong(here, none.problem, none.right) from None
        for k, unit in enumerate(side.units):
            places = [
                ((*way, "units", k, "men", n, "at"), man.name, man.at) for n, man in enumerate(unit.men)
            ]
            if side.roster is not None and side.roster.unit == unit.id:
                room = enumerate(side.roster.room)
                places += [((*way, "roster", "room", n), f"place {n + 1} for a roster", at) for n, at in room]
            self._in_zone(side.comes_on(unit.id), places)

    def _in_zone(self, comes: Comes | None, places: Sequence[tuple[Way, str, tuple[Number, Number]]]) -> None:
        """Where the file puts men is where they are proposed. NR-206"""
        zone = zone_of(self.file.map, comes) if comes else None
        for way, whose, at in places if zone else ():
            if zone and not zone.holds((inches(at[0]), inches(at[1]))):
                raise self.wrong(way, f"{whose} is not in {zone.name}", "where men may be put")

    def _unit(self, unit: UnitFile, way: Way, riders: Collection[str], *, is_there: bool) -> None:
        names = [man.name for man in unit.men]
        for k, man in enumerate(unit.men):
            at = (*way, "men", k)
            if names.index(man.name) != k:
                raise self.wrong(
                    (*at, "name"), f"two men of {unit.name} are called '{man.name}'", "two names"
                )
            self._man(man, at)
            if man.name not in riders:
                self.fits(
                    Base(self._on_table(man.at, at), radius=BASE), man.name, (*at, "at"), is_there=is_there
                )
            if man.loads_for and (man.loads_for == man.name or man.loads_for not in names):
                advice = did_you_mean(man.loads_for, (name for name in names if name != man.name))
                problem = f"{man.name} loads for '{man.loads_for}', who is not in {unit.name}"
                raise self.wrong((*at, "loads_for"), problem, advice)

    def _man(self, man: Man, way: Way) -> None:
        """What he carries is known, and where he stands lies on the table."""
        for k, id in enumerate(man.weapons):
            self.one_of(id, all_weapons(), "weapon", (*way, "weapons", k))
        for id in man.gear:
            self.one_of(id, all_gear(), "gear", (*way, "gear", id))
        for k, id in enumerate(man.attributes):
            self.one_of(id, attributes(), "attribute", (*way, "attributes", k))
        self._on_table(man.at, (*way, "at"))

    def fits(self, base: Base, name: str, way: Way, *, is_there: bool = True) -> None:
        """There is room for a base on ground where one can go, and from now on it is taken. NS-01, NS-39"""
        self.stands(base, name, way, is_there=is_there)
        if surfaces(self.ground)[0].rate_at(base.at) is None:
            raise self.wrong(way, f"{name} stands where nobody can", "a place beside it")

    def stands(self, base: Base, name: str, way: Way, *, is_there: bool = True) -> None:
        """A base is on the table and on nobody else's. NS-01"""
        if not is_on(self.ground, base):
            raise self.wrong(way, f"{name} is not wholly on the table", "further in")
        if is_there and not self.room.takes(base):
            raise self.wrong(way, f"{name} stands on another man", "bases do not overlap")
        if is_there:
            self.room.add(base)

    def _change(self, change: ChangeFile, way: Way) -> None:
        """Something of this map, once, that it can become of. NS-10"""
        self._turn(change.turn, (*way, "turn"))
        known = [piece.id for piece in self.ground.pieces]
        self.one_of(change.piece, known, "piece of this map", (*way, "piece"))
        if [one.piece for one in self.file.ground].count(change.piece) > 1:
            raise self.wrong((*way, "piece"), f"'{change.piece}' changes twice", "once for each piece")
        problem = why_not(self.ground.by_id[change.piece], change.becomes)
        if problem:
            raise self.wrong((*way, "becomes"), f"'{change.piece}' is {problem}", "another piece")
        if change.becomes == "breach" and not change.across:
            raise self.wrong((*way, "across"), "the breach has no width", "`at` and `across`")

    def _turn(self, turn: int, way: Way, *, least: int = 0) -> None:
        """A turn of this battle; 0, where that is allowed, for none."""
        if not least <= turn <= self.file.turns:
            raise self.wrong(way, f"turn {turn}", f"1 to {self.file.turns}, a turn of this battle")

    def _on_table(self, at: tuple[Number, Number], way: Way) -> tuple[int, int]:
        point = inches(at[0]), inches(at[1])
        if not self.ground.on(point):
            size = f'{self.ground.width / inches(1):g} by {self.ground.height / inches(1):g}"'
            raise self.wrong(way, f"({at[0]}, {at[1]}) lies off the table", f"the table is {size}")
        return point

    def one_of(self, name: str, allowed: Collection[str], what: str, way: Way) -> None:
        if name not in allowed:
            raise self.wrong(way, f"no {what} is called '{name}'", did_you_mean(name, allowed))

    def wrong(self, way: Way, problem: str, advice: str) -> DataError:
        return self.source.error(way, problem, advice)
