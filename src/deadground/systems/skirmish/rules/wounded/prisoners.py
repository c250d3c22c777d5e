"""Prisoners: they go where their escort goes, and slip away when there is none. NS-36"""

from __future__ import annotations

from deadground.core.citing import cite
from deadground.systems.skirmish.game import Skirmish
from deadground.systems.skirmish.rules.leaders.leadership import take_back
from deadground.systems.skirmish.rules.movement.going import brings
from deadground.systems.skirmish.rules.movement.standing import bring_along
from deadground.systems.skirmish.rules.movement.status import become, unguard
from deadground.systems.skirmish.rules.reactions.casualties import TAKEN_WOUNDED
from deadground.systems.skirmish.rules.sight.ghosts import look_round
from deadground.systems.skirmish.rules.sight.sighting import note_sighted
from deadground.systems.skirmish.rules.wounded.guards import escort_of, new_escort
from deadground.systems.skirmish.state import Figure, Group


def keep_prisoners(g: Skirmish) -> None:
    """Who has no escort left is taken over by another man near him, or slips away. NS-36

    So is one whom his escort guards but cannot bring along, having four already. NR-180
    """
    cite("NS-36", "NR-180")
    for prisoner in list(g.state.figures.values()):
        escort = escort_of(g.state, prisoner) if prisoner.status == "captured" else None
        if prisoner.status != "captured" or (escort and prisoner.id in brings(escort)):
            continue
        guard = new_escort(g.state, prisoner)
        if guard is not None:
            take_over(g, guard, prisoner)
        elif escort is None:
            unguard(g, prisoner)
            slip_away(g, prisoner)


def take_over(g: Skirmish, guard: Figure, prisoner: Figure) -> None:
    """Another man brings a prisoner along from now on. NS-36"""
    unguard(g, prisoner)
    guard.aid = guard.aid.but(escorts=(*guard.aid.escorts, prisoner.id))
    bring_along(g.state, [guard])
    look_round(g, [prisoner])
    text = f"{guard.name} takes {prisoner.name} along."
    g.tell_of([guard], "escorts", text, "NS-36", figure=prisoner.id, by=guard.id)


def slip_away(g: Skirmish, prisoner: Figure) -> None:
    """He is hunkered again where he is; one who was down lies there, out of the fight. NS-36"""
    if TAKEN_WOUNDED in prisoner.deeds.record:
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
    take_back(g, prisoner)
