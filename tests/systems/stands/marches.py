"""Movement phases played by script: millimetres in, both sides answer, everything else is looked at afterwards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from deadground.core.faults import Fault
from deadground.space.units import mm
from deadground.systems.stands.rules.movement.movement import Movement
from deadground.systems.stands.state import StandsState
from deadground.testing.play import Play
from tests.systems.stands.field import At, point
from tests.systems.stands.system import playing

Way = list[At]


def to(*way: At, facing: float | None = None) -> dict[str, Any]:
    """A route over these places, and the facing at its end."""
    points = [list(point(at)) for at in way]
    return {"points": points, "facing": None if facing is None else round(facing * 10)}


def march(
    state: StandsState,
    red: Mapping[str, Any] | None = None,
    blue: Mapping[str, Any] | None = None,
    *,
    dice: Iterable[int] = (),
    options: Mapping[str, str] | None = None,
) -> Play[StandsState]:
    """The whole movement phase."""
    with playing(state, Movement(), dice=dice, options=options) as p:
        p.choose("red", dict(red or {}))
        p.choose("blue", dict(blue or {}))
        p.nothing_pending()
    return p


def refused(
    state: StandsState,
    id: str,
    *way: At,
    facing: float | None = None,
    options: Mapping[str, str] | None = None,
) -> list[Fault]:
    """What its player is told is wrong with a stand's route, when he gives it in the movement phase."""
    seat = state.stands[id].side
    value = {id: to(*way, facing=None if facing is None else facing / 10)}
    with playing(state, Movement(), options=options) as p:
        faults = p.match.check(p.asked(seat).choice(value))
        if faults:
            p.refuse(seat, value)
        p.pending(**dict.fromkeys(p.match.to_act(), ""))
    return faults


def rows_of(faults: Iterable[Fault]) -> set[str]:
    return {row for fault in faults for row in fault.rows}


def place(p: Play[StandsState], id: str) -> At:
    """Where a stand is, in millimetres."""
    x, y = p.state.stands[id].at
    return x / 10, y / 10


__all__ = ["march", "mm", "place", "refused", "rows_of", "to"]
