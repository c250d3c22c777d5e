"""How commands print: plain text that wraps, tables in which no name is cut, and JSON."""

from __future__ import annotations

import os
import sys
from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

IN_A_FILE = 500
"""Columns where nobody's screen wraps the lines: in a file, or on the way to another program."""


def console(*, stderr: bool = False) -> Console:
    from rich.console import Console

    to_screen = (sys.stderr if stderr else sys.stdout).isatty() or "COLUMNS" in os.environ
    return Console(
        highlight=False, markup=False, emoji=False, stderr=stderr, width=None if to_screen else IN_A_FILE
    )


def listing(
    *headings: str, title: str = "", named: Collection[str] = (), right: Collection[str] = ()
) -> Table:
    """A table without lines. What is in the first column, or in one that is `named`, is for typing and stays whole;
    the other columns wrap. Those on the `right` hold numbers."""
    from rich.table import Table

    table = Table(title=title or None, title_justify="left", title_style="bold", box=None)
    for place, heading in enumerate(headings):
        whole = place == 0 or heading in named
        table.add_column(
            heading, no_wrap=whole, overflow="fold", justify="right" if heading in right else "left"
        )
    return table


def has_room(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> bool:
    """Whether a table of these rows fits the screen without breaking a word."""
    widths = [0] * len(headings)
    for row in (headings, *rows):
        for place, cell in enumerate(row):
            widths[place] = max(widths[place], *(len(word) for word in cell.split() or [""]))
    return sum(widths) + 2 * len(widths) <= console().width


def print_json(value: Any) -> None:
    sys.stdout.write(msgspec.json.format(msgspec.json.encode(value), indent=2).decode() + "\n")
