"""Single numbers of a book by name: distances and plain numbers, each with its rows.

They lie in a system's `data/numbers`, one file per chapter. Reading a number cites its rows.
"""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

import msgspec

from deadground.core.citing import cite
from deadground.core.faults import did_you_mean
from deadground.core.loader import load
from deadground.space.units import inches, mm


class Number(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One number: a distance (`mm` or `inches`) or a plain one (`number`), and where it is printed."""

    name: str
    rows: tuple[str, ...]
    section: str = ""
    mm: int | None = None
    inches: int | float | None = None
    number: int | None = None
    note: str = ""

    def __post_init__(self) -> None:
        if [self.mm, self.inches, self.number].count(None) != 2:
            raise ValueError(f"`{self.name}` needs one of `mm`, `inches` and `number`")

    @property
    def value(self) -> int:
        """Tenths for a distance, else the number."""
        if self.mm is not None:
            return mm(self.mm)
        return inches(self.inches) if self.inches is not None else int(self.number or 0)


class NumberFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    numbers: tuple[Number, ...]


class BookNumbers:
    """The numbers of a system's book, which lie in a folder of it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @cached_property
    def all(self) -> dict[str, Number]:
        """Every number by name."""
        found: dict[str, Number] = {}
        for path in sorted(self.folder.glob("*.yaml")):
            document = load(path)
            for i, one in enumerate(document.to(NumberFile).numbers):
                if one.name in found:
                    raise document.error(("numbers", i, "name"), f"the number '{one.name}' is there twice")
                found[one.name] = one
        return found

    @cached_property
    def _values(self) -> dict[str, tuple[int, tuple[str, ...]]]:
        return {name: (one.value, one.rows) for name, one in self.all.items()}

    def __call__(self, name: str) -> int:
        """A number as it is printed: tenths for a distance, else the number itself."""
        try:
            value, rows = self._values[name]
        except KeyError:
            raise KeyError(f"no number '{name}': {did_you_mean(name, self.all)}") from None
        cite(*rows)
        return value
