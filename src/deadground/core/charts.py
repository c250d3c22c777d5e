"""Printed tables as data: loaded once, checked, looked up with the rule rows they come from.

A chart is one file in a system's `data` folder and holds what is printed. Corrections lie apart, in folders of
the same name as their layer: `errata` and `stand_in` (ours, where the book's own table is missing). Over them lies
`mine`: what an owner of the book typed in on his own machine, which is never shipped. The topmost layer that has a
cell wins, and the cell says which one spoke.

    chart: duel.to_hit
    title: Score needed to hit
    rows: [DUEL-3]
    source: {document: The duel, section: "3"}
    axes:
      - {name: band, bands: {close: 100, long: 300}}       # upper limits, inclusive
      - {name: stance, values: [standing, down]}
    cells:
      close: [3, 5]
      long: [4, null]                                      # null: printed as a dash, no score will do

`value: score` names the cells in listings; without it they are called `value`. A stand-in says in `takes` what an
owner of the book may type in its place: see core/own_cells.py.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from copy import copy
from itertools import product
from pathlib import Path
from typing import Any

import msgspec

from deadground.core.citing import cite
from deadground.core.faults import did_you_mean
from deadground.core.loader import DataError, Document, load
from deadground.core.own_book import Value

PRINTED = "printed"
STAND_IN = "stand_in"
MINE = "mine"
LAYERS = ("errata", STAND_IN)
"""The layers above the printed one that are shipped, lowest first; what an owner types lies over both."""


class Origin(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a table is printed."""

    document: str
    section: str


class Axis(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One side of a table: listed values, or bands with their inclusive upper limits in rising order."""

    name: str
    values: tuple[str, ...] = ()
    bands: dict[str, int] = {}

    @property
    def keys(self) -> tuple[str, ...]:
        return self.values or tuple(self.bands)

    def key_of(self, value: str | int) -> str | None:
        """The key a value falls under; None beyond the last band."""
        if isinstance(value, int) and self.bands:
            return next((band for band, limit in self.bands.items() if value <= limit), None)
        if value not in self.keys:
            raise KeyError(f"{self.name} has no '{value}': {did_you_mean(str(value), self.keys)}")
        return str(value)


class Takes(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What an owner may type into cells: whole numbers, some words, or text of a form.

    It holds for the cells under one of these `keys`; without keys for every cell that no other line speaks of.
    """

    keys: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None
    words: tuple[str, ...] = ()
    like: str = ""
    """A pattern that the whole text must match."""
    example: str = ""
    """Such a text, for whoever is refused."""


class ChartFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A chart as its file holds it. A layer's file names the chart and gives only the cells it changes."""

    chart: str
    cells: Any
    title: str = ""
    rows: tuple[str, ...] = ()
    source: Origin | None = None
    axes: tuple[Axis, ...] = ()
    reason: str = ""
    value: str = ""
    takes: tuple[Takes, ...] = ()


class Cell(msgspec.Struct, frozen=True):
    """One cell: its value, the layer that spoke, and the rule rows."""

    value: Value
    layer: str
    rows: tuple[str, ...]


class Chart:
    """A table. Looking a cell up cites its rows."""

    def __init__(self, file: ChartFile, cells: dict[tuple[str, ...], Cell]) -> None:
        self.name = file.chart
        self.title = file.title
        self.rows = file.rows
        self.source = file.source
        self.axes = file.axes
        self.value = file.value
        self.takes = file.takes
        self.reason = file.reason
        self._printed = {keys: cell for keys, cell in cells.items() if cell.layer == PRINTED}
        self._cells = cells
        self._found: dict[tuple[str | int, ...], Cell] = {}

    def look_up(self, *at: str | int) -> Cell:
        """The cell at these places; beyond the last band there is none, and its value is None."""
        cell = self._found.get(at)
        if cell is None:
            cell = self._found[at] = self._find(at)
        cite(*cell.rows)
        return cell

    def _find(self, at: tuple[str | int, ...]) -> Cell:
        found = [axis.key_of(value) for axis, value in zip(self.axes, at, strict=True)]
        keys = tuple(key for key in found if key is not None)
        return self._cells[keys] if len(keys) == len(found) else Cell(None, PRINTED, self.rows)

    def as_printed(self, *at: str) -> Cell:
        """The cell as the book has it, whatever lies over it: for a correction that is switched off."""
        cell = self._printed[at]
        cite(*cell.rows)
        return cell

    def lines(self, axis: int = 0) -> tuple[str, ...]:
        """The keys of an axis, in its order: the lines of a table."""
        return self.axes[axis].keys

    def number(self, *at: str | int) -> int | None:
        """The cell's number, or None where the table has a dash."""
        value = self.look_up(*at).value
        if isinstance(value, str):
            raise TypeError(f"{self.name} has '{value}' where a number is wanted")
        return value

    def cells(self, layer: str = "used") -> dict[tuple[str, ...], Cell]:
        """Cells by their keys: those in use, those that are printed, or those in use of one other layer."""
        if layer == PRINTED:
            return self._printed
        return {keys: cell for keys, cell in self._cells.items() if layer in ("used", cell.layer)}

    @property
    def is_ours(self) -> bool:
        """Whether nothing of it is the book's own."""
        return all(cell.layer == STAND_IN for cell in self._cells.values())

    @property
    def heading(self) -> str:
        return f"{self.title} †" if self.is_ours else self.title

    def grid(self) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
        """The cells in use as a table to be read, headings and lines: the last of several axes runs across.

        A dagger marks what is ours and not the book's: single cells, or the title where it is all of them.
        """
        ours = self.is_ours
        if len(self.axes) == 1:
            headings: tuple[str, ...] = (in_words(self.axes[0].name), in_words(self.value or "value"))
            return headings, [(in_words(key), shown(cell, ours)) for (key,), cell in self._cells.items()]
        *down, across = self.axes
        headings = (*(in_words(axis.name) for axis in down), *map(in_words, across.keys))
        lines = [
            (*map(in_words, keys), *(shown(self._cells[(*keys, key)], ours) for key in across.keys))
            for keys in product(*(axis.keys for axis in down))
        ]
        return headings, lines

    def over(self, own: Mapping[str, Value]) -> Chart:
        """The same chart with an owner's cells on top, which were checked before."""
        new = copy(self)
        new._cells, new._found = dict(self._cells), {}
        for at, value in own.items():
            keys = tuple(at.split("/"))
            new._cells[keys] = Cell(value, MINE, self._cells[keys].rows)
        return new

    def records(self, layer: str = "used") -> Iterator[dict[str, Value]]:
        """Every cell as a record of its axes, value and layer: those in use, or those of one layer.

        A chart that names its value has the layer only where one has spoken over the printed cells.
        """
        plain = self.value and all(cell.layer == PRINTED for cell in self._cells.values())
        for keys, cell in self.cells(layer).items():
            axes = {axis.name: number_or_word(key) for axis, key in zip(self.axes, keys, strict=True)}
            record: dict[str, Value] = {**axes, self.value or "value": cell.value}
            yield record if plain else {**record, "layer": cell.layer}


class Charts:
    """The charts of a system, by name, and a digest over the files they came from."""

    def __init__(self, charts: dict[str, Chart], digest: str) -> None:
        self.charts = charts
        self.digest = digest

    def __getitem__(self, name: str) -> Chart:
        if name not in self.charts:
            raise KeyError(f"no chart '{name}': {did_you_mean(name, self.charts)}")
        return self.charts[name]

    def over(self, own: Mapping[str, Mapping[str, Value]]) -> Charts:
        """The same charts with an owner's cells on top: see core/own_cells.py, which checks them."""
        changed = {name: self[name].over(cells) for name, cells in own.items()}
        return Charts({**self.charts, **changed}, self.digest)

    @classmethod
    def load(cls, folder: Path) -> Charts:
        """The charts in a folder and its layers."""
        printed = {document.name: document for document in documents(folder)}
        layers = {layer: documents(folder / layer) for layer in LAYERS}
        charts: dict[str, Chart] = {}
        for document in printed.values():
            file = document.to(ChartFile)
            if file.chart in charts:
                raise document.error(("chart",), f"the chart '{file.chart}' is in two files")
            charts[file.chart] = Chart(file, cells_of(document, file))
        for layer in LAYERS:
            for document in layers[layer]:
                overlay(charts, document, layer)
        digest = hashlib.blake2b(digest_size=16)
        for layer, found in ((PRINTED, list(printed.values())), *layers.items()):
            for document in found:
                digest.update(msgspec.json.encode((layer, Path(document.name).name, document.value)))
        return cls(charts, digest.hexdigest())


def in_words(name: str) -> str:
    return name.replace("_", " ")


def shown(cell: Cell, ours: bool) -> str:
    """A cell as it stands in a table; in one that is all ours none is marked."""
    text = "-" if cell.value is None else in_words(str(cell.value))
    return f"{text}†" if cell.layer == STAND_IN and not ours else text


def number_or_word(key: str) -> int | str:
    """A key as a record has it: gun group 1 is the number."""
    return int(key) if key.isdecimal() else key


def documents(folder: Path) -> list[Document]:
    return [load(path) for path in sorted(folder.glob("*.yaml"))]


def cells_of(document: Document, file: ChartFile) -> dict[tuple[str, ...], Cell]:
    """Every cell of a printed chart; one too few or too many is an error."""
    check_axes(document, file)
    found = dict(walk(document, file.axes, document.value["cells"], ()))
    wanted = list(product(*(axis.keys for axis in file.axes)))
    missing = next((keys for keys in wanted if keys not in found), None)
    if missing is not None:
        advice = "write null where the table has a dash"
        raise document.error(("cells",), f"the cell {' / '.join(missing)} is missing", advice)
    return {keys: Cell(found[keys], PRINTED, file.rows) for keys in wanted}


def check_axes(document: Document, file: ChartFile) -> None:
    if not (file.axes and file.rows and file.title and file.source):
        raise document.error((), "a chart needs title, rows, source and axes")
    for i, axis in enumerate(file.axes):
        if bool(axis.values) == bool(axis.bands):
            raise document.error(("axes", i), f"the axis '{axis.name}' needs values or bands, not both")
        if len(set(axis.values)) < len(axis.values):
            raise document.error(("axes", i, "values"), f"the axis '{axis.name}' lists a value twice")
        limits = list(axis.bands.values())
        if limits != sorted(set(limits)):
            raise document.error(("axes", i), f"the bands of '{axis.name}' must rise")


Way = tuple[str | int, ...]


def walk(
    document: Document, axes: tuple[Axis, ...], node: Any, keys: tuple[str, ...], way: Way = ("cells",)
) -> Iterator[tuple[tuple[str, ...], Value]]:
    """The cells below a node with their keys. The last axis may be a list, in the axis's order."""
    if not axes:
        if node is not None and type(node) not in (int, str):
            raise document.error(way, f"a cell is a whole number, a word or null, not {node!r}")
        yield keys, node
        return
    axis, *rest = axes
    if isinstance(node, list) and not rest:
        if len(node) != len(axis.keys):
            expected = f"{len(axis.keys)} cells for {', '.join(axis.keys)}"
            raise document.error(way, f"{len(node)} cells where '{axis.name}' has {len(axis.keys)}", expected)
        for i, (key, value) in enumerate(zip(axis.keys, node, strict=True)):
            yield from walk(document, (), value, (*keys, key), (*way, i))
    elif isinstance(node, dict):
        for key, value in node.items():
            if key not in axis.keys:
                raise document.error(
                    (*way, key), f"'{axis.name}' has no '{key}'", did_you_mean(str(key), axis.keys)
                )
            yield from walk(document, tuple(rest), value, (*keys, str(key)), (*way, key))
    else:
        raise document.error(way, f"cells by '{axis.name}' are wanted here")


def overlay(charts: dict[str, Chart], document: Document, layer: str) -> None:
    """Lay a layer's cells over a chart."""
    file = document.to(ChartFile)
    if not file.reason:
        raise document.error((), f"a file in the layer '{layer}' needs a reason")
    if layer == "stand_in" and file.chart not in charts:
        cells = cells_of(document, file)
        charts[file.chart] = Chart(file, {keys: Cell(c.value, layer, c.rows) for keys, c in cells.items()})
        return
    if file.chart not in charts:
        raise document.error(
            ("chart",), f"no chart '{file.chart}' to change", did_you_mean(file.chart, charts)
        )
    chart = charts[file.chart]
    if layer == STAND_IN:
        chart.takes, chart.reason = file.takes, file.reason
    for keys, value in walk(document, chart.axes, document.value["cells"], ()):
        chart._cells[keys] = Cell(value, layer, (*chart.rows, *file.rows))


__all__ = ["Axis", "Cell", "Chart", "Charts", "DataError"]
