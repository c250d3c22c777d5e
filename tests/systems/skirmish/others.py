"""Who stands on a table and is no soldier, for tests: inches and degrees in, as in `table.py`."""

from __future__ import annotations

from deadground.space.units import inches
from deadground.systems.skirmish.state import Bystander
from tests.systems.skirmish.table import At, point


def civilian(id: str, at: At) -> Bystander:
    return Bystander(id, id.capitalize(), "civilian", point(at))


def wagon(id: str, at: At, side: str = "", facing: float = 0, size: At = (2, 4)) -> Bystander:
    """A wagon: so wide, so deep."""
    width, depth = inches(size[0]), inches(size[1])
    return Bystander(id, id.capitalize(), "wagon", point(at), round(facing * 10), width, depth, side)
