"""Onlookers: people who are asked nothing and see only what every seat at the table may know.

While a veiled question is open, the seats that are not asked go on seeing the table as it was. So does an onlooker,
whoever is asked: he sees the latest position over which no veil lay.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from deadground.core.dice import Ids, Recorded
from deadground.core.journal import line_to
from deadground.core.position import Position, advance, start

if TYPE_CHECKING:
    from deadground.core.match import Match


class Shown(msgspec.Struct, frozen=True):
    """What onlookers see: a position, and how many entries of the journal they may read the events of."""

    told: int
    encoded: bytes


def is_veiled(position: Position[Any]) -> bool:
    """Whether somebody at the table does not see what has happened yet."""
    return position.pending is not None and bool(position.pending.veils)


def shown_again(match: Match[Any]) -> Shown:
    """The latest position without a veil, found by playing the journal again: for a match that was just loaded."""
    position = Position(match.system.new_state(match.setup), [start(match.system.opening(match.setup))])
    shown = Shown(0, b"")
    for entry in line_to(match.journal, match.current):
        dice, ids = Recorded(entry.rolls), Ids(match.seed, entry.n)
        advance(match.system, match.setup, position, entry.act, dice, ids)
        if not is_veiled(position):
            shown = Shown(entry.n + 1, position.encoded())
    return shown
