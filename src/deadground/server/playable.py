"""What can be played at this table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from deadground.bots.api import Bot
from deadground.bots.random import RandomBot
from deadground.core.catalogue import Catalogue
from deadground.core.system import System
from deadground.systems import registry
from deadground.testing import duel
from deadground.testing.duel import DUEL

Systems = Mapping[str, System[Any]]

BOTS: Mapping[str, Callable[[Random], Bot]] = {"random": RandomBot}
"""The opponents that can be asked for, by name."""


@cache
def duel_rows() -> Catalogue:
    """The duel's own rule rows: its log cites them, so a reader of the log may ask for them."""
    return Catalogue.load(Path(duel.__file__).parent)


def systems() -> Systems:
    """The duel, which belongs to the kernel and not to a rule book, and the systems, by name."""
    return {DUEL.name: DUEL, **registry.systems()}
