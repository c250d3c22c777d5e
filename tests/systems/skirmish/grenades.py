"""Grenades as tests have them: what a man holds, what he sends where, and what came of it."""

from __future__ import annotations

from typing import Any

from deadground.systems.skirmish.game import Skirmish
from deadground.systems.skirmish.rules.grenades.lobs import Lob
from deadground.systems.skirmish.state import SkirmishState
from tests.systems.skirmish.table import At, point

GRENADES = (("grenade", 2),)
HELD: dict[str, Any] = {"readied": "grenade", "gear": GRENADES}
"""A man with two grenades, one of them readied."""


def lob(at: At, what: str = "grenade", **changes: Any) -> Lob:
    """What a sends at a spot."""
    return Lob("a", what, point(at), **changes)


def statuses(state: SkirmishState, *ids: str) -> list[str]:
    return [state.figures[id].status for id in ids]


def told(g: Skirmish, kind: str) -> Any:
    """The data of the latest event of a kind."""
    return [event.seen for event in g.events if event.seen.kind == kind][-1].data
