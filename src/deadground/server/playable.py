"""What can be played at this table."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from deadground.bots.roster import bots_of, usual_of
from deadground.core.bot import BotMaker
from deadground.core.catalogue import Catalogue
from deadground.core.system import System
from deadground.systems import registry
from deadground.testing import duel
from deadground.testing.duel import DUEL

Systems = Mapping[str, System[Any]]

__all__ = ["Systems", "bots_of", "duel_rows", "systems", "usual_of", "what_it_does"]


@cache
def duel_rows() -> Catalogue:
    """The duel's own rule rows: its log cites them, so a reader of the log may ask for them."""
    return Catalogue.load(Path(duel.__file__).parent)


def systems() -> Systems:
    """The duel, which belongs to the kernel and not to a rule book, and the systems, by name."""
    return {DUEL.name: DUEL, **registry.systems()}


def what_it_does(maker: BotMaker) -> str:
    """A line about a bot, as its maker puts it."""
    about = getattr(maker, "about", "") or (maker.__doc__ or "")
    return about.strip().splitlines()[0] if about.strip() else ""
