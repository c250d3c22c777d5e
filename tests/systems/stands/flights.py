"""Squadrons for tests of the air rules."""

from __future__ import annotations

from typing import Any

from deadground.systems.stands.state import Squadron, Stand, StandsState
from tests.systems.stands.field import field


def flight(id: str, mission: str = "", side: str = "red", **changes: Any) -> Squadron:
    """A squadron, over the table since turn 1 if it has a mission."""
    fields: dict[str, Any] = {"a_day": 2, "since": 1 if mission else 0, **changes}
    return Squadron(id=id, side=side, name=id.capitalize(), mission=mission, **fields)


def sky(squadrons: list[Squadron], *stands: Stand, **changes: Any) -> StandsState:
    """A field with squadrons."""
    return field(*stands, squadrons={one.id: one for one in squadrons}, **changes)
