"""Who guards a prisoner, and how many one man can guard. NS-36"""

from __future__ import annotations

from deadground.space.plane import is_within
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.state import Figure, SkirmishState


def escort_of(state: SkirmishState, prisoner: Figure) -> Figure | None:
    """Who brings a prisoner along, if he still can and is within 4". NS-36"""
    return next(
        (one for one in state.figures.values() if prisoner.id in one.aid.escorts and is_guard(one, prisoner)),
        None,
    )


def is_guard(one: Figure, prisoner: Figure) -> bool:
    """Whether a man of the other side is able to act, and near enough to keep a prisoner. NS-36"""
    near = is_within(one.at, prisoner.at, number("escort_distance"))
    together = one.aboard == prisoner.aboard and (near or one.aboard != "")
    return one.side != prisoner.side and one.able and not one.melee.fighting and together


def new_escort(state: SkirmishState, prisoner: Figure) -> Figure | None:
    """The first man near a prisoner who has fewer than four. NS-36"""
    most = number("prisoners_each")
    free = (one for one in state.figures.values() if is_guard(one, prisoner) and len(one.aid.escorts) < most)
    return next(free, None)
