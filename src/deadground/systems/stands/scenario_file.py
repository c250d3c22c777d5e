"""Scenario files: map, date, sides with their armies and players, support, time, tasks, victory. KIM-8.2

Everything the book leaves to the writer of a scenario is here (KIM-8.2a to KIM-8.2e). Lengths are in millimetres
from the north-west corner of the table, facings in degrees clockwise from north. `scenario_from` refuses a file
that cannot be played, with its line, what is wrong and what would be right.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from deadground.core.citing import way_in
from deadground.core.loader import Document, load
from deadground.systems.kit.plans import Plan
from deadground.systems.kit.shelves import Shelf
from deadground.systems.map_file import At, Id, Name
from deadground.systems.maps import Map
from deadground.systems.stands.army import ARMIES, Army, ArmyCheck, Count, army_from, nearest
from deadground.systems.stands.game import MAPS, map_named
from deadground.systems.stands.placing import Placement
from deadground.systems.stands.victory import AnyCondition, Edge, Millimetres

FOLDER = Path(__file__).parent / "scenarios"

Turn = Annotated[int, Meta(ge=1, le=99)]
Mission = Literal["recon", "ground_attack", "interdiction", "air_cover"]


class SeatFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A player of a side and the command groups he owns; without a list, all of them."""

    id: Id
    commander: bool = False
    commands: list[Id] = []


class OffTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Guns beyond the table, or ships: shots, gun group, and the point on the edge to measure from. KIM-R24"""

    shots: Count = 0
    group: Annotated[int, Meta(ge=1, le=4)] = 3
    at: At | None = None


class Sortie(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An appearance that the scenario fixes."""

    turn: Turn
    mission: Mission


class SquadronFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A squadron, how often a day it appears, and appearances that are fixed from the start. KIM-5.1a"""

    id: Id
    name: Name
    a_day: Annotated[int, Meta(ge=1, le=20)]
    plan: list[Sortie] = []


class TaskFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Something that Action cards work at. KIM-R84

    `who` lists troop types, or `engineers`; `near` and `within` say where the work is done. `effect` says what is
    so when it is done: `dig_in` for the stands that worked, `clear` a minefield or `blow` a bridge, by its id.
    """

    id: Id
    name: Name
    who: list[str]
    steps: Annotated[int, Meta(ge=1, le=20)] = 1
    effect: str = ""
    near: At | None = None
    within: Millimetres | None = None


class LineFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A line on the table."""

    start: At = msgspec.field(name="from")
    end: At = msgspec.field(name="to")


class CommandRolls(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """When command is rolled for: always, after contact (KIM-1.3d) or past a line (KIM-1.3e)."""

    when: Literal["always", "after_contact", "past_line"] = "always"
    line: str = ""


class GroundFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the scenario says of pieces of its map, by their ids. KIM-R92"""

    impassable: list[Id] = []
    steep: list[Id] = []
    works_are_bad_going: bool = False
    cleared_minefields: list[Id] = []


class SideFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A side: its edge, its army (a file of armies, or written here), where it begins, and who plays it.

    `intelligence` says what it knows of the enemy: every kind and number (list), troop types and numbers (totals),
    or only what may be there (pool, which the file then gives). `plans` weighs a bot's plans.
    """

    id: Id
    name: Name
    edge: Edge
    deployment: dict[str, Placement]
    army: str = ""
    forces: Army | None = None
    attacker: bool = False
    seats: list[SeatFile] = []
    general_cards: Count | None = None
    off_table: OffTable = OffTable()
    pre_battle: bool = False
    squadrons: list[SquadronFile] = []
    tasks: list[TaskFile] = []
    merged: list[list[Id]] = []
    intelligence: Literal["list", "totals", "pool"] = "list"
    pool: dict[str, Annotated[int, Meta(ge=1, le=99)]] = {}
    plans: dict[Plan, Count] = {}


class ScenarioFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A scenario as it is written."""

    scenario: Name
    about: Annotated[str, Meta(max_length=160)]
    text: str
    map: str
    date: str
    turns: Turn
    sides: list[SideFile]
    nights: list[Turn] = []
    command_rolls: CommandRolls = CommandRolls()
    lines: dict[Id, LineFile] = {}
    ground: GroundFile = GroundFile()
    options: dict[str, str] = {}
    numbers: dict[str, int] = {}
    victory: list[AnyCondition] = []
    margin: Annotated[int, Meta(ge=1, le=99)] = 1


class Scenario(msgspec.Struct, frozen=True, kw_only=True):
    """A scenario with what it refers to: its map and its armies by side."""

    id: str
    file: ScenarioFile
    map: Map
    armies: dict[str, Army]

    @property
    def year(self) -> int:
        return int(self.file.date[:4])

    @property
    def month(self) -> int:
        return int(self.file.date[5:])

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats of all players, in the order of the sides."""
        return tuple(seat.id for side in self.file.sides for seat in seats_of(side, self.armies[side.id]))


def seats_of(side: SideFile, army: Army) -> list[SeatFile]:
    """The players of a side; without a list, one who is called as the side is. KIM-8.2a"""
    every = [group.id for group in army.commands]
    if not side.seats:
        return [SeatFile(id=side.id, commander=True, commands=every)]
    if len(side.seats) == 1:
        return [
            msgspec.structs.replace(side.seats[0], commander=True, commands=side.seats[0].commands or every)
        ]
    return side.seats


@way_in
def scenario_from(source: Document, id: str, folder: Path | None = None) -> Scenario:
    from deadground.systems.stands.scenario_check import ScenarioCheck

    file = source.to(ScenarioFile)
    chart = _map(source, file)
    armies = {side.id: _army(source, side, i, folder) for i, side in enumerate(file.sides)}
    found = Scenario(id=id, file=file, map=chart, armies=armies)
    ScenarioCheck(source, found).check()
    return found


def _map(source: Document, file: ScenarioFile) -> Map:
    if file.map not in MAPS.known():
        raise source.error(("map",), f"no map is called '{file.map}'", nearest(file.map, MAPS.known()))
    return map_named(file.map)


def _army(source: Document, side: SideFile, i: int, folder: Path | None) -> Army:
    """The army of a side: its own list, or a file."""
    if bool(side.army) == (side.forces is not None):
        problem = f"{side.name} has {'two armies' if side.army else 'no army'}"
        raise source.error(
            ("sides", i), problem, "either `army`, a file of armies, or `forces`, written here"
        )
    if side.forces is not None:
        ArmyCheck(source, ("sides", i, "forces")).check(side.forces)
        return side.forces
    folders = [ARMIES, *([folder] if folder else [])]
    for place in folders:
        path = place / f"{side.army}.yaml"
        if path.is_file():
            return army_from(load(path))
    known = {path.stem for path in ARMIES.glob("*.yaml")}
    raise source.error(("sides", i, "army"), f"no army is called '{side.army}'", nearest(side.army, known))


SCENARIOS: Shelf[Scenario] = Shelf(FOLDER, lambda source, id: scenario_from(source, id, FOLDER))
scenario_ids, scenario_named = SCENARIOS.ids, SCENARIOS.named
