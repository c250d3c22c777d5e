"""What a player knows of a piece: it is his own side's, or somebody of his sees it. NR-108"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from deadground.systems.skirmish.man import Sightings

if TYPE_CHECKING:
    from deadground.systems.skirmish.state import SkirmishState


class Watched(Protocol):
    """A piece of which it is kept who sees it."""

    side: str
    sightings: Sightings


def side_of(state: SkirmishState, seat: str) -> str:
    """The side a seat plays for; "" for one that has none."""
    found = state.seats.get(seat)
    return found.side if found else ""


def is_known(one: Watched, state: SkirmishState, seat: str) -> bool:
    """Whether a seat knows of a piece. While players set up nobody knows where the others do. NR-206, NR-108"""
    side = side_of(state, seat)
    if state.stage == "deployment":
        return side == one.side
    if state.knowledge == "open":
        return True
    if not side:  # who looks on knows whom every seat knows
        return all(
            seat.side == one.side or seat.side in one.sightings.seen_by for seat in state.seats.values()
        )
    return side == one.side or side in one.sightings.seen_by
