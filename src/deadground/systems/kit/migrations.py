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
