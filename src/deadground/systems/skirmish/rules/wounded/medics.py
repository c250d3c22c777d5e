"""Medics: treating the wounded, and whether one is with a squad at all. NUTS-WOUND-04 to NUTS-WOUND-08"""

from __future__ import annotations

from deadground.core.citing import cite
from deadground.core.dice import D6
from deadground.core.faults import Fault
from deadground.systems.skirmish.armies.throws import Throws, one_die
from deadground.systems.skirmish.charts import chart, whole
from deadground.systems.skirmish.game import Skirmish
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.reckoning import Reckoning, against
from deadground.systems.skirmish.rules.activation.dice import at_most_two, passed
from deadground.systems.skirmish.rules.activation.groups import inherit_sightings
from deadground.systems.skirmish.rules.leaders.leadership import take_back
from deadground.systems.skirmish.rules.movement.status import ACTED, become
from deadground.systems.skirmish.rules.reactions.casualties import has_dealt, note, note_dealing
from deadground.systems.skirmish.rules.wounded.wounded import is_wounded, touches
from deadground.systems.skirmish.state import Figure, Group

RUSSIAN = ("soviet", "russian_core", "russian")


def why_no_tending(medic: Figure, casualty: Figure | None) -> Fault | None:
    """Why a medic cannot treat a man: he is beside him, and nobody has tried it before. NUTS-WOUND-05, NR-81"""
    cite("NUTS-WOUND-05", "NR-81")
    rows = ("NUTS-WOUND-05",)
    if casualty is None or casualty.side != medic.side or not is_wounded(casualty):
        return Fault(medic.id, "that is no wounded friend", rows)
    if not touches(medic, casualty):
        return Fault(medic.id, f"{medic.name} is not beside {casualty.name}", ("NUTS-WOUND-05", "NR-81"))
    if not has_dealt(medic, "was_beside", casualty.id):
        reason = f"{medic.name} was not beside {casualty.name}, wounded, as he became active"
        return Fault(medic.id, reason, ("NUTS-WOUND-05", "NR-81"))
    if casualty.aid.treated:
        return Fault(medic.id, f"{casualty.name} has been treated once", rows)
    return None


def note_beside(g: Skirmish, medic: Figure) -> None:
    """Whom a medic can treat in the activation that begins: who lies beside him now. NUTS-WOUND-05, NR-81"""
    if medic.deeds.dealings:
        left = tuple((how, id) for how, id in medic.deeds.dealings if how != "was_beside")
        medic.deeds = medic.deeds.but(dealings=left)
    for one in g.state.figures.values() if medic.medic else ():
        if one.side == medic.side and is_wounded(one) and touches(medic, one):
            note_dealing(medic, "was_beside", one.id)


def begin_tending(g: Skirmish, medic: Figure, casualty: Figure) -> None:
    """A medic spends his whole activation beside a man; what came of it is thrown at its end. NR-81"""
    medic.doing = medic.doing.but(action="stay", fired=True)
    medic.aid = medic.aid.but(tending=casualty.id)
    text = f"{medic.name} tends {casualty.name}."
    g.tell_of([medic], "tends", text, "NUTS-WOUND-05", "NR-81", figure=medic.id, casualty=casualty.id)


def finish_tending(g: Skirmish, medic: Figure) -> None:
    """The activation of a medic ends: if nothing came between, he throws 2d6 against his Rep. NUTS-WOUND-05"""
    if not medic.aid.tending:
        return
    casualty = g.figure(medic.aid.tending)
    medic.aid = medic.aid.but(tending="")
    if medic.status == "carry_on" and not medic.melee.fighting and why_no_tending(medic, casualty) is None:
        treat(g, medic, casualty)


def treat(g: Skirmish, medic: Figure, casualty: Figure) -> None:
    """2d6: he is back at once; 1d6: back with a Rep less for this battle; 0d6: he stays down. NUTS-WOUND-06"""
    dice = g.roll(number("medic_dice"), D6, "medic", medic.side)
    many = at_most_two(passed(dice.faces, g.rep(medic)))
    table = chart("medic_test")
    back = table.look_up(str(many), "returns").value == "yes"
    text = (
        f"Medic! {medic.name} passes {many}: {casualty.name} {'rejoins the fight' if back else 'stays down'}."
    )
    rows = ("NUTS-WOUND-05", "NUTS-WOUND-06")
    casualty.aid = casualty.aid.but(treated=True)
    g.tell_of(
        [medic, casualty],
        "medic",
        text,
        *rows,
        rolls=[dice],
        reckoned=[Reckoning(dice=against(dice.faces, medic.rep, f"{medic.name}, Rep {medic.rep}"))],
        casualty=casualty.id,
        passed=many,
    )
    if back:
        less = whole(table.number(str(many), "rep"))
        if less:
            note(casualty, "rep_lowered")
            casualty.rep = max(number("lowest_rep_wounded"), casualty.rep + less)
        rejoin(g, casualty, medic)


def rejoin(g: Skirmish, casualty: Figure, medic: Figure) -> None:
    """A man is in the fight again, lying where he lay; a group of his own until groups are formed anew. NS-02

    He may act in this phase, unless he has. NUTS-ACT-06, NR-199
    """
    cite("NR-199")
    become(g, casualty, "carry_on")
    casualty.prone = True
    casualty.group, has_acted = g.new_id(), ACTED in casualty.deeds.record
    g.state.groups[casualty.group] = Group(id=casualty.group, side=casualty.side, done=has_acted)
    inherit_sightings(g, casualty.group, {medic.group})
    take_back(g, casualty)


def medic_is_here(dice: Throws, nation: str, squads: int, medics: int = 0) -> bool:
    """Whether a medic comes with the squad that has just come on; `squads` counts it. NUTS-WOUND-07, NUTS-WOUND-08

    Every nation but the Russians has the western rule. NS-06
    """
    table, rule = chart("medic_present"), "russian" if nation in RUSSIAN else "western"
    cite("NUTS-WOUND-08" if rule == "russian" else "NUTS-WOUND-07", "NS-06")
    each = whole(table.number(rule, "squads_each"))
    if medics * each >= squads:
        return False
    always = table.number(rule, "always_with")
    if always is not None and squads >= always:
        return True
    chance = whole(table.number(rule, "chance")) + (squads - 1) * whole(table.number(rule, "more"))
    return one_die(dice, "is the medic here?") <= chance
