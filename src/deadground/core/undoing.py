"""When a choice may be taken back for free: no die rolled, nothing revealed, nobody else has chosen since.

The kernel sees these three things by itself; no rule author has to remember them. Whether something was
revealed is judged by what the choosing seat can know, or the undo button itself would tell a secret.
For the same reason nothing is free while it is kept quiet who is being asked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic

from deadground.core.journal import Chose, Entry
from deadground.core.position import Position
from deadground.core.records import StateT, has_secrets, learned, redact

if TYPE_CHECKING:
    from deadground.core.system import System


class Step(Generic[StateT]):
    """A choice that is still free to undo: whose, and the position before it, which nobody changes any more."""

    __slots__ = ("after", "before", "seat")

    def __init__(self, seat: str, after: int, before: Position[StateT]) -> None:
        self.seat = seat
        self.after = after
        self.before = before


class Undoing(Generic[StateT]):
    """The choices that can be undone, the latest last."""

    def __init__(self) -> None:
        self._steps: list[Step[StateT]] = []

    def free_for(self, seat: str) -> bool:
        return bool(self._steps) and self._steps[-1].seat == seat

    def back_to(self) -> int:
        """The number of the entry whose position an undo returns to."""
        return self._steps[-1].after

    def recall(self, to: int) -> Position[StateT] | None:
        """The position entry `to` left, if it is the one an undo returns to; other choices are then forgotten."""
        if self._steps and self._steps[-1].after == to:
            return self._steps.pop().before.copy()
        self._steps.clear()
        return None

    def note(
        self,
        system: System[StateT],
        seats: tuple[str, ...],
        before: Position[StateT],
        after: Position[StateT],
        entry: Entry,
    ) -> None:
        """Keep the position before an entry, if the entry is free to undo; else forget all."""
        act = entry.act
        if isinstance(act, Chose) and is_free(system, seats, before, after, entry, act.choice.seat):
            self._steps.append(Step(act.choice.seat, entry.after, before))
        else:
            self._steps.clear()

    def copy(self) -> Undoing[StateT]:
        new = Undoing[StateT]()
        new._steps = self._steps.copy()
        return new


def is_free(
    system: System[Any],
    seats: tuple[str, ...],
    before: Position[Any],
    after: Position[Any],
    entry: Entry,
    seat: str,
) -> bool:
    """Whether a choice left no trace that would have to be forgotten."""
    sealed = before.pending is not None and before.pending.several
    quiet = any(p.pending is not None and p.pending.quiet is not None for p in (before, after))
    told = any(event.seen_by is not None for event in entry.events)
    if entry.rolls or sealed or quiet or told or after.outcome is not None:
        return False
    return not (has_secrets(system.state_type) and revealed(seats, before, after, seat))


def revealed(seats: tuple[str, ...], before: Position[Any], after: Position[Any], seat: str) -> bool:
    """Whether anybody learned anything, as far as the choosing seat can tell."""
    if learned(before.state, after.state, seat):
        return True
    own_before, own_after = redact(before.state, seat), redact(after.state, seat)
    return any(learned(own_before, own_after, other) for other in seats if other != seat)
