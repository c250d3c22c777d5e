"""Saved positions in an older layout, carried over one schema at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

Plain = dict[str, Any]
Migrations = Mapping[int, Callable[[Plain], Plain]]
"""From schema n to n + 1."""


def states_in(position: Plain) -> Iterator[Plain]:
    """The state of a saved position, and what lies under its veils."""
    yield position["state"]
    for veil in (position["pending"] or {}).get("veils", {}).values():
        yield veil["state"]


def pieces_of_orders(plain: Any) -> Any:
    """Orders named the pieces they are for `stands`, whatever stood on the table."""
    if isinstance(plain, list | tuple):
        return [pieces_of_orders(one) for one in plain]
    if not isinstance(plain, dict):
        return plain
    is_order = plain.keys() >= {"unit", "card", "stands"}
    return {
        "pieces" if is_order and name == "stands" else name: pieces_of_orders(one)
        for name, one in plain.items()
    }
