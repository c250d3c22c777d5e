"""What can be played at this table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from deadground.bots.api import Bot
from deadground.bots.random import RandomBot
from deadground.core.system import System
from deadground.systems import registry
from deadground.testing.duel import DUEL

Systems = Mapping[str, System[Any]]

BOTS: Mapping[str, Callable[[Random], Bot]] = {"random": RandomBot}
"""The opponents that can be asked for, by name."""


def systems() -> Systems:
    """The systems by name, and the duel, which belongs to the kernel and not to a rule book."""
    return {**registry.systems(), DUEL.name: DUEL}
