"""The opponents that can be asked for, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from deadground.bots.api import Bot
from deadground.bots.random import RandomBot

BOTS: Mapping[str, Callable[[Random], Bot]] = {"random": RandomBot}
