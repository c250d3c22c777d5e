"""Questions about the field. They change nothing and run on a state as on a view."""

from __future__ import annotations

from deadground.core.faults import Fault
from deadground.testing.duel.state import DuelState, Man

NEAREST = 5
ADVANCE = 30


def distance(state: DuelState, a: Man, b: Man) -> int:
    """Paces between two men. DUEL-2"""
    return max(5, state.gap - a.ahead - b.ahead + 5 * abs(a.lane - b.lane))


def standing_of(state: DuelState, side: str) -> list[Man]:
    """The men of a side who are not out."""
    return [man for man in state.men.values() if man.side == side and not man.out]


def enemies(state: DuelState, man: Man) -> list[Man]:
    """The enemies still in the fight, the nearest first."""
    against = [other for other in state.men.values() if other.side != man.side and not other.out]
    return sorted(against, key=lambda other: distance(state, man, other))


def why_no_shot(man: Man) -> Fault | None:
    """Why a man cannot fire, if he cannot. DUEL-7"""
    if man.rounds > 0:
        return None
    return Fault("value", f"{man.name} has no round left; he must reload", ("DUEL-7",))
