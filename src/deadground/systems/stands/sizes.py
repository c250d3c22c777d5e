"""Battles of another size, to measure how the cost of a turn grows with the stands."""

from __future__ import annotations

from deadground.systems.stands.game import kind_of
from deadground.systems.stands.state import StandsState


def resize(state: StandsState, times: float) -> int:
    """Leave this part of the stands, but every HQ; how many there are then."""
    others = [stand.id for stand in state.stands.values() if kind_of(stand).troop != "hq"]
    for id in set(others) - set(others[:: round(1 / times)]):
        del state.stands[id]
    return len(state.stands)
