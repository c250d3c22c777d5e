"""Why a phase passes in which a side may not act: said to the side itself, for Rep is its own secret. NR-108"""

from __future__ import annotations

from deadground.systems.skirmish.game import Skirmish, in_one_breath, members
from deadground.systems.skirmish.rules.leaders.leadership import leader_of
from deadground.systems.skirmish.state import Figure
from deadground.systems.skirmish.thread import surname

MOST_NAMED = 3
"""So many leaders are named; of a platoon the rest is counted."""


def tell_held_back(g: Skirmish, side: str) -> None:
    """Groups that have not acted because nobody who leads them reaches the die. NUTS-ACT-05, NR-06"""
    seats, die = g.seats_of(side), g.state.sides[side].die
    waiting = [group for group in g.state.groups.values() if group.side == side and not group.done]
    leaders = [leader for group in waiting if (leader := leader_of(g.state, group.id)) and leader.rep < die]
    if not seats or not leaders:
        return
    words = [who_leads(g, leader, die) for leader in leaders[:MOST_NAMED]]
    if len(leaders) > MOST_NAMED:
        words.append(f"{len(leaders) - MOST_NAMED} more")
    text = f"The die is {die}. It is not reached by {', nor by '.join(words)}."
    men = [leader.id for leader in leaders]
    g.tell("held_back", text, "NUTS-ACT-05", "NR-06", to=seats, side=side, men=men)


def who_leads(g: Skirmish, leader: Figure, die: int) -> str:
    """A leader with his Rep and whom he leads; if one of them would reach the die, that rank goes before Rep."""
    others = [one for one in members(g.state, leader.group) if one.id != leader.id]
    leads = f", who leads {in_one_breath([surname(one) for one in others])}" if others else ""
    better = next((one for one in others if one.able and one.rep >= die), None)
    rank = f": rank goes before {surname(better)}'s Rep of {better.rep}" if better else ""
    return f"{leader.name}, Rep {leader.rep}{leads}{rank}"
