"""The bots of skirmish: `plodder`, who goes straight at it, and `sergeant`, who thinks first."""

from __future__ import annotations

from collections.abc import Mapping

from deadground.core.bot import BotMaker
from deadground.systems.skirmish.bots.plodder import Plodder
from deadground.systems.skirmish.bots.sergeant import Sergeant

BOTS: Mapping[str, BotMaker] = {"plodder": Plodder, "sergeant": Sergeant}
"""By name, the stronger last."""
