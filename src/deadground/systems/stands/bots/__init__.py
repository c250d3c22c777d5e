"""The bots of stands: `plodder`, who goes straight at it, and `steady`, who thinks first."""

from __future__ import annotations

from collections.abc import Mapping

from deadground.core.bot import BotMaker
from deadground.systems.stands.bots.plodder import Plodder
from deadground.systems.stands.bots.steady import Steady

BOTS: Mapping[str, BotMaker] = {"plodder": Plodder, "steady": Steady}
"""By name, the stronger last."""
