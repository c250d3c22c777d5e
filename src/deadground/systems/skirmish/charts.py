"""The printed tables of this system: every chart in `data`, with errata and stand-ins laid over, read once.

While the rules of a game run that is played with an owner's own book, his cells lie over ours: core/own_book.py.
"""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path

from deadground.core.charts import Chart, Charts
from deadground.core.own_book import BOOKS_KEPT, OwnBook, current

DATA = Path(__file__).parent / "data"


@cache
def shipped() -> Charts:
    """Every chart by name, as we ship it."""
    return Charts.load(DATA)


@lru_cache(maxsize=BOOKS_KEPT)
def owned(book: OwnBook) -> Charts:
    """Every chart with an owner's cells on top."""
    return shipped().over(book.cells)


def charts() -> Charts:
    """Every chart by name, as it is in force."""
    book = current()
    return shipped() if book is None else owned(book)


def chart(name: str) -> Chart:
    """One chart."""
    return charts()[name]


def whole(value: int | str | None) -> int:
    """A cell that must be a number."""
    if not isinstance(value, int):
        raise TypeError(f"'{value}' stands where a number is wanted")
    return value
