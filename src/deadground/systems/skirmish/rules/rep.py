"""The Rep a man tests against: his own, with what attributes and morale add in that kind of test. LR-040"""

from __future__ import annotations

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
