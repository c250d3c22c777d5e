"""Modifiers with their reasons. The same tally drives the arithmetic and explains the roll in the log."""

from __future__ import annotations

from typing import Literal

import msgspec

from deadground.core.citing import cite


class TallyLine(msgspec.Struct, frozen=True, gc=False):
    """One modifier: why, how much, whether it changes the die or the number needed, and the rule rows."""

    reason: str
    amount: int
    on: Literal["die", "score"]
    rows: tuple[str, ...]


class Tally:
    """A list of modifiers under one heading.

    What helps the roller is a positive shift: a line on the die counts as it stands, a line on the score
    needed counts the other way. `limit` holds the sum between -limit and +limit.
    """

    __slots__ = ("limit", "lines", "rows", "title")

    def __init__(self, title: str, *, limit: int | None = None, rows: tuple[str, ...] = ()) -> None:
        self.title = title
        self.limit = limit
        self.rows = rows
        self.lines: list[TallyLine] = []

    def on_die(self, reason: str, amount: int, *rows: str, when: bool = True) -> None:
        if when and amount:
            self._add(TallyLine(reason, amount, "die", rows))

    def on_score(self, reason: str, amount: int, *rows: str, when: bool = True) -> None:
        if when and amount:
            self._add(TallyLine(reason, amount, "score", rows))

    def _add(self, line: TallyLine) -> None:
        cite(*line.rows)
        self.lines.append(line)

    @property
    def unlimited(self) -> int:
        return sum(line.amount if line.on == "die" else -line.amount for line in self.lines)

    @property
    def total(self) -> int:
        """The net shift of the die, held to the limit."""
        shift = self.unlimited if self.lines else 0
        if self.limit is None or abs(shift) <= self.limit:
            return shift
        cite(*self.rows)
        return self.limit if shift > 0 else -self.limit

    def told(self) -> ToldTally:
        return ToldTally(self.title, tuple(self.lines), self.total, self.limit)


class ToldTally(msgspec.Struct, frozen=True, gc=False):
    """A tally as an event carries it."""

    title: str
    lines: tuple[TallyLine, ...]
    total: int
    limit: int | None
