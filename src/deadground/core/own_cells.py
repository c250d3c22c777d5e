"""The cells an owner of the book may type over, what may stand in them, and how a book of them differs from ours.

    own_book: skirmish
    cells:
      terrain: {woods/value: 2}

This is the file that is kept, exported and imported. Only stand-ins can be typed over: what is printed, is printed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from deadground.core.charts import STAND_IN, Chart, Charts, Takes
from deadground.core.faults import Fault, did_you_mean
from deadground.core.loader import DataError, Document, FileRefused
from deadground.core.own_book import Cells, OwnBook, Value

LONGEST = 60
"""Letters in a cell."""

MOST_CELLS = 2000
"""More than all stand-ins together have."""


class BookFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An owner's book as a file."""

    own_book: str
    cells: dict[str, dict[str, Any]]


class OwnCell(msgspec.Struct, frozen=True, kw_only=True):
    """A cell that differs: the table, the cell in words, our value and the owner's."""

    chart: str
    title: str
    cell: str
    ours: Value
    own: Value
    rows: tuple[str, ...]


def open_charts(charts: Charts) -> list[Chart]:
    """The charts that have a stand-in to type over."""
    return [chart for chart in charts.charts.values() if chart.cells(STAND_IN)]


def cell_faults(charts: Charts, cells: Cells) -> list[Fault]:
    """Everything that is wrong with an owner's cells; each fault is at `chart:cell`."""
    known = {chart.name: chart for chart in open_charts(charts)}
    faults: list[Fault] = []
    for name, own in cells.items():
        if name in known:
            faults += (fault for at, value in own.items() for fault in faults_at(known[name], at, value))
        elif name in charts.charts:
            reason = f"every cell of '{name}' is printed: there is nothing of ours to type over"
            faults.append(Fault(name, reason))
        else:
            faults.append(Fault(name, f"there is no table '{name}': {did_you_mean(name, known)}"))
    if sum(map(len, cells.values())) > MOST_CELLS:
        faults.append(Fault("", f"more than {MOST_CELLS} cells"))
    return faults


def faults_at(chart: Chart, at: str, value: Value) -> Iterator[Fault]:
    """What is wrong with one cell."""
    where = f"{chart.name}:{at}"
    keys = tuple(at.split("/"))
    found = chart.cells().get(keys)
    if found is None:
        yield Fault(where, why_no_cell(chart, keys))
    elif found.layer != STAND_IN:
        yield Fault(where, f"{in_words(keys)} is printed: there is nothing of ours to type over", found.rows)
    elif not fits(takes_at(chart, keys), value):
        yield Fault(where, wanted(takes_at(chart, keys), value), found.rows)


def why_no_cell(chart: Chart, keys: tuple[str, ...]) -> str:
    """What is not known about a cell's keys."""
    if len(keys) != len(chart.axes):
        return f"a cell of '{chart.name}' is named by {' and '.join(axis.name for axis in chart.axes)}"
    for axis, key in zip(chart.axes, keys, strict=True):
        if key not in axis.keys:
            return f"'{axis.name}' has no '{key}': {did_you_mean(key, axis.keys)}"
    return f"'{chart.name}' has no cell {in_words(keys)}"


def takes_at(chart: Chart, keys: tuple[str, ...]) -> Takes:
    """What may be typed into a cell."""
    for one in chart.takes:
        if set(one.keys).intersection(keys):
            return one
    return next((one for one in chart.takes if not one.keys), None) or takes_of_itself(chart)


def takes_of_itself(chart: Chart) -> Takes:
    """What a chart takes that does not say: its own words, and numbers of two digits where it has numbers."""
    values = [cell.value for cell in chart.cells(STAND_IN).values()]
    words = tuple(dict.fromkeys(value for value in values if isinstance(value, str)))
    numbers = any(isinstance(value, int) for value in values)
    return Takes(words=words, least=0, most=99) if numbers else Takes(words=words)


def fits(takes: Takes, value: Value) -> bool:
    if isinstance(value, bool) or value is None:
        return False
    if isinstance(value, int):
        return takes.least is not None and takes.most is not None and takes.least <= value <= takes.most
    if not isinstance(value, str):
        return False
    short = len(value) <= LONGEST and value.isprintable()
    return short and (value in takes.words or bool(takes.like and re.fullmatch(takes.like, value)))


def wanted(takes: Takes, value: Value) -> str:
    """What a cell takes, for whoever typed something else."""
    ways = [f"a whole number from {takes.least} to {takes.most}"] if takes.least is not None else []
    ways += [f"one of {', '.join(takes.words)}"] if takes.words else []
    ways += [f"text such as {takes.example}"] if takes.like else []
    shown = f"'{value if len(str(value)) <= LONGEST else str(value)[:LONGEST] + ' …'}'"
    return f"{'nothing' if value is None else shown} cannot stand here: it takes {' or '.join(ways)}"


def as_typed(chart: Chart, at: str, value: Value) -> Value:
    """A value as the chart would have it: a number typed as text is a number where numbers are taken."""
    if not isinstance(value, str):
        return value
    typed = value.strip()
    number = takes_at(chart, tuple(at.split("/"))).least is not None
    return int(typed) if number and re.fullmatch(r"-?[0-9]{1,9}", typed) else typed


def tidied(charts: Charts, cells: Cells) -> Cells:
    """Cells as they are kept: numbers as numbers, and none that is as ours is."""
    found: Cells = {}
    for name, own in cells.items():
        chart = charts.charts.get(name)
        kept = {at: as_typed(chart, at, value) if chart else value for at, value in own.items()}
        ours = chart.cells() if chart else {}
        kept = {at: value for at, value in kept.items() if not same(ours.get(tuple(at.split("/"))), value)}
        if kept:
            found[name] = kept
    return OwnBook(found).cells


def same(cell: Any, value: Value) -> bool:
    return cell is not None and type(cell.value) is type(value) and cell.value == value


def differing(charts: Charts, book: OwnBook | None) -> tuple[OwnCell, ...]:
    """Every cell of a book beside ours, for whoever plays with it."""
    return tuple(
        OwnCell(
            chart=name,
            title=charts[name].title,
            cell=in_words(tuple(at.split("/"))),
            ours=charts[name].cells()[tuple(at.split("/"))].value,
            own=value,
            rows=charts[name].rows,
        )
        for name, own in (book.cells if book else {}).items()
        for at, value in own.items()
    )


def in_words(keys: tuple[str, ...]) -> str:
    return ", ".join(key.replace("_", " ") for key in keys)


def book_from(document: Document, system: str, charts: Charts) -> OwnBook:
    """The book in a file; a `DataError` with its line says what is wrong."""
    file = document.to(BookFile)
    if file.own_book != system:
        raise document.error(("own_book",), f"this is a book for '{file.own_book}', not for '{system}'")
    faults = cell_errors(document, charts, tidied(charts, file.cells))
    if faults:
        raise FileRefused(faults)
    return OwnBook(tidied(charts, file.cells))


def cell_errors(document: Document, charts: Charts, cells: Cells) -> list[DataError]:
    found = []
    for fault in cell_faults(charts, cells):
        name, _, at = fault.at.partition(":")
        found.append(document.error(("cells", name, at) if at else ("cells", name), fault.reason))
    return found


def written(system: str, book: OwnBook) -> str:
    """A book as the text of its file."""
    import yaml

    value = {"own_book": system, "cells": book.cells}
    text: str = yaml.safe_dump(value, sort_keys=False, allow_unicode=True, width=110)
    return text
