"""When a medic may treat a man, when that man acts again, and what an activation leaves behind. NR-81, NR-199"""

from __future__ import annotations

from copy import copy
from typing import Any

import pytest

from deadground.systems.skirmish.rules.activation.activation import Activation, Phase
from deadground.systems.skirmish.state import SkirmishState
from deadground.testing import rule
from tests.systems.skirmish.orders import fire
from tests.systems.skirmish.system import playing
from tests.systems.skirmish.table import RIFLE, foe, man, table

DOWN: dict[str, Any] = {"status": "out_of_the_fight", "prone": True}
FAR_AWAY = [man(id, at) for id, at in (("c", (30, 44)), ("d", (36, 44)), ("e", (42, 44)))]
FALLS = [1, 1, 1, 6, 2, 1, 1]
"""A misses X, who shoots back and hits him; the medic beside him carries on."""


def tend(group: str, **who: str) -> dict[str, Any]:
    return {"unit": group, "card": "tend", "pieces": list(who), "plan": {"who": who}}


def beside_a_shooter(**changes: Any) -> SkirmishState:
    """A medic beside A, who has X before him; others of the squad are far away."""
    men = man("a", (10, 30), **changes), man("m", (11, 30), medic=True, weapons=())
    return table(*men, *(copy(one) for one in FAR_AWAY), foe("x", (10, 20), rep=5))


@rule("NUTS-WOUND-05")
def test_who_falls_while_the_medic_acts_is_not_treated_before_the_next_time() -> None:
    """NR-81: he spends a whole activation beside a man who is Out of the Fight."""
    with playing(beside_a_shooter(), Activation("red-1"), dice=FALLS) as p:
        p.choose("red", [fire("red-1", a="x")], as_is=True)
        assert p.state.figures["a"].status == "out_of_the_fight"
        assert p.refuse("red", [tend("red-1", m="a")])[0].rows == ("NUTS-WOUND-05", "NR-81")
        p.choose("red", [])
        p.nothing_pending()


@rule("NUTS-WOUND-06", "NUTS-ACT-06")
@pytest.mark.parametrize("has_acted", [True, False])
def test_who_rejoins_after_he_has_acted_does_not_act_again(has_acted: bool) -> None:
    """NR-199: A falls as a group of his own, or lay there before; then the medic acts and heals him."""
    state = beside_a_shooter() if has_acted else beside_a_shooter(**DOWN)
    with playing(state, Phase("red"), dice=[*(FALLS if has_acted else ()), 1, 1]) as p:
        if has_acted:
            p.choose("red", "a")
            p.choose("red", [fire(p.state.figures["a"].group, a="x")], as_is=True)
        medic = p.state.figures["m"].group
        p.choose("red", medic)
        p.choose("red", [tend(medic, m="a")])
        assert p.state.figures["a"].status == "carry_on"
        assert (p.state.figures["a"].group in p.options("red")) is not has_acted
        p.pending(red="Choose a group")


@rule("NUTS-ACT-09")
def test_nobody_is_busy_any_more_when_the_activation_is_over_in_which_he_fell() -> None:
    """NR-38"""
    state = beside_a_shooter(weapons=(RIFLE, "core.pistol"))
    aside = {"unit": "red-1", "card": "lay_aside", "pieces": ["a"], "plan": {"what": {"a": "core.pistol"}}}
    with playing(state, Activation("red-1"), dice=FALLS) as p:
        p.choose("red", [aside], [fire("red-1", a="x")], as_is=True)
        assert p.state.figures["a"].doing.busy
        p.choose("red", [])
        p.nothing_pending()
    a = p.state.figures["a"]
    assert (a.status, a.doing.busy) == ("out_of_the_fight", False)
