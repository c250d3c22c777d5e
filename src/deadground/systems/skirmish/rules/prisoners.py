"""Prisoners: they go where their escort goes, and slip away when there is none. NS-36"""

from __future__ import annotations

from deadground.core.citing import cite
from deadground.space.plane import is_within
from deadground.systems.skirmish.game import Skirmish
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.rules.casualties import TAKEN_WOUNDED, bring_along
from deadground.systems.skirmish.rules.sighting import note_sighted
from deadground.systems.skirmish.rules.status import become, unguard
from deadground.systems.skirmish.state import Figure, Group, SkirmishState


def escort_of(state: SkirmishState, prisoner: Figure) -> Figure | None:
    """Who brings a prisoner along, if he still can and is within 4". NS-36"""
    return next(
        (one for one in state.figures.values() if prisoner.id in one.escorts and is_guard(one, prisoner)),
        None,
    )


def is_guard(one: Figure, prisoner: Figure) -> bool:
    """Whether a man of the other side is able to act, and near enough to keep a prisoner. NS-36"""
    near = is_within(one.at, prisoner.at, number("escort_distance"))
    return one.side != prisoner.side and one.able and not one.fighting and near


def keep_prisoners(g: Skirmish) -> None:
    """Who has no escort left is taken over by another man near him, or slips away. NS-36"""
    cite("NS-36")
    for prisoner in list(g.state.figures.values()):
        if prisoner.status == "captured" and escort_of(g.state, prisoner) is None:
            unguard(g, prisoner)
            guard = new_escort(g.state, prisoner)
            if guard is None:
                slip_away(g, prisoner)
            else:
                guard.escorts = (*guard.escorts, prisoner.id)
                bring_along(g.state, [guard])
                text = f"{guard.name} takes {prisoner.name} along."
                g.tell_of([guard], "escorts", text, "NS-36", figure=prisoner.id, by=guard.id)


def new_escort(state: SkirmishState, prisoner: Figure) -> Figure | None:
    """The first man near a prisoner who has fewer than four. NS-36"""
    most = number("prisoners_each")
    free = (one for one in state.figures.values() if is_guard(one, prisoner) and len(one.escorts) < most)
    return next(free, None)


def slip_away(g: Skirmish, prisoner: Figure) -> None:
    """He is hunkered again where he is; one who was down lies there, out of the fight. NS-36"""
    if TAKEN_WOUNDED in prisoner.record:
        prisoner.prone = True
        become(g, prisoner, "out_of_the_fight")
    else:
        become(g, prisoner, "hunker_down")
        prisoner.group = g.new_id()
        g.state.groups[prisoner.group] = Group(id=prisoner.group, side=prisoner.side, done=True)
        enemies = [id for id, group in g.state.groups.items() if group.side != prisoner.side]
        note_sighted(g.state, prisoner.group, enemies)
    g.tell_of(
        [prisoner], "unguarded", f"Nobody guards {prisoner.name} any more.", "NS-36", figure=prisoner.id
    )
