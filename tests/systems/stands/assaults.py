"""Assaults for tests: red charges north from 50 mm, blue waits; what was rolled."""

from __future__ import annotations

from typing import Any

from deadground.systems.stands.rules.assault import Charges
from deadground.systems.stands.state import Stand, StandsState
from deadground.testing.play import Play
from tests.systems.stands.field import At, field, inf
from tests.systems.stands.system import playing


def charger(id: str, at: At = (500, 500), side: str = "red", facing: float = 0, **changes: Any) -> Stand:
    return inf(id, at, side, facing, order="charge", **changes)


def foe(
    id: str = "b", at: At = (500, 420), facing: float = 180, order: str = "dummy", **changes: Any
) -> Stand:
    return inf(id, at, "blue", facing, order=order, **changes)


def charged(*stands: Stand) -> StandsState:
    """The state after the charges of these stands, on which nobody fired."""
    with playing(field(*stands), Charges()) as p:
        p.nothing_pending()
    return p.state


def shots(p: Play[StandsState]) -> list[tuple[str, str, int]]:
    return [
        (event.data["shooter"], event.data["target"], event.data["hits"])
        for event in p.events
        if event.kind == "shot"
    ]


def shifts(p: Play[StandsState]) -> dict[str, int]:
    """The net shift of each stand's latest die."""
    return {
        event.data["shooter"]: event.tallies[0].total if event.tallies else 0
        for event in p.events
        if event.kind == "shot"
    }


THREE = (charger("a"), charger("l", (465, 505)), charger("r", (535, 505)))
