"""Questions about the field. They change nothing and run on a state as on a view."""

from __future__ import annotations

from deadground.testing.duel.state import OUT, DuelState, Man

NEAREST = 5
ADVANCE = 30
LANE = 5
LEAST = 5


def distance(state: DuelState, a: Man, b: Man) -> int:
    """Paces between two men. DUEL-2"""
    return max(LEAST, state.gap - a.ahead - b.ahead + LANE * abs(a.lane - b.lane))


def room_ahead(state: DuelState, man: Man) -> int:
    """How far a man may go in one turn: nobody passes the middle. DUEL-2"""
    return min(ADVANCE, state.gap // 2 - man.ahead)


def standing_of(state: DuelState, side: str) -> list[Man]:
    """The men of a side who are not out. DUEL-1, DUEL-9"""
    return [man for man in state.men.values() if man.side == side and man.wounds < OUT]


def is_beaten(state: DuelState, side: str) -> bool:
    """Whether all men of a side are out. DUEL-9"""
    return not any(man.wounds < OUT and man.side == side for man in state.men.values())


def enemies(state: DuelState, man: Man) -> list[Man]:
    """The nearest enemies still in the fight, nearest first. DUEL-3, DUEL-8"""
    lane = man.lane
    return sorted(against(state, man), key=lambda foe: LANE * abs(lane - foe.lane) - foe.ahead)[:NEAREST]


def nearest(state: DuelState, man: Man) -> Man:
    """The nearest enemy still in the fight. DUEL-3"""
    lane = man.lane
    return min(against(state, man), key=lambda foe: LANE * abs(lane - foe.lane) - foe.ahead)


def against(state: DuelState, man: Man) -> list[Man]:
    """The enemies still in the fight."""
    side = man.side
    return [other for other in state.men.values() if other.side != side and other.wounds < OUT]
