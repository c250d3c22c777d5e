"""Single numbers of the book by name: distances in inches and plain numbers, each with its rows.

They lie in data/numbers, one file per chapter. Reading a number cites its rows.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from deadground.core.citing import cite
from deadground.core.faults import did_you_mean
from deadground.core.loader import load
from deadground.space.units import inches

FOLDER = Path(__file__).parent / "data" / "numbers"


class Number(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One number: a distance (`inches`) or a plain one (`number`), and where it is printed."""

    name: str
    rows: tuple[str, ...]
    inches: int | float | None = None
    number: int | None = None
    note: str = ""

    def __post_init__(self) -> None:
        if (self.inches is None) == (self.number is None):
            raise ValueError(f"the number `{self.name}` needs either `inches` or `number`")

    @property
    def value(self) -> int:
        """Tenths for a distance, else the number."""
        return inches(self.inches) if self.inches is not None else int(self.number or 0)


class NumberFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    numbers: tuple[Number, ...]


@cache
def numbers() -> dict[str, Number]:
    """Every number by name."""
    found: dict[str, Number] = {}
    for path in sorted(FOLDER.glob("*.yaml")):
        document = load(path)
        for i, one in enumerate(document.to(NumberFile).numbers):
            if one.name in found:
                raise document.error(("numbers", i, "name"), f"the number '{one.name}' is there twice")
            found[one.name] = one
    return found


@cache
def _values() -> dict[str, tuple[int, tuple[str, ...]]]:
    return {name: (one.value, one.rows) for name, one in numbers().items()}


def number(name: str) -> int:
    """A number of the book: tenths for a distance, else the number itself."""
    found = _values().get(name)
    if found is None:
        raise KeyError(f"no number '{name}': {did_you_mean(name, numbers())}")
    cite(*found[1])
    return found[0]
