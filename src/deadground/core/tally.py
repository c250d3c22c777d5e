"""Modifiers with their reasons. The same tally drives the arithmetic and explains the roll in the log."""

from __future__ import annotations

from typing import Literal

import msgspec

from deadground.core.citing import cite


class TallyLine(msgspec.Struct, frozen=True, gc=False):
    """One modifier: why, how much, what it changes (the die, the number needed, a length in tenths), its rows."""

    reason: str
    amount: int
    on: Literal["die", "score", "length"]
    rows: tuple[str, ...]

    def in_words(self) -> str:
        if self.on == "length":
            return f"{self.reason} {in_mm(self.amount)}"
        return f"{self.reason} {self.amount:+} {'on the die' if self.on == 'die' else 'to the number needed'}"


def in_mm(tenths: int) -> str:
    return f"{tenths / 10:g} mm"


class Tally:
    """A list of modifiers under one heading: of a roll, or of a length.

    What helps the roller is a positive shift: a line on the die counts as it stands, a line on the score
    needed counts the other way. `limit` holds the sum between -limit and +limit. Lines of a length add up to it.
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

    def on_length(self, reason: str, tenths: int, *rows: str) -> None:
        if tenths:
            self._add(TallyLine(reason, tenths, "length", rows))

    def _add(self, line: TallyLine) -> None:
        cite(*line.rows)
        self.lines.append(line)

    @property
    def unlimited(self) -> int:
        return sum(-line.amount if line.on == "score" else line.amount for line in self.lines)

    @property
    def total(self) -> int:
        """The net shift of the die, held to the limit; or the whole length."""
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

    def in_words(self) -> str:
        """The tally as one line of a log; "" if there is nothing in it."""
        if not self.lines:
            return ""
        kinds = {line.on for line in self.lines}
        total = f"{self.total:+}"
        if kinds == {"length"}:
            total = in_mm(self.total)
        elif kinds == {"score"}:
            total = f"{-self.total:+} to the number needed"
        limit = "" if self.limit is None else f", at most {self.limit} either way"
        return f"{self.title}: {', '.join(line.in_words() for line in self.lines)}; {total} in all{limit}"
