"""Whether an owner's cells can be read: every table that they may lie over is read once, as a game does."""

from __future__ import annotations

from deadground.core.faults import Fault
from deadground.core.own_book import Cells, OwnBook, in_force
from deadground.systems.kit.options import DEFAULTS
from deadground.systems.skirmish.charts import chart
from deadground.systems.skirmish.lists import all_nations, all_units, column
from deadground.systems.skirmish.terrain import terrain
from deadground.systems.skirmish.weapons import all_weapons

A_YEAR = 1943
"""Columns change a little by the year; every one can be read in this."""


def unreadable(cells: Cells) -> list[Fault]:
    """What the rules could not make sense of, though each cell by itself looks well."""
    try:
        with in_force(OwnBook(cells)):
            read_all()
    except (ValueError, TypeError, KeyError) as error:
        return [Fault("", f"the tables cannot be read with these cells: {error}")]
    return []


def read_all() -> None:
    """Read whatever is made of charts that have stand-ins."""
    all_weapons()
    for kind in chart("terrain").lines():
        terrain(kind)
    for nation in all_nations():
        for unit in all_units(nation):
            column(nation, unit, A_YEAR, DEFAULTS)
