"""Events: what happened, who may see it, with which dice and under which rules. The log is made of these."""

from __future__ import annotations

from typing import Any

import msgspec

from deadground.core.dice import Roll
from deadground.core.tally import ToldTally

DIARY = "diary"
"""The kind of an event that nobody sees: a reason of a side that nobody plays. See core/diary.py."""


class SeenEvent(msgspec.Struct, frozen=True, gc=False):
    """An event as one seat gets it."""

    kind: str
    text: str
    data: dict[str, Any] = {}
    rolls: tuple[Roll, ...] = ()
    tallies: tuple[ToldTally, ...] = ()
    rows: tuple[str, ...] = ()


class Event(msgspec.Struct, frozen=True, gc=False):
    """An event as the journal keeps it: what is seen, by whom, and what the others get instead.

    `seen_by` None means everybody. `masked` is the text the others read; None leaves them nothing at all.
    """

    seen: SeenEvent
    seen_by: tuple[str, ...] | None = None
    masked: str | None = None

    def for_seat(self, seat: str, *, all_seeing: bool = False) -> SeenEvent | None:
        if self.seen_by is None or all_seeing or seat in self.seen_by:
            return self.seen
        return None if self.masked is None else SeenEvent("masked", self.masked)
