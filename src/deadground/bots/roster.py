"""The opponents that can be asked for, by name: one that plays every game, and those a system brings."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from deadground.bots.random import RandomBot
from deadground.core.bot import Bot, BotMaker
from deadground.core.system import System

EVERYWHERE: Mapping[str, BotMaker] = {"random": RandomBot}
"""Bots that play any system."""


def bots_of(system: System[Any]) -> Mapping[str, BotMaker]:
    """The bots that play a system, the plainest first."""
    return {**EVERYWHERE, **system.bots}


def usual_of(system: System[Any]) -> str:
    """The bot to play against if nobody is named: the strongest that answers at once."""
    return system.usual_bot or next(iter(EVERYWHERE))


def make_bot(system: System[Any], name: str, seed: bytes, seat: str) -> Bot:
    """A seat's bot. The same game, seat and name give the same bot again, so that it can come back to a table."""
    return bots_of(system)[name](Random(seed + seat.encode()))
