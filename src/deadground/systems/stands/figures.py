"""Single numbers of the book by name: distances in millimetres and plain numbers, each with its rows.

They lie in data/figures, one file per chapter. A scenario may set any of them otherwise, and the engine can say
which ones differ (KIM-8.2e). Reading a figure cites its rows.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Protocol

import msgspec

from deadground.core.citing import cite
from deadground.core.faults import did_you_mean
from deadground.core.loader import DataError, load
from deadground.space.units import IN_TENTHS

TENTHS = IN_TENTHS["mm"]
FOLDER = Path(__file__).parent / "data" / "figures"


class Figure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One number: a distance in millimetres (`mm`) or a plain number (`number`), and where it is printed."""

    name: str
    rows: tuple[str, ...]
    section: str
    mm: int | None = None
    number: int | None = None
    note: str = ""

    def __post_init__(self) -> None:
        if (self.mm is None) == (self.number is None):
            raise ValueError(f"the figure `{self.name}` needs either `mm` or `number`")

    @property
    def printed(self) -> int:
        """The printed value: tenths for a distance, else the number."""
        return self.mm * TENTHS if self.mm is not None else int(self.number or 0)


class FigureFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    figures: tuple[Figure, ...]


class Overrides(Protocol):
    """Anything that knows what a scenario sets otherwise: a state or a view's state."""

    figures: dict[str, int]


@cache
def figures() -> dict[str, Figure]:
    """Every figure by name."""
    found: dict[str, Figure] = {}
    for path in sorted(FOLDER.glob("*.yaml")):
        document = load(path)
        for i, one in enumerate(document.to(FigureFile).figures):
            if one.name in found:
                raise document.error(("figures", i, "name"), f"the figure '{one.name}' is there twice")
            found[one.name] = one
    return found


@cache
def figure_named(name: str) -> tuple[int, tuple[str, ...]]:
    """What is printed for a figure, and its rows."""
    found = figures().get(name)
    if found is None:
        raise KeyError(f"no figure '{name}': {did_you_mean(name, figures())}")
    return found.printed, found.rows


def figure(state: Overrides, name: str) -> int:
    """A figure as this battle uses it: tenths for a distance, else the number."""
    printed, rows = figure_named(name)
    cite(*rows)
    return state.figures.get(name, printed)


__all__ = ["DataError", "Figure", "figure", "figures"]
