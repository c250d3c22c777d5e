"""Guns in a fixed position: where they began the game, or where the night left them. KIM-4.6e"""

from __future__ import annotations

from collections.abc import Iterable

from deadground.core.citing import cite
from deadground.systems.stands.game import Stands, kind_of
from deadground.systems.stands.state import Stand


def dig_in_guns(g: Stands) -> None:
    """At the end of a night turn every anti-tank gun is fixed where it stands. KIM-4.6e"""
    cite("KIM-4.6e")
    for gun in towed_at_guns(g.state.stands.values()):
        gun.fixed = True


def towed_at_guns(stands: Iterable[Stand]) -> Iterable[Stand]:
    return (stand for stand in stands if kind_of(stand).troop == "at_gun")
