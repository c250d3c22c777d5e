"""Battles against a side that nobody plays, for tests: red has the only seat, blue has question marks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from copy import copy
from typing import Any

from deadground.core.agenda import Procedure
from deadground.systems.skirmish.state import Figure, Pef, Seat, Side, SkirmishState
from deadground.testing.play import NotAsPlayed, Play
from tests.systems.skirmish.system import playing
from tests.systems.skirmish.table import At, point, table


def mark(number: int, at: At, building: str = "") -> Pef:
    """A question mark called p1, p2, …"""
    return Pef(id=f"p{number}", number=number, side="blue", at=point(at), building=building)


def solo(
    *men: Figure, pefs: tuple[Pef, ...] = (), most: str = "", level: int = 3, **changes: Any
) -> SkirmishState:
    """A battle of red alone on patrol, unless another mission is said."""
    made: dict[str, Any] = {
        "seats": {"red": Seat(id="red", side="red")},
        "sides": {
            "red": Side(id="red", name="Red", edge="south", nation="soviet"),
            "blue": Side(
                id="blue",
                name="Blue",
                edge="north",
                nation="german",
                played=False,
                investment=level,
                force="infantry",
                most=most,
            ),
        },
        "pefs": {pef.id: pef for pef in pefs},
        "pef_count": len(pefs),
        "mission": "patrol",
        **changes,
    }
    return table(*men, **made)


def through(
    state: SkirmishState,
    procedure: Procedure,
    dice: Sequence[int],
    fill: int = 1,
    options: Mapping[str, str] | None = None,
) -> AbstractContextManager[Play[SkirmishState]]:
    """A procedure that asks nothing, with these dice and then as many of one face as it throws.

    It is played twice, each time as it was given.
    """
    left = 0
    try:
        with playing(state, copy(procedure), dice=[*dice, *[fill] * MANY], options=options) as p:
            p.nothing_pending()
    except NotAsPlayed as over:
        left = str(over).partition(";")[0].count(str(fill))
    return playing(state, procedure, dice=[*dice, *[fill] * (MANY - left)], options=options)


MANY = 300
