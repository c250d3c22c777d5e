"""What a game is played with that is not as we ship it: somebody's own squads, somebody's own book."""

from __future__ import annotations

from typing import Any

import msgspec

from deadground.core.own_cells import OwnCell, differing
from deadground.core.system import Setup, System


class BroughtRoster(msgspec.Struct, frozen=True):
    """A squad that somebody brought to a side."""

    side: str
    title: str
    men: int
    house: bool


class Brought(msgspec.Struct, frozen=True):
    """Cells that differ from our stand-ins, and squads that stand in the place of the scenario's."""

    own_book: list[OwnCell]
    rosters: list[BroughtRoster]


def brought_to(system: System[Any], setup: Setup) -> Brought:
    """What everybody at the table may know of how a game was set up."""
    charts = system.own_charts()
    cells = differing(charts, setup.own_book) if charts else ()
    sides = {side.id: side.name for side in system.sheet(setup.scenario).sides}
    rosters = [
        BroughtRoster(sides.get(side, side), one["roster"], len(one["men"]), bool(one.get("house")))
        for side, one in setup.details.get("rosters", {}).items()
    ]
    return Brought(list(cells), rosters)
