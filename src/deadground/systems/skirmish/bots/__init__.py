"""The bots of skirmish: `plodder` goes straight at it, `sergeant` thinks first, `veteran` thinks ahead."""

from __future__ import annotations

from collections.abc import Mapping

from deadground.core.bot import BotMaker
from deadground.systems.skirmish.bots.plodder import Plodder
from deadground.systems.skirmish.bots.sergeant import Sergeant
from deadground.systems.skirmish.bots.veteran import Veteran

BOTS: Mapping[str, BotMaker] = {"plodder": Plodder, "sergeant": Sergeant, "veteran": Veteran}
"""By name, the strongest last."""
