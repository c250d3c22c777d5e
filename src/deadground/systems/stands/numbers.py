"""Single numbers of the book by name: distances in millimetres and plain numbers, each with its rows.

A scenario may set any of them otherwise, and the engine can say which ones differ (KIM-8.2e).
"""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from deadground.systems.kit.numbers import BookNumbers

BOOK = BookNumbers(Path(__file__).parent / "data" / "numbers")


class Overrides(Protocol):
    """Anything that knows what a scenario sets otherwise: a state or a view's state."""

    numbers: dict[str, int]


def number(state: Overrides, name: str) -> int:
    """A number as this battle uses it: tenths for a distance, else the number."""
    printed = BOOK(name)
    return state.numbers.get(name, printed)
