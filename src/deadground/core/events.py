"""Events: what happened, who may see it, with which dice and under which rules. The log is made of these."""

from __future__ import annotations

from collections.abc import Set
from typing import Any

import msgspec

from deadground.core.dice import Roll
from deadground.core.tally import ToldTally

SEVERAL = (list, tuple)

DIARY = "diary"
"""The kind of an event that nobody sees: a reason of a side that nobody plays. See core/diary.py."""


TURN = "turn"
"""The kind of the event with which a turn begins; its data has the number as `turn`."""


class SeenEvent(msgspec.Struct, frozen=True, gc=False):
    """An event as one seat gets it."""

    kind: str
    text: str
    data: dict[str, Any] = {}
    rolls: tuple[Roll, ...] = ()
    tallies: tuple[ToldTally, ...] = ()
    rows: tuple[str, ...] = ()


class Event(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """An event as the journal keeps it: what is seen, by whom, and what the others get instead.

    `seen_by` None means everybody. `masked` is the text the others read; None leaves them nothing at all. `unnamed`
    are the ids in its data that each of those who see it did not know when it happened; empty if there are none.
    """

    seen: SeenEvent
    seen_by: tuple[str, ...] | None = None
    masked: str | None = None
    unnamed: dict[str, tuple[str, ...]] = {}

    def for_seat(self, seat: str, *, all_seeing: bool = False) -> SeenEvent | None:
        if all_seeing:
            return self.seen
        if self.seen_by is None or seat in self.seen_by:
            secret = self.secret_to(seat) if self.unnamed else None
            return (
                msgspec.structs.replace(self.seen, data=without(self.seen.data, secret))
                if secret
                else self.seen
            )
        return None if self.masked is None else SeenEvent("masked", self.masked)

    def secret_to(self, seat: str) -> Set[str]:
        """The ids that a seat may not read; who only looks on reads none that anybody may not."""
        if seat in self.unnamed:
            return frozenset(self.unnamed[seat])
        return frozenset(id for secret in self.unnamed.values() for id in secret)


def without(data: Any, secret: Set[str]) -> Any:
    """Plain data that names none of these: an id alone becomes "", an item of a list is left out whole."""
    if isinstance(data, str):
        return "" if data in secret else data
    if isinstance(data, dict):
        return {key: without(value, secret) for key, value in data.items() if key not in secret}
    if isinstance(data, SEVERAL):
        return [one for one in data if secret.isdisjoint(words_in(one))]
    return data


def words_in(data: Any) -> list[str]:
    """Every word in plain data, keys among them, in the order in which they are read."""
    if isinstance(data, str):
        return [data]
    if isinstance(data, dict):
        return [word for key, value in data.items() for word in (key, *words_in(value))]
    if isinstance(data, SEVERAL):
        return [word for one in data if not isinstance(one, int) for word in words_in(one)]
    return []
