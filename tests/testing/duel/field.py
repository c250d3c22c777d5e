"""How things stand on the duel's field, for tests."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from deadground.testing.duel.state import DuelState

Changes = dict[str, Any]

DOWN: Changes = {"stance": "down"}
WOUNDED: Changes = {"wounds": 1}
OUT: Changes = {"wounds": 2, "stance": "down"}


def field(gap: int = 120, turn: int = 1, /, **men: Changes) -> Callable[[DuelState], None]:
    """The gap, the turn, and what is different about some of the men: `field(90, red1=DOWN)`."""

    def arrange(state: DuelState) -> None:
        state.gap, state.turn = gap, turn
        for id, changes in men.items():
            for name, value in changes.items():
                setattr(state.men[id], name, value)

    return arrange


def also(*changes: Changes) -> Changes:
    """Several changes to one man."""
    return {name: value for change in changes for name, value in change.items()}
