"""From my own book: what an owner of the book typed over our stand-ins, and which of it is in force.

A game carries the values it is played with in its set-up, so that a replay, an audit and an opponent elsewhere
need no file of the owner's. Rules look charts up without naming a game; while the rules of a game run, the kernel
says here which book they run by. Nothing of it reaches other games of the same process.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextvars import ContextVar, Token
from functools import cache, lru_cache, wraps
from typing import Any, ParamSpec, TypeVar

import msgspec

Value = int | str | None
Cells = dict[str, dict[str, Value]]
"""By chart and cell; the keys of a cell are joined by a slash: `{"terrain": {"woods/value": 2}}`."""

DETAIL = "own_book"
"""Where a set-up keeps it."""

BOOKS_KEPT = 64
"""For how many books at once a process remembers what it has worked out."""

P = ParamSpec("P")
T = TypeVar("T")


class OwnBook:
    """Cells of an owner, known by what is in them."""

    __slots__ = ("_known_by", "cells")

    def __init__(self, cells: Mapping[str, Mapping[str, Value]]) -> None:
        self.cells: Cells = {chart: dict(sorted(own.items())) for chart, own in sorted(cells.items()) if own}
        self._known_by = msgspec.json.encode(self.cells)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OwnBook) and self._known_by == other._known_by

    def __hash__(self) -> int:
        return hash(self._known_by)

    def __len__(self) -> int:
        return sum(map(len, self.cells.values()))


def book_of(details: Mapping[str, Any]) -> OwnBook | None:
    """The book that a set-up brings; None where it is played as the tables are shipped."""
    cells = details.get(DETAIL)
    return OwnBook(cells) if cells else None


_current: ContextVar[OwnBook | None] = ContextVar("own book", default=None)
current = _current.get
"""The book in force here, or None."""


class in_force:  # noqa: N801
    """`with in_force(book):` everything inside looks its charts up in this book, or, with None, in ours."""

    __slots__ = ("_book", "_token")

    def __init__(self, book: OwnBook | None) -> None:
        self._book = book

    def __enter__(self) -> None:
        self._token: Token[OwnBook | None] = _current.set(self._book)

    def __exit__(self, *_: object) -> None:
        _current.reset(self._token)


def per_book(make: Callable[P, T]) -> Callable[P, T]:
    """As `functools.cache`, for what depends on charts: each book has answers of its own."""
    shipped = cache(make)

    @lru_cache(maxsize=BOOKS_KEPT * 64)
    def own(book: OwnBook, *args: Any) -> T:
        return make(*args)  # type: ignore[call-arg]

    @wraps(make)
    def kept(*args: Any) -> T:
        book = current()
        return shipped(*args) if book is None else own(book, *args)

    return kept  # type: ignore[return-value]
