"""Ids in plain data: the pieces that a state holds, and every word in a value."""

from __future__ import annotations

from typing import Any

from deadground.core.records import PIECES, State, walk


def pieces_of(state: State) -> set[str]:
    """The ids of every piece in a state: of the records that a seat may not know of."""
    return {id for name in PIECES[type(state)] for id in getattr(state, name)}


def words_in(value: Any) -> set[str]:
    words: set[str] = set()
    walk(value, lambda one: words.add(one) if isinstance(one, str) else None)
    return words
