"""Whether a tab is still heard: a line can be dead for minutes before either end is told.

While it is looked at, a page sends a beat every second and gets it back at once, ahead of whatever is being worked
out: so it knows that all it sent before has come. When its beats stop, the others are told that nothing is heard.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

BEAT = b'{"type":"beat"}'
"""The frame, both ways. It is no call: it has no number and is not for the table."""

SILENCE = 3.0
"""Seconds without a beat after which a line counts as dead."""


def later(seconds: float, act: Callable[[], None]) -> asyncio.TimerHandle:
    return asyncio.get_running_loop().call_later(seconds, act)


class Pulse:
    """The beats of one tab; one that never sent any is not expected to."""

    def __init__(self, changed: Callable[[], None]) -> None:
        self._changed = changed
        self._due: asyncio.TimerHandle | None = None
        self.is_silent = False

    def beat(self) -> None:
        """It is heard, and should be again before long."""
        self.rest()
        self._due = later(SILENCE, self._fall_silent)

    def rest(self) -> None:
        """It is heard, and no beat need follow: nobody looks at it."""
        if self._due is not None:
            self._due.cancel()
        self._turn(silent=False)

    def end(self) -> None:
        """It has gone: whether it was heard is no news any more."""
        if self._due is not None:
            self._due.cancel()

    def _fall_silent(self) -> None:
        self._turn(silent=True)

    def _turn(self, *, silent: bool) -> None:
        if silent != self.is_silent:
            self.is_silent = silent
            self._changed()
