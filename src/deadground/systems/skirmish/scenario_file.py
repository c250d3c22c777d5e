"""Scenario files: the map, the sides with their men, how long it lasts. Lengths in inches."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

from deadground.core.loader import Document, load
from deadground.systems.skirmish.state import Light, Rank, Weather

FOLDER = Path(__file__).parent / "scenarios"
Number = int | float


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
    men: tuple[Man, ...]


class SideFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    id: str
    name: str
    nation: str = ""
    edge: Literal["north", "east", "south", "west"]
    attacker: bool = False
    units: tuple[UnitFile, ...]


class Goal(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How a side wins, besides by leaving the other nobody who can act.

    `take`: at the end of a turn a man who carries on is within `within` inches of a place, and no enemy able to act
    within `clear`. `hold`: the last turn ends without another winner. `losses`: by then the enemy has lost so many
    `men`, and this side fewer.
    """

    side: str
    kind: Literal["take", "hold", "losses"]
    name: str
    at: tuple[Number, Number] = (0, 0)
    within: Number = 6
    clear: Number = 12
    men: int = 0


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
    document = load(FOLDER / f"{id}.yaml")
    return Scenario(id, document.to(ScenarioFile), document)
