"""Trust: the seed of a game that is over, and the audit of its dice, as anybody can make it with the file."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from deadground.core import audit, saves
from deadground.core.match import Match
from deadground.core.table import Table
from deadground.server.api_notices import DiceAudit, DiceSeal
from deadground.server.playable import Systems
from deadground.server.problems import NotAllowed
from deadground.server.rooms import Room

NOT_OVER = "the game is not over: with its seed the dice to come could be known"

AUDITS = ThreadPoolExecutor(1, "audit")
"""One at a time: an audit plays a whole game again, and several at once would slow down those who play."""


def seal_of(match: Match[Any]) -> DiceSeal:
    """The promise of a game and, once it is over, its seed."""
    return DiceSeal(commitment=match.commitment, seed=None if match.outcome is None else match.seed.hex())


async def audited(room: Room, systems: Systems) -> DiceAudit:
    """Audit a game that is over, exactly as `deadground verify` does with its saved file."""
    document = await room.read(saved_if_over)
    found = await asyncio.get_running_loop().run_in_executor(AUDITS, audit.audit, document, systems)
    return DiceAudit(
        holds=found.holds,
        whole=found.whole,
        entries=found.entries,
        dice=found.dice,
        checked=list(found.checked),
        notes=list(found.notes),
        findings=[audit.told(finding) for finding in found.findings],
    )


def saved_if_over(table: Table[Any]) -> bytes:
    if table.match.outcome is None:
        raise NotAllowed(NOT_OVER)
    return saves.save(table.match)
