"""Scenario files: the map, the sides with their men, how long it lasts. Lengths in inches."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

from deadground.core.loader import Document, load
from deadground.systems.skirmish.state import Light, Mission, Rank, Weather

FOLDER = Path(__file__).parent / "scenarios"
Number = int | float
Plan = Literal["left", "right", "centre", "hold"]


class Man(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A man of a unit: where he stands, who he is, what he carries."""

    name: str
    at: tuple[Number, Number]
    facing: Number = 0
    rep: int = 4
    rank: Rank = "soldier"
    half: int = 0
    weapons: tuple[str, ...] = ()
    attributes: tuple[str, ...] = ()
    gear: dict[str, int] = {}
    star: bool = False
    medic: bool = False
    woman: bool = False
    camouflaged: bool = False
    loads_for: str = ""
    """The name of the man whose loader he is."""


class UnitFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    id: str
    name: str
    kind: Literal["squad", "team", "headquarters"] = "squad"
    platoon: str = ""
    variant: Literal["", "jugend", "partisans", "engineers"] = ""
    """Militia fielded as Jugend or Partisans, or engineers. COT-UNIT-06, COT-UNIT-07"""
    men: tuple[Man, ...]


class RosterPlace(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A place for a player's own squad: it takes that of a `unit`, man for man, and then the places in `room`.

    Without `nations` it must be of the side's nation, with a `year` of that year.
    """

    unit: str
    least: int = 1
    nations: tuple[str, ...] = ()
    year: int = 0
    room: tuple[tuple[Number, Number], ...] = ()


class SideFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    id: str
    name: str
    nation: str = ""
    edge: Literal["north", "east", "south", "west"]
    attacker: bool = False
    played: bool = True
    """A side that nobody plays has no men of its own: its question marks become men."""
    investment: int = 3
    force: str = ""
    """The unit of the nation's list its men come from, with `year`; `most` is the biggest force there is of it."""
    year: int = 1944
    most: Literal["", "lmg_team", "half_squad", "squad"] = ""
    units: tuple[UnitFile, ...] = ()
    roster: RosterPlace | None = None
    plans: dict[Plan, int] = {}
    """How a bot's plans are weighed."""


class PefFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The question marks of a battle: so many whose section is rolled, and those that have their place.

    With `wary` the first of them is resolved with 3d6, as after a 1d6 result.
    """

    rolled: int = 0
    at: tuple[tuple[Number, Number], ...] = ()
    wary: bool = False


class Goal(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How a side wins, besides by leaving the other nobody who can act.

    `take`: at the end of a turn a man who carries on is within `within` inches of a place, and no enemy able to act
    within `clear`. `hold`: the last turn ends without another winner. `losses`: by then the enemy has lost so many
    `men`, and this side fewer. `scout`: no question mark is left and no building unsearched, and either no enemy
    who can act, or more than half of this side's men are within `within` inches of their own edge.
    """

    side: str
    kind: Literal["take", "hold", "losses", "scout"]
    name: str
    at: tuple[Number, Number] = (0, 0)
    within: Number = 6
    clear: Number = 12
    men: int = 0
    since: int = 1
    """The first turn at whose end a place counts as taken."""


class ScenarioFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A scenario as it is written."""

    scenario: str
    about: str
    map: str
    turns: int
    sides: tuple[SideFile, ...]
    light: Light = "day"
    weather: Weather = "clear"
    options: dict[str, str] = {}
    text: str = ""
    victory: tuple[Goal, ...] = ()
    foes: tuple[tuple[str, str], ...] = ()
    """Sides that are Fanatic Foes of each other. COT-ATTR-06"""
    mission: Mission = ""
    minutes: int = 0
    """How long it takes, where that is known better than by turns and men."""
    opening: str = ""
    """The side that begins: in the first turn its phase comes first, and its die counts as 1."""
    pefs: PefFile = PefFile()


class Scenario(msgspec.Struct, frozen=True):
    """A scenario and the document it was read from."""

    id: str
    file: ScenarioFile
    document: Document


def scenario_ids() -> list[str]:
    """Every scenario of this system, by the name of its file."""
    return [path.stem for path in sorted(FOLDER.glob("*.yaml"))]


@cache
def scenario_named(id: str) -> Scenario:
    """A scenario, read once."""
    return read_scenario(load(FOLDER / f"{id}.yaml"), id)


def read_scenario(source: Document, id: str) -> Scenario:
    """A scenario from its file; a `DataError` names the line of a side that is not there."""
    file = source.to(ScenarioFile)
    named: list[tuple[tuple[str | int, ...], str]] = [
        (("foes", i, k), name) for i, pair in enumerate(file.foes) for k, name in enumerate(pair)
    ]
    named += [(("victory", i, "side"), goal.side) for i, goal in enumerate(file.victory)]
    named += [(("opening",), file.opening)] if file.opening else []
    sides = [side.id for side in file.sides]
    for path, name in named:
        if name not in sides:
            raise source.error(path, f"no side is called '{name}'", f"the sides are {' and '.join(sides)}")
    for i, (one, other) in enumerate(file.foes):
        if one == other:
            advice = f"the sides are {' and '.join(sides)}"
            raise source.error(("foes", i), f"'{one}' cannot be a foe of itself", advice)
    return Scenario(id, file, source)
