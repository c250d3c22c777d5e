"""Single numbers of the book by name: distances in inches and plain numbers, each with its rows."""

from __future__ import annotations

from pathlib import Path

from deadground.systems.kit.numbers import BookNumbers

number = BookNumbers(Path(__file__).parent / "data" / "numbers")
"""`number(name)` is tenths for a distance, else the number itself; it cites the number's rows."""
