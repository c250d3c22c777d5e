"""What a scenario sets otherwise than the book: single numbers, and cells of charts by name. KIM-8.2e

A cell is called by its chart and its keys, `armour_hit.1.long.A`. A rule that looks a chart up asks `cell`, which
knows what the scenario says; a dash of the book cannot become a number by a scenario's word alone, nor the reverse.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from deadground.core.charts import Chart, Charts
from deadground.core.citing import cite
from deadground.systems.stands.numbers import BOOK, Overrides

DATA = Path(__file__).parent / "data"

PRINTED = ("armour_hit", "infantry_hit", "movement", "card_sheet")
"""The charts of the book. What ground does is said by piece, in the map or the scenario."""


@cache
def charts() -> Charts:
    """The charts of the book."""
    return Charts.load(DATA)


class Changed(msgspec.Struct, frozen=True):
    """A number that a scenario sets otherwise: its name, what is printed, what holds here, and its rows.

    Distances are in millimetres.
    """

    name: str
    printed: int
    here: int
    rows: tuple[str, ...]


@cache
def cells() -> dict[str, tuple[int, tuple[str, ...]]]:
    """Every number of the charts by name, with the rows it belongs to."""
    return {
        name_of_cell(chart, record): (value, chart.rows)
        for chart in charts().charts.values()
        if short(chart) in PRINTED
        for record in chart.records()
        if isinstance(value := record[chart.value or "value"], int)
    }


def short(chart: Chart) -> str:
    """A chart's name without that of the system."""
    return chart.name.removeprefix("stands.")


def name_of_cell(chart: Chart, record: Mapping[str, Any]) -> str:
    """What a scenario calls a cell, by a record of the chart."""
    return ".".join((short(chart), *(str(record[axis.name]) for axis in chart.axes)))


def records_here(state: Overrides, chart: Chart) -> list[dict[str, Any]]:
    """Every cell of a chart as a record, with the number that this battle uses. KIM-8.2e"""
    found = list(chart.records())
    for record in found:
        here = state.numbers.get(name_of_cell(chart, record))
        if here is not None:
            cite("KIM-8.2e")
            record[chart.value or "value"] = here
            record |= {"layer": "scenario"} if "layer" in record else {}
    return found


def cell(state: Overrides, chart: Chart, *at: str | int) -> int | None:
    """A number of a chart as this battle uses it; None where there is a dash. Cites its rows."""
    printed = chart.number(*at)
    if printed is None or not state.numbers:
        return printed
    keys = [axis.key_of(value) for axis, value in zip(chart.axes, at, strict=True)]
    name = ".".join((short(chart), *(str(key) for key in keys)))
    if name in state.numbers:
        cite("KIM-8.2e")
    return state.numbers.get(name, printed)


def value_of(name: str, given: int) -> int:
    """A number of a scenario file as the state holds it: tenths for a distance in millimetres."""
    found = BOOK.all.get(name)
    return given * 10 if found is not None and found.mm is not None else given


def differing(state: Overrides) -> list[Changed]:
    """What a scenario sets otherwise than the book, in its order. KIM-8.2e"""
    cite("KIM-8.2e")
    found = []
    for name, value in state.numbers.items():
        if name in BOOK.all:
            one = BOOK.all[name]
            scale = 10 if one.mm is not None else 1
            entry = Changed(name, one.value // scale, value // scale, one.rows)
        else:
            printed, rows = cells()[name]
            entry = Changed(name, printed, value, rows)
        if entry.printed != entry.here:
            found.append(entry)
    return found
