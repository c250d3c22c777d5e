"""The rule systems and their catalogues, each read when it is first asked for."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from deadground.core.catalogue import Catalogue

SYSTEMS = ("skirmish", "stands", "orsha")


@cache
def catalogue(system: str) -> Catalogue:
    """The rule rows and rulings of one system."""
    if system not in SYSTEMS:
        raise KeyError(system)
    return Catalogue.load(Path(__file__).parent / system)


def catalogues() -> dict[str, Catalogue]:
    """The catalogues of all systems, by name."""
    return {system: catalogue(system) for system in SYSTEMS}
