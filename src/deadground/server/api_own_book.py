"""What the HTTP API takes and gives for the owner's own book, as plain structs."""

from __future__ import annotations

import msgspec

from deadground.core.charts import Takes
from deadground.core.faults import Fault
from deadground.core.own_book import Cells, Value
from deadground.core.own_cells import OwnCell


class BookCell(msgspec.Struct, frozen=True, kw_only=True):
    """A cell of a table: its name, our value, and what may be typed. One that is printed takes nothing."""

    at: str
    ours: Value
    printed: bool
    takes: Takes | None


class BookTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table with stand-ins in it, line by line; `columns` and `lines` are the keys of its axes."""

    chart: str
    title: str
    reason: str
    rows: list[str]
    axes: list[str]
    columns: list[str]
    lines: list[list[BookCell]]
    names: list[str]
    """What each line is called."""


class OwnBooks(msgspec.Struct, frozen=True):
    """The systems that have tables to type over, by name."""

    systems: list[str]


class OwnBookShown(msgspec.Struct, frozen=True, kw_only=True):
    """The tables of a system that can be typed over, and what the owner has typed.

    `why` says why nothing can be kept here, `trouble` what is wrong with the file that is kept.
    """

    system: str
    title: str
    why: str
    trouble: str
    tables: list[BookTable]
    cells: Cells
    text: str


class BookOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Cells to be checked or kept. A number may come as text."""

    cells: Cells


class BookText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The text of a book's file."""

    text: str


class BookChecked(msgspec.Struct, frozen=True, kw_only=True):
    """Cells as they would be kept, what is wrong with them, how they differ, and the text of their file."""

    cells: Cells
    faults: list[Fault]
    differs: list[OwnCell]
    text: str
