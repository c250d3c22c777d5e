"""What the tests of gestures share: a squad before a house or a wall, a drag, and where it ends."""

from __future__ import annotations

from typing import Any

import msgspec

from deadground.core.requests import Gesture, Order
from deadground.systems.skirmish.rules.activation.activation import Activation
from deadground.testing.play import Play
from tests.systems.skirmish.system import playing
from tests.systems.skirmish.table import foe, man, table

HOUSE = "  - {id: house, kind: structure, polygon: [[0, 20], [12, 20], [12, 30], [0, 30]]}"
WALL = "  - {id: wall, kind: wall, line: [[4, 34], [16, 34]]}"


def drag(
    p: Play[Any], *pieces: str, to: Any = None, act: str = "drag", draft: Any = None, **given: Any
) -> Any:
    gesture = Gesture(act=act, pieces=pieces, to=to, given=given)
    return p.asked("red").edit(p.match.view("red"), draft, gesture)


def as_draft(orders: Any) -> list[Order]:
    """Orders as they come from a page."""
    return msgspec.convert(orders, list[Order])


def begun(pieces: str = HOUSE) -> Any:
    state = table(
        man("a", (8, 38), rep=5, rank="squad_leader"),
        man("b", (10, 38)),
        man("c", (9, 40)),
        foe("x", (12, 10)),
        pieces=pieces,
    )
    return playing(state, Activation("red-1"))


def ends(look: Any) -> dict[str, tuple[int, int]]:
    (order,) = look.value
    return {id: tuple(way["points"][-1]) for id, way in order["plan"]["paths"].items()}
