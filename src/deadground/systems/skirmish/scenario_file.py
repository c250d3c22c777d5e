"""Scenario files: the map, the sides with their men, how long it lasts. Lengths in inches."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from deadground.core.citing import way_in
from deadground.core.faults import SetupError, did_you_mean
from deadground.core.loader import Document
from deadground.core.system import Setup
from deadground.space.units import inches
from deadground.systems.kit.plans import Plan
from deadground.systems.kit.shelves import Shelf
from deadground.systems.skirmish.game import MAPS, map_named
from deadground.systems.skirmish.man import Post
from deadground.systems.skirmish.state import (
    Bystander,
    Change,
    Figure,
    Light,
    Mission,
    Rank,
    SkirmishState,
    Weather,
)

Number = int | float
Count = Annotated[int, Meta(ge=0, le=99)]
Turn = Annotated[int, Meta(ge=1, le=99)]
Rep = Annotated[int, Meta(ge=1, le=6)]
"""From one to six. COT-SQUAD-14"""


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


class CrewMan(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One of a vehicle's crew. Without `posts` he has the next seat that its type leaves free. NS-29"""

    name: str
    rep: Rep = 4
    rank: Rank = "soldier"
    posts: tuple[Post, ...] = ()
    weapons: tuple[str, ...] = ()
    attributes: tuple[str, ...] = ()
    star: bool = False
    woman: bool = False


class VehicleFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A vehicle of a side: its type by its id in the lists, and who is in it.

    `riders` are men of the side's units: inside where it carries men, else on its deck. Where they would stand
    counts for nothing. `turrets` look so many degrees clockwise from straight ahead.
    """

    name: str
    type: str
    platoon: str = ""
    at: tuple[Number, Number]
    facing: Number = 0
    turrets: tuple[Number, ...] = ()
    buttoned: bool = False
    crew: tuple[CrewMan, ...]
    riders: tuple[str, ...] = ()
    tows: str = ""
    """The name of a gun of this side."""


class GunFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A gun of a side. Its crew are men of the side's units: the gunner, then the loader, then the others."""

    name: str
    type: str
    at: tuple[Number, Number] = (0, 0)
    """Where it stands, unless it is towed."""
    facing: Number = 0
    crew: tuple[str, ...]


class RosterPlace(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A place for a player's own squad: it takes that of a `unit`, man for man, and then the places in `room`.

    Without `nations` it must be of the side's nation, with a `year` of that year.
    """

    unit: str
    least: int = 1
    nations: tuple[str, ...] = ()
    year: int = 0
    room: tuple[tuple[Number, Number], ...] = ()


class Comes(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Where and when some units of a side come on; if none are named, all that nothing else is said of. NR-206

    Before the first turn they are set up in an `area` that the map names, or in `sections` of the table. With a
    `turn` they come on as its phase of their side begins, `by` an edge of the table or a way on that the map names.
    """

    units: tuple[str, ...] = ()
    area: str = ""
    sections: tuple[int, ...] = ()
    turn: Annotated[int, Meta(ge=0, le=99)] = 0
    by: str = ""
    hidden: bool = False
    """Whether the enemy does not see where they are set up: only for those before the first turn."""


class PefFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The question marks of a battle: so many whose section is rolled, and those that have their place.

    With `met_by` the battle promises an enemy in sight by the end of that turn. NR-196
    """

    rolled: Count = 0
    at: tuple[tuple[Number, Number], ...] = ()
    met_by: Annotated[int, Meta(ge=0, le=99)] = 0


PLACES = ("take", "hold_at_end", "delay")
"""Goals that are about a place."""

COUNTED = {"losses": "them", "destroy": "them", "capture": "them", "exit": "us"}
"""Goals that count men, and whose."""


class Goal(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How a side wins, besides by leaving the other nobody who can act. All is judged as a turn ends. NS-11, NR-205

    - `take`: a man who carries on is within `within` inches of a place, and no enemy able to act within `clear`;
      from turn `since` on. `hold_at_end` wants the same as the last turn ends.
    - `hold`: the last turn ends without another winner.
    - `delay`: turn `until` ends, and no enemy who carries on is within `within` inches of the place.
    - `losses`: by the last turn the enemy has lost so many `men`, and this side fewer. `destroy`: he has lost so
      many, whenever it is. `capture`: so many of his are prisoners.
    - `exit`: so many of this side have gone off `by` an exit that the map names, or by that edge of the table.
    - `scout`: no question mark is left and no building unsearched, and either no enemy who can act, or more than
      half of this side's men are within `within` inches of their own edge.
    """

    side: str
    kind: Literal["take", "hold_at_end", "hold", "delay", "losses", "destroy", "capture", "exit", "scout"]
    name: str
    at: tuple[Number, Number] = (0, 0)
    within: Annotated[int, Meta(ge=0)] | Annotated[float, Meta(ge=0)] = 6
    clear: Annotated[int, Meta(ge=0)] | Annotated[float, Meta(ge=0)] = 12
    men: Count = 0
    since: Turn = 1
    """The first turn at whose end a place counts as taken."""
    until: Annotated[int, Meta(ge=0, le=99)] = 0
    by: str = ""


class Alone(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a battle is when a side of it is left to the game itself: what the other is sent to do, where question
    marks of this one lie in the place of its men, and what wins, if not the same. NR-207"""

    mission: Literal["patrol", "attack", "defend"]
    pefs: PefFile
    victory: tuple[Goal, ...] = ()


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
    vehicles: tuple[VehicleFile, ...] = ()
    guns: tuple[GunFile, ...] = ()
    comes: tuple[Comes, ...] = ()
    roster: RosterPlace | None = None
    alone: Alone | None = None
    plans: dict[Plan, int] = {}
    """How a bot's plans are weighed."""

    def comes_on(self, unit: str) -> Comes | None:
        """Where and when a unit comes on; None for one that stands where the file puts it."""
        named = next((one for one in self.comes if unit in one.units), None)
        return named or next((one for one in self.comes if not one.units), None)


class BystanderFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Who or what stands there and is no soldier; with a `size`, how wide and how deep its base is."""

    name: str
    kind: Literal["civilian", "animal", "wagon"]
    at: tuple[Number, Number]
    facing: Number = 0
    size: tuple[Annotated[float, Meta(gt=0, le=12)], Annotated[float, Meta(gt=0, le=12)]] | None = None

    def stands_as(self, id: str) -> Bystander:
        width, depth = self.size or (0, 0)
        at, facing = (inches(self.at[0]), inches(self.at[1])), round(self.facing * 10) % 3600
        return Bystander(id, self.name, self.kind, at, facing, inches(width), inches(depth))


class ChangeFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What becomes of a piece of the map as a turn ends. A breach is so wide, about a place on the line."""

    turn: Turn
    piece: str
    becomes: Literal["rubble", "breach"]
    at: tuple[Number, Number] = (0, 0)
    across: Annotated[float, Meta(ge=0, le=24)] = 0
    says: str = ""
    """What is told of it; a sentence of ours without."""

    @property
    def change(self) -> Change:
        at = inches(self.at[0]), inches(self.at[1])
        return Change(self.piece, self.becomes, at, inches(self.across))


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
    bystanders: tuple[BystanderFile, ...] = ()
    """Who stands on the table and is no party: nobody plays them, and they have no activation die."""
    ground: tuple[ChangeFile, ...] = ()
    """What becomes of the ground in the course of the battle. Without it the ground stays as the map has it."""


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


UNPLAYED = "unplayed"
"""The detail of a set-up that names the side which is left to the game itself."""

SCENARIOS: Shelf[Scenario] = Shelf(Path(__file__).parent / "scenarios", read_scenario)
scenario_ids, scenario_named = SCENARIOS.ids, SCENARIOS.named


def goals_of(state: SkirmishState) -> tuple[Goal, ...]:
    """What wins a battle, as its scenario says; nothing where there is no file of it."""
    found = file_of(state)
    return found.victory if found else ()


def file_of(state: SkirmishState) -> ScenarioFile | None:
    """The file of a battle, as it is played; None where there is none, as for the tables of tests."""
    known = state.scenario in SCENARIOS.given or lies_on_shelf(state.scenario)
    if not known:
        return None
    found = scenario_named(state.scenario)
    by_itself = next((one.id for one in found.file.sides if one.alone and not state.sides[one.id].played), "")
    return left_to_itself(found, by_itself).file


def battle_of(setup: Setup) -> Scenario:
    """The battle that is set up, with the side that is left to the game itself. NR-207"""
    found, side = scenario_named(setup.scenario), setup.details.get(UNPLAYED, "")
    if side and side not in [one.id for one in found.file.sides]:
        raise SetupError(f"no side is called '{side}' in '{setup.scenario}'")
    return left_to_itself(found, side)


def left_to_itself(scenario: Scenario, side: str) -> Scenario:
    """A battle with a side of it left to the game; "" for none. NR-207"""
    return variant(scenario.id, side) if side else scenario


@cache
def variant(id: str, side: str) -> Scenario:
    found = scenario_named(id)
    own = next(one for one in found.file.sides if one.id == side)
    alone = own.alone
    if alone is None:
        raise SetupError(f"{own.name} cannot be left to the game itself in '{id}'")
    empty = replace(own, played=False, units=(), vehicles=(), guns=(), comes=(), roster=None)
    return replace(
        found,
        file=replace(
            found.file,
            sides=tuple(empty if one is own else one for one in found.file.sides),
            mission=alone.mission,
            pefs=alone.pefs,
            victory=alone.victory or found.file.victory,
        ),
    )


@cache
def lies_on_shelf(name: str) -> bool:
    return name in scenario_ids()


def comes_of(state: SkirmishState, figure: Figure) -> Comes | None:
    """Where and when a man's unit comes on; None for one who stands where the scenario puts him, or rides there.
    NR-206"""
    if figure.aboard:
        return None
    found = file_of(state)
    side = next((one for one in found.sides if one.id == figure.side), None) if found else None
    return side.comes_on(figure.unit.removeprefix(f"{figure.side}_")) if side and side.comes else None
