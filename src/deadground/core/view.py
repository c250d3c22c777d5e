"""What one seat may know at one moment. Browser, bots, log and replay all read this, never the match."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any, Generic, NoReturn

import msgspec

from deadground.core.faults import Fault
from deadground.core.memory import is_quick
from deadground.core.own_book import OwnBook, current
from deadground.core.records import StateT
from deadground.core.requests import AnyRequest


class Outcome(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a game ended: the winning seats (none for a draw), the reason, and the rule rows.

    `unplayed` is the side that has won without a seat: then it is no draw, though no seat has won.
    """

    winners: tuple[str, ...]
    reason: str
    rows: tuple[str, ...]
    unplayed: str = ""

    @property
    def is_draw(self) -> bool:
        return not self.winners and not self.unplayed


class View(Generic[StateT]):
    """A seat's knowledge: the redacted state, what it is asked, and whom the table waits for.

    The state is redacted when it is first looked at, because many requests need no more than their own list.
    """

    __slots__ = (
        "_fit",
        "_make",
        "_sound",
        "_state",
        "can_undo",
        "is_read",
        "options",
        "outcome",
        "own_book",
        "requests",
        "seat",
        "seats",
        "sees_all",
        "waiting",
    )

    def __init__(
        self, seat: str, seats: tuple[str, ...], options: Mapping[str, str], make: Callable[[], StateT]
    ):
        self.seat = seat
        self.seats = seats
        self.options = options
        self.requests: tuple[AnyRequest, ...] = ()
        self.waiting: tuple[str, ...] = ()
        self.can_undo = False
        self.is_read = True
        """Whether somebody reads what he is asked; a bot of a game that nobody looks at does not need its words."""
        self.sees_all = False
        """Whether nothing was removed: the view of an umpire, or of somebody who looks on at bots."""
        self.outcome: Outcome | None = None
        self.own_book: OwnBook | None = current()
        """The book the game is played with: what is asked of a view is asked with it in force."""
        self._make = make
        self._state: StateT | None = None
        self._fit: tuple[AnyRequest, bytes, OwnBook | None] | None = None
        self._sound: set[Hashable] = set()

    def faults(self, request: AnyRequest, draft: Any) -> list[Fault]:
        """All faults of an answer to a request of this view.

        A bot looks at its answer before it gives it: what had no fault then is not judged once more. Who listens to
        citations hears it judged each time.
        """
        if self._fit is not None and is_quick():
            judged, encoded, book = self._fit
            if judged is request and book == current() and encoded == msgspec.json.encode(draft):
                return []
        faults = request.check(self, draft)
        if not faults:
            self._fit = request, msgspec.json.encode(draft), current()
        return faults

    def faults_of_part(self, part: Hashable, judge: Callable[[], list[Fault]]) -> list[Fault]:
        """All faults of a part of an answer; `part` says all that it is.

        As above: a bot looks at one part after the other, and what had no fault is not judged again in the whole.
        """
        question = part, current()
        if question in self._sound and is_quick():
            return []
        faults = judge()
        if not faults:
            self._sound.add(question)
        return faults

    def lend(self, state: StateT | None) -> None:
        """Let a question read this state instead of a copy, until None is lent."""
        self._state = state

    def carry_over(self, earlier: View[StateT]) -> None:
        """Take the state of an earlier view, if it was looked at and nothing has changed since."""
        self._state = earlier._state

    @property
    def was_looked_at(self) -> bool:
        """Whether its state is there, and so is that of the moment the view was made for."""
        return self._state is not None

    def expire(self) -> None:
        """The match moves on: a state that was not looked at yet can no longer be had."""
        self._make = gone_by

    @property
    def state(self) -> StateT:
        if self._state is None:
            self._state = self._make()
        return self._state


def gone_by() -> NoReturn:
    raise RuntimeError("this view is of an earlier moment; ask the match for a new one")
