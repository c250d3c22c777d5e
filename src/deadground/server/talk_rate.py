"""How fast a seat may talk, note and draw: a few at once, then one every so often."""

from __future__ import annotations

from time import monotonic

from deadground.core.faults import Fault, Refused

Pace = tuple[int, float]
"""How many at once, and the seconds after which there is room for one more."""

TALKING: Pace = (8, 2.0)
NOTING: Pace = (12, 1.0)
DRAWING: Pace = (15, 1.0)


class Paces:
    """What each seat of one room has left. All browsers of a seat share it."""

    def __init__(self) -> None:
        self._spent: dict[tuple[str, Pace], tuple[float, float]] = {}

    def spend(self, seat: str, pace: Pace, what: str) -> None:
        """Take one, or refuse and say how long to wait."""
        most, each = pace
        now = monotonic()
        spent, since = self._spent.get((seat, pace), (0.0, now))
        spent = max(0.0, spent - (now - since) / each)
        if spent + 1 > most:
            wait = max(1, round((spent + 1 - most) * each))
            raise Refused(Fault("", f"Too fast to {what}. Wait {wait} s."))
        self._spent[seat, pace] = spent + 1, now
