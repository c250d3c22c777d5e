"""Fanatic Foes: what meeting a hated enemy makes of a unit. COT-ATTR-06, LR-056"""

from __future__ import annotations

from collections.abc import Sequence

from deadground.core.citing import cite
from deadground.core.dice import D6
from deadground.systems.skirmish.game import Skirmish, figures_of
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.reckoning import Reckoning, against
from deadground.systems.skirmish.rules.activation.dice import at_most_two, passed
from deadground.systems.skirmish.rules.leaders.leadership import leader_among
from deadground.systems.skirmish.rules.troops.morale import fanatic_foes
from deadground.systems.skirmish.state import Figure


def are_foes(g: Skirmish, one: str, other: str) -> bool:
    """Whether two sides are named as Fanatic Foes of each other."""
    cite("LR-056")
    return (one, other) in g.state.foes or (other, one) in g.state.foes


def meet_foes(g: Skirmish, involved: Sequence[Figure]) -> None:
    """At its first In Sight with a hated enemy each unit tests, once in a battle. COT-ATTR-06, LR-056"""
    for id in dict.fromkeys(one.unit for one in involved) if g.state.foes else ():
        unit = g.state.units[id]
        if not unit.met_foe and any(are_foes(g, unit.side, one.side) for one in involved):
            unit.met_foe = True
            unit_tests(g, [one for one in figures_of(g.state, unit.side) if one.unit == id])


def unit_tests(g: Skirmish, men: list[Figure]) -> None:
    """2d6 against the leader's Rep: Fanatic, as before, or Terrified to the end of the battle. COT-ATTR-06"""
    leader = leader_among(g.state, men)
    if leader is None:
        return
    dice = g.roll(number("foes_dice"), D6, "Fanatic Foes", leader.side)
    many = at_most_two(passed(dice.faces, g.rep(leader)))
    morale, _ = fanatic_foes(many)
    for one in men if morale else ():
        if morale not in one.attributes:
            one.attributes = (*one.attributes, morale)
            one.deeds = one.deeds.but(for_now=(*one.deeds.for_now, morale))
        g.shows(one, morale)
    name = g.state.units[leader.unit].name
    words = f"is {morale}" if morale else "keeps its head"
    text = f"{name} meets a hated foe and {words}: {many} passed."
    g.tell_of(
        [leader],
        "fanatic_foes",
        text,
        "COT-ATTR-06",
        "LR-056",
        rolls=[dice],
        reckoned=[Reckoning(dice=against(dice.faces, leader.rep, f"{leader.name}, Rep {leader.rep}"))],
        passed=many,
        morale=morale,
    )
