"""A bot's diary: why it chose as it did. It is sealed in the journal until the game is over."""

from __future__ import annotations

from typing import Any

import msgspec

from deadground.core.faults import Fault, Refused
from deadground.core.journal import Chose, line_to
from deadground.core.match import Match


class Remark(msgspec.Struct, frozen=True):
    """One line of a diary: the journal entry it belongs to, whose it is, and what it says."""

    entry: int
    seat: str
    note: str


def diary(match: Match[Any]) -> list[Remark]:
    """Every note of a game that is over, in order; what was taken back is not among them."""
    if match.outcome is None:
        raise Refused(Fault("", "the game is not over: diaries stay closed"))
    return [
        Remark(entry.n, entry.act.choice.seat, entry.act.note)
        for entry in line_to(match.journal, match.current)
        if isinstance(entry.act, Chose) and entry.act.note
    ]
