"""A scenario as it is chosen: title, text, size and length, and its ground as a picture."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path

from deadground.core.loader import load
from deadground.core.scene import Term
from deadground.core.sheet import RosterWanted, Sheet, SideSheet
from deadground.core.signs import signs_of
from deadground.space.pictures import thumbnail_svg
from deadground.systems.kit.sheet import sheet_of
from deadground.systems.skirmish.armies.muster import unit_for
from deadground.systems.skirmish.game import map_named
from deadground.systems.skirmish.scenario_file import SideFile, scenario_named

TERMS = Path(__file__).parent / "terms.yaml"
LESSON = "five-a-side"
"""The battle to begin with."""

FIRST = "first-patrol"
"""What the first button of all begins."""

SECONDS_A_TURN = 60
SECONDS_A_MAN = 12
"""How long a person takes: for a turn, and for each man of his in it."""


def sheet(id: str) -> Sheet:
    """What a player reads before he chooses a scenario."""
    file = scenario_named(id).file
    signs = signs_of([side.nation or side.id for side in file.sides])
    sides = tuple(side_sheet(side, sign) for side, sign in zip(file.sides, signs, strict=True))
    return sheet_of(
        file,
        sides,
        a_turn=SECONDS_A_TURN,
        a_piece=SECONDS_A_MAN,
        pieces="men",
        lesson=id == LESSON,
        first=id == FIRST,
        **({"minutes": file.minutes} if file.minutes else {}),
    )


def side_sheet(side: SideFile, sign: int) -> SideSheet:
    return SideSheet(
        id=side.id,
        name=side.name,
        sign=sign,
        seats=(side.id,) if side.played else (),
        army=", ".join(army_of(side)) or "question marks",
        pieces=sum(len(one.men) for one in side.units) + sum(len(one.crew) for one in side.vehicles),
        attacker=side.attacker,
        roster=roster_wanted(side),
        alone=side.alone is not None,
    )


def army_of(side: SideFile) -> Iterable[str]:
    """What a side has: units, platoons of vehicles, and guns. Crews of guns are men of its units."""
    machines = (*(one.platoon or one.name for one in side.vehicles), *(one.name for one in side.guns))
    return dict.fromkeys((*(unit.name for unit in side.units), *machines))


def roster_wanted(side: SideFile) -> RosterWanted | None:
    """The place that a side has for a player's own squad, if it has one."""
    place = side.roster
    if place is None:
        return None
    most = len(unit_for(side).men) + len(place.room)
    nations = place.nations or (side.nation,)
    return RosterWanted(least=place.least, most=most, nations=nations, year=place.year)


@cache
def terms() -> tuple[Term, ...]:
    """The words that a page explains to who has read no rules yet."""
    return load(TERMS).to(tuple[Term, ...])


@cache
def thumbnail(id: str) -> str:
    """The ground of a scenario, small."""
    return thumbnail_svg(map_named(scenario_named(id).file.map).ground)
