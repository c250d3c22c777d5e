"""What a single battle may roll for at its beginning and its end: medics, and the fallen. NR-112"""

from __future__ import annotations

from deadground.core.citing import cite
from deadground.systems.skirmish.armies.life import replacements_due
from deadground.systems.skirmish.game import Skirmish
from deadground.systems.skirmish.rules.activation.side_actions import is_player_squad
from deadground.systems.skirmish.rules.reactions.casualties import note
from deadground.systems.skirmish.rules.wounded.medics import medic_is_here
from deadground.systems.skirmish.rules.wounded.recovery import after_the_battle, between_battles
from deadground.systems.skirmish.state import Figure

FATES = {"returns": "comes back", "prisoner": "is a prisoner", "lost": "is lost"}


def medics_come(g: Skirmish) -> None:
    """With the option a side's medic is there only if one of its squads rolls him. NUTS-WOUND-07, NUTS-WOUND-08

    One who stays away is no loss: it is as if the scenario had not named him. NR-112
    """
    cite("NR-112")
    if g.option("medic_present") == "as_set_up":
        return
    for side in g.state.sides.values():
        everybody = (*g.state.figures.values(), *g.state.to_come.values())
        medics = [one for one in everybody if one.side == side.id and one.medic]
        squads = sum(unit.side == side.id and unit.kind == "squad" for unit in g.state.units.values())
        if medics and not any(medic_is_here(g, side.nation, many) for many in range(1, squads + 1)):
            for one in medics:
                stay_away(g, one)


def stay_away(g: Skirmish, medic: Figure) -> None:
    """A medic has no part in this battle, and his unit is one man less. NR-112"""
    text = f"{medic.name} is not with his platoon today."
    g.tell_of([medic], "no_medic", text, "NR-112", figure=medic.id)
    g.state.units[medic.unit].strength -= 1
    for held in (g.state.figures, g.state.to_come):
        held.pop(medic.id, None)


def free_prisoners(g: Skirmish, holding: str) -> None:
    """Who is a prisoner where his own side holds the field is free again. NS-36"""
    for one in g.state.figures.values():
        if one.status == "captured" and one.side == holding:
            note(one, "freed")
            g.tell("freed", f"{one.name} is free again: the field is ours.", "NS-36", figure=one.id)


def tell_fates(g: Skirmish, holding: str) -> None:
    """With the option it is rolled what becomes of those who fell, fled or were taken. NUTS-WOUND-10, NUTS-WOUND-11

    `holding` is the side whose field it is; "" after a draw. The man's record keeps it for his next battle.
    """
    if g.option("after_battle") == "off":
        return
    thrown = len(g.rolls)
    for id, fate in after_the_battle(g, g.state, holding):
        figure = g.figure(id)
        note(figure, fate)
        text = f"After the battle {figure.name} {FATES[fate]}."
        rows = ("NUTS-WOUND-10", "NUTS-WOUND-11", "NR-112")
        g.tell("after_battle", text, *rows, rolls=g.rolls[thrown:], figure=id, fate=fate)
        thrown = len(g.rolls)
    tell_replacements(g)


def tell_replacements(g: Skirmish) -> None:
    """For each soldier whom a player's squad has lost one Replacement roll is due, and its leader makes it.

    What the rolls bring is a matter of campaigns. COT-SQUAD-05, LR-025, LR-026, LR-212
    """
    for unit in g.state.units.values():
        men = [one for one in g.state.figures.values() if one.unit == unit.id]
        if not men or not is_player_squad(g.state, next(iter(men))):
            continue
        due = replacements_due(men, {one.name: between_battles(one) for one in men})
        if due:
            names = ", ".join(one.for_man for one in due)
            leader = next(iter(due)).rolled_by
            who = f"{leader} rolls" if leader else "nobody is left to roll"
            text = f"{unit.name}: a Replacement roll is due for {names}; {who}."
            rows = ("COT-SQUAD-05", "LR-212")
            g.tell("replacements", text, *rows, to=g.seats_of(unit.side), unit=unit.id, due=len(due))
