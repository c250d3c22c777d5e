"""The bots of stands: `plodder` goes straight at it, `steady` thinks first, `veteran` thinks ahead."""

from __future__ import annotations

from collections.abc import Mapping

from deadground.core.bot import BotMaker
from deadground.systems.stands.bots.plodder import Plodder
from deadground.systems.stands.bots.steady import Steady
from deadground.systems.stands.bots.veteran import Veteran

BOTS: Mapping[str, BotMaker] = {"plodder": Plodder, "steady": Steady, "veteran": Veteran}
"""By name, the strongest last."""
