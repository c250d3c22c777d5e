"""When a choice may be taken back for free: no die rolled, nothing revealed, nobody else has chosen since.

The kernel sees these three things by itself; no rule author has to remember them. Whether something was
revealed is judged by what the choosing seat can know, or the undo button itself would tell a secret.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from deadground.core.position import Pending, Position
from deadground.core.records import State, learned, redact

if TYPE_CHECKING:
    from deadground.core.game import Game
    from deadground.core.view import View

KEPT = 50
"""How many positions are kept for undo; an earlier one is built again from the journal."""


def is_free(
    game: Game[Any],
    asked: Pending | None,
    before: State | None,
    after: Position[Any],
    seat: str,
    earlier: View[Any] | None = None,
    view: View[Any] | None = None,
) -> bool:
    """Whether a choice left no trace that would have to be forgotten.

    `before` is the state it was made in, None where nothing is secret; `earlier` what the seat saw of it and `view`
    what it sees now, as far as these views are at hand.
    """
    if game.rolls or after.outcome is not None or asked is None or asked.several:
        return False
    if asked.quiet is not None or (after.pending is not None and after.pending.quiet is not None):
        return False
    if any(event.seen_by is not None for event in game.events):
        return False
    return before is None or not revealed(game.seats, before, after.state, seat, earlier, view)


def revealed(
    seats: tuple[str, ...],
    before: State,
    after: State,
    seat: str,
    earlier: View[Any] | None = None,
    view: View[Any] | None = None,
) -> bool:
    """Whether anybody learned anything, as far as the choosing seat can tell."""
    if learned(before, after, seat):
        return True
    own_before = earlier.state if earlier else redact(before, seat)
    own_after = view.state if view else redact(after, seat)
    return any(learned(own_before, own_after, other) for other in seats if other != seat)
