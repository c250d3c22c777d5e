"""Scenario files: the map, the sides with their men, how long it lasts. Lengths in inches."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from deadground.core.citing import way_in
from deadground.core.faults import did_you_mean
from deadground.core.loader import Document
from deadground.systems.kit.shelves import Shelf
from deadground.systems.skirmish.game import MAPS, map_named
from deadground.systems.skirmish.state import Light, Mission, Rank, Weather

Number = int | float
Count = Annotated[int, Meta(ge=0, le=99)]
Turn = Annotated[int, Meta(ge=1, le=99)]
Rep = Annotated[int, Meta(ge=1, le=6)]
"""From one to six. COT-SQUAD-14"""
Plan = Literal["left", "right", "centre", "hold"]


class Man(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A man of a unit: where he stands, who he is, what he carries."""

    name: str
    at: tuple[Number, Number]
    facing: Number = 0
    rep: Rep = 4
    rank: Rank = "soldier"
    half: Annotated[int, Meta(ge=0, le=2)] = 0
    weapons: tuple[str, ...] = ()
    attributes: tuple[str, ...] = ()
    gear: dict[str, Annotated[int, Meta(ge=1, le=99)]] = {}
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
    investment: Annotated[int, Meta(ge=1, le=6)] = 3
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

    With `met_by` the battle promises an enemy in sight by the end of that turn. NR-196
    """

    rolled: Count = 0
    at: tuple[tuple[Number, Number], ...] = ()
    met_by: Annotated[int, Meta(ge=0, le=99)] = 0


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
    within: Annotated[int, Meta(ge=0)] | Annotated[float, Meta(ge=0)] = 6
    clear: Annotated[int, Meta(ge=0)] | Annotated[float, Meta(ge=0)] = 12
    men: Count = 0
    since: Turn = 1
    """The first turn at whose end a place counts as taken."""


class ScenarioFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A scenario as it is written."""

    scenario: str
    about: str
    map: str
    turns: Turn
    sides: tuple[SideFile, ...]
    light: Light = "day"
    weather: Weather = "clear"
    options: dict[str, str] = {}
    text: str = ""
    victory: tuple[Goal, ...] = ()
    foes: tuple[tuple[str, str], ...] = ()
    """Sides that are Fanatic Foes of each other. COT-ATTR-06"""
    mission: Mission = ""
    minutes: Annotated[int, Meta(ge=0)] = 0
    """How long it takes, where that is known better than by turns and men."""
    opening: str = ""
    """The side that begins: in the first turn its phase comes first, and its die counts as 1."""
    pefs: PefFile = PefFile()


class Scenario(msgspec.Struct, frozen=True):
    """A scenario and the document it was read from."""

    id: str
    file: ScenarioFile
    document: Document


@way_in
def read_scenario(source: Document, id: str) -> Scenario:
    """A scenario from its file; a `DataError` names the line of whatever is wrong with it."""
    from deadground.systems.skirmish.scenario_check import ScenarioCheck  # rests on the shapes above

    file = source.to(ScenarioFile)
    if file.map not in MAPS.known():
        raise source.error(("map",), f"no map is called '{file.map}'", did_you_mean(file.map, MAPS.known()))
    ScenarioCheck(source, file, map_named(file.map)).check()
    return Scenario(id, file, source)


SCENARIOS: Shelf[Scenario] = Shelf(Path(__file__).parent / "scenarios", read_scenario)
scenario_ids, scenario_named = SCENARIOS.ids, SCENARIOS.named
