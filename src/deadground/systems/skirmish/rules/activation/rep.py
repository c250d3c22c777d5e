"""Rep: what a man tests against in each kind of test, and who acts first. LR-040, NR-03"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from deadground.core.tally import Tally
from deadground.systems.skirmish.attributes import effects_on, morale_rep
from deadground.systems.skirmish.game import Skirmish
from deadground.systems.skirmish.state import Figure

Test = Literal["crisis", "recover"]


def rep_for(g: Skirmish, figure: Figure, test: Test) -> tuple[int, Tally]:
    """A man's Rep in a Reaction Test that everybody sees, and what changes it. COT-ATTR-05, COT-UNIT-11"""
    changed = Tally(f"Rep of {figure.name}")
    for attribute, effect in effects_on(figure.attributes, test):
        if effect.rep:
            changed.on_die(attribute.name, effect.rep, *attribute.rows)
            g.shows(figure, attribute.id)
    for name, amount, rows in morale_rep(figure.attributes):
        changed.on_die(name, amount, *rows)
    return g.rep(figure) + changed.total, changed


def in_falling_rep(g: Skirmish, ids: Iterable[str]) -> tuple[str, ...]:
    """Men from the highest Rep to the lowest; of equal ones the first of the roster. NR-03"""
    men = tuple(ids)
    if len(men) < 2:
        return men
    roster = {id: place for place, id in enumerate(g.state.figures)}
    return tuple(sorted(men, key=lambda id: (-g.figure(id).rep, roster[id])))
