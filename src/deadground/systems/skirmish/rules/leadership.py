"""Leaders: who leads a group, who only stands in for one, and the Leader Die. NUTS-LEAD-01 to NUTS-LEAD-05"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from deadground.core.citing import cite
from deadground.core.dice import D6, Roll
from deadground.space.plane import is_within
from deadground.systems.skirmish.attributes import effects_on
from deadground.systems.skirmish.game import Skirmish, members
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.rules.dice import passed
from deadground.systems.skirmish.state import LOST, Figure, Rank, SkirmishState

RANKS: tuple[Rank, ...] = (
    "soldier",
    "junior_nco",
    "squad_leader",
    "first_squad_leader",
    "platoon_sergeant",
    "platoon_leader",
)
"""From lowest to highest. NS-03"""


def is_leader(figure: Figure) -> bool:
    """Whether a man is a Leader, and no mere soldier. NS-03"""
    cite("NS-03")
    return figure.rank != "soldier"


def is_carrying_on(figure: Figure) -> bool:
    """In good order: under none of the other results of the ladder. NUTS-REACT-10, NUTS-LEAD-05"""
    return figure.status == "carry_on"


def highest(figures: Iterable[Figure]) -> Figure | None:
    """The highest in rank; of the same rank the higher Rep, then the first of the roster. NS-03"""
    return max(figures, key=lambda one: (RANKS.index(one.rank), one.rep), default=None)


def leader_of(state: SkirmishState, group: str) -> Figure | None:
    """Whose Rep is compared with the activation die. NR-06

    The highest-ranking leader who is carrying on; if there is none, whoever has the highest Rep stands in for him.
    Those who hunker lead only where there is nobody else. NS-02
    """
    return leader_among(members(state, group))


def leader_among(men: Sequence[Figure]) -> Figure | None:
    """Who would lead these men: when leaders go down the next in rank steps up. NUTS-LEAD-05, NR-06"""
    cite("NUTS-LEAD-05", "NR-06")
    leader = highest(one for one in men if is_leader(one) and is_carrying_on(one))
    return leader or stand_in([one for one in men if one.able]) or stand_in(men)


def seat_leading(g: Skirmish, men: Sequence[Figure]) -> str:
    """The seat that says what these men do: that of whoever plays their leader; "" if nobody plays them."""
    leader = leader_among(men)
    return g.seat_of(leader) if leader else ""


def stand_in(men: Sequence[Figure]) -> Figure | None:
    """The Temporary Group Leader: the highest Rep, then the first of the roster. NUTS-LEAD-05"""
    return max(men, key=lambda one: one.rep, default=None)


def commander_of_platoon(state: SkirmishState, side: str, platoon: str) -> Figure | None:
    """Who commands a platoon: its Platoon Leader, and when he is lost the 1st Squad Leader. NUTS-LEAD-05, NS-03

    Who is lost in his turn leaves a gap that the next in rank fills. A platoon that had no leader has none.
    """
    cite("NUTS-LEAD-05", "NS-03")
    men = [
        one
        for one in state.figures.values()
        if one.side == side and state.units[one.unit].platoon == platoon and is_leader(one)
    ]
    if all(one.rank != "platoon_leader" for one in men):
        return None
    return highest(one for one in men if one.status not in LOST)


def is_temporary(state: SkirmishState, figure: Figure) -> bool:
    """Whether a man who leads or rolls for his group is only its Temporary Group Leader. NUTS-LEAD-04

    One who is alone leads himself and stands in for nobody. NR-06
    """
    cite("NUTS-LEAD-04", "NR-06")
    return not is_leader(figure) and len(members(state, figure.group)) > 1


def leader_with_die(state: SkirmishState, group: str, hit: Iterable[str] = ()) -> Figure | None:
    """The Leader whose die counts for a test of his group, if there is one. NUTS-LEAD-01 to NUTS-LEAD-03, NR-33

    He is a member, carrying on, within 4" of another member when the dice are thrown, and was not hit in the volley
    that the test is about. Of several the highest rank counts.
    """
    cite("NUTS-LEAD-01", "NUTS-LEAD-02", "NUTS-LEAD-03", "NUTS-LEAD-06", "NR-33")
    men = members(state, group)
    near = number("leader_distance")
    return highest(
        one
        for one in men
        if is_leader(one)
        and is_carrying_on(one)
        and one.id not in hit
        and any(other.id != one.id and is_within(one.at, other.at, near) for other in men)
    )


def throw_leader_die(g: Skirmish, leader: Figure) -> tuple[Roll, int]:
    """The Leader's die and whether it is passed; a Born Leader throws two and counts the better. NUTS-LEAD-01"""
    cite("NUTS-LEAD-01")
    dice = 1
    for attribute, effect in effects_on(leader.attributes, "leader_die"):
        dice += effect.dice
        g.shows(leader, attribute.id)
    roll = g.roll(dice, D6, "leader die", leader.side)
    return roll, min(1, passed(roll.faces, g.rep(leader)))
