"""What no type can say of a scenario: names that must lead somewhere, men who must find room. NS-01, NS-11"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from deadground.core.faults import did_you_mean
from deadground.core.loader import DataError, Document, Step
from deadground.space.bases import Base
from deadground.space.spots import Room, is_on
from deadground.space.units import inches
from deadground.systems.maps import Map
from deadground.systems.skirmish.attributes import attributes
from deadground.systems.skirmish.lists import all_nations, units, years
from deadground.systems.skirmish.options import option
from deadground.systems.skirmish.rules.movement.going import surfaces
from deadground.systems.skirmish.rules.troops.equipment import all_gear
from deadground.systems.skirmish.scenario_file import Man, Number, ScenarioFile, SideFile, UnitFile
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
        for i, at in enumerate(self.file.pefs.at):
            self._on_table(at, ("pefs", "at", i))
        for i, goal in enumerate(self.file.victory):
            if goal.kind == "take":
                self._on_table(goal.at, ("victory", i, "at"))

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
            self._one_of(name, option.known, "option", ("options", name))
            if value not in option.known[name].open:
                right = f"one of {', '.join(option.known[name].open)}"
                raise self.wrong(("options", name), f"the option '{name}' cannot be '{value}'", right)

    def _side(self, side: SideFile, way: Way) -> None:
        """A played side has men; one that nobody plays has a list for its question marks. NS-06"""
        if side.nation:
            self._one_of(side.nation, all_nations(), "nation", (*way, "nation"))
        if side.force:
            if not side.nation:
                raise self.wrong((*way, "force"), f"the force '{side.force}' of no nation", "`nation`")
            self._one_of(side.force, units(side.nation), "unit of that nation's list", (*way, "force"))
        (first, _), (last, _) = years()
        if not first <= side.year <= last:
            raise self.wrong((*way, "year"), f"the lists know no year {side.year}", f"{first} to {last}")
        if side.played and not any(unit.men for unit in side.units):
            raise self.wrong(way, f"{side.name} has no men", "`units` with `men`, or `played: false`")
        ids = [unit.id for unit in side.units]
        for k, unit in enumerate(side.units):
            if ids.index(unit.id) != k:
                raise self.wrong((*way, "units", k, "id"), f"two units are called '{unit.id}'", "two names")
            self._unit(unit, (*way, "units", k))
        if side.roster is not None:
            self._one_of(side.roster.unit, ids, "unit of this side", (*way, "roster", "unit"))
            for k, at in enumerate(side.roster.room):
                self._on_table(at, (*way, "roster", "room", k))

    def _unit(self, unit: UnitFile, way: Way) -> None:
        names = [man.name for man in unit.men]
        for k, man in enumerate(unit.men):
            at = (*way, "men", k)
            if names.index(man.name) != k:
                raise self.wrong(
                    (*at, "name"), f"two men of {unit.name} are called '{man.name}'", "two names"
                )
            self._man(man, at)
            if man.loads_for and (man.loads_for == man.name or man.loads_for not in names):
                advice = did_you_mean(man.loads_for, (name for name in names if name != man.name))
                problem = f"{man.name} loads for '{man.loads_for}', who is not in {unit.name}"
                raise self.wrong((*at, "loads_for"), problem, advice)

    def _man(self, man: Man, way: Way) -> None:
        """What he carries is known, and there is room for him. NS-01, NS-39"""
        for k, id in enumerate(man.weapons):
            self._one_of(id, all_weapons(), "weapon", (*way, "weapons", k))
        for id in man.gear:
            self._one_of(id, all_gear(), "gear", (*way, "gear", id))
        for k, id in enumerate(man.attributes):
            self._one_of(id, attributes(), "attribute", (*way, "attributes", k))
        base = Base(self._on_table(man.at, (*way, "at")), radius=BASE)
        if not is_on(self.ground, base):
            raise self.wrong((*way, "at"), f"{man.name} is not wholly on the table", "further in")
        if not self.room.takes(base):
            raise self.wrong((*way, "at"), f"{man.name} stands on another man", "bases do not overlap")
        if surfaces(self.ground)[0].rate_at(base.at) is None:
            raise self.wrong((*way, "at"), f"{man.name} stands where nobody can", "a place beside it")
        self.room.add(base)

    def _on_table(self, at: tuple[Number, Number], way: Way) -> tuple[int, int]:
        point = inches(at[0]), inches(at[1])
        if not self.ground.on(point):
            size = f'{self.ground.width / inches(1):g} by {self.ground.height / inches(1):g}"'
            raise self.wrong(way, f"({at[0]}, {at[1]}) lies off the table", f"the table is {size}")
        return point

    def _one_of(self, name: str, allowed: Collection[str], what: str, way: Way) -> None:
        if name not in allowed:
            raise self.wrong(way, f"no {what} is called '{name}'", did_you_mean(name, allowed))

    def wrong(self, way: Way, problem: str, advice: str) -> DataError:
        return self.source.error(way, problem, advice)
