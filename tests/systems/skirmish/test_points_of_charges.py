"""Charges: several at once, who finds a place, who has a man in his arms, who looks where.

NR-44, NR-45, NR-46, NS-38
"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.core.agenda import Go
from deadground.systems.skirmish.rules.melee.charge import Charge, place_beside, with_places
from deadground.systems.skirmish.state import BASE
from deadground.testing import bounds, rule
from tests.systems.skirmish.system import game, playing
from tests.systems.skirmish.table import foe, man, point, table

WON = [1, 1, 1, 1, 1, 1, 6, 6, 6, 6, 6, 6, 2]
"""A Rep 4 rifleman has six successes, another none; the damage die puts the other out of the fight."""


@bounds("NUTS-MELEE-13")
@pytest.mark.parametrize(
    "changes", [("a", "duck_back"), ("x", "gone"), ("x", "captured"), ("a", "hunker_down")]
)
def test_a_charge_that_has_come_to_nothing_is_passed_over(changes: tuple[str, Any]) -> None:
    """A charges X and B charges Y; before they are tested one of the first two has come to something."""
    state = table(man("a", (9, 25)), man("b", (19, 25)), foe("x", (9, 20)), foe("y", (19, 20)))
    who, status = changes
    state.figures[who].status = status
    charging = Charge((), waiting=(("a", "x"), ("b", "y")))
    assert charging.charged == "x"
    g = game(state, dice=[6, 6, 1, 1])
    assert isinstance(charging.next_target(g), Go)
    assert (charging.waiting, charging.charged) == ((("b", "y"),), "y")
    charging.next_target(g)
    assert [one.charger for one in charging.outcomes] == ["b"]


@bounds("NUTS-MELEE-07")
def test_those_who_charge_one_man_are_done_with_together() -> None:
    state = table(
        man("a", (9, 25)), man("b", (10, 25)), man("c", (20, 25)), foe("x", (9, 20)), foe("y", (20, 20))
    )
    charging = Charge((), waiting=(("a", "x"), ("c", "y"), ("b", "x")))
    g = game(state, dice=[6, 6, 1, 1, 1, 1])
    charging.next_target(g)
    assert [one.charger for one in charging.outcomes] == ["a", "b"]
    while charging.outcomes:
        charging.contact(g)
    charging.contact(g)
    assert charging.waiting == (("c", "y"),)
    assert charging.locked == (("a", "x"), ("b", "x"))


def test_who_gives_up_is_in_no_charge_and_on_no_way_any_more() -> None:
    """NR-44, LR-005, LR-208."""
    way = (point((10, 30)),)
    charging = Charge((("a", "x"), ("b", "x")), ways=(("a", way), ("b", way)))
    charging.give_up("a")
    assert (charging.charges, charging.ways) == ((("b", "x"),), (("b", way),))


@rule("NUTS-MELEE-07")
@pytest.mark.parametrize("carries", [False, True])
def test_who_is_charged_drops_the_man_in_his_arms(carries: bool) -> None:
    wounded = foe("w", (9, 19), status="out_of_the_fight")
    state = table(man("a", (9, 25)), foe("x", (9, 20)), wounded)
    wounded.group = ""
    if carries:
        state.figures["x"].aid = state.figures["x"].aid.but(carries="w")
        wounded.aid = wounded.aid.but(carried_by="x")
    dice = [6, 6, 1, 1, *WON]
    with playing(state, Charge((("a", "x"),)), dice=dice) as p:
        p.choose("red", "capture")
        p.nothing_pending()
    assert ("X drops the wounded man." in p.log) is carries
    assert p.state.figures["x"].aid.carries == ""
    assert p.state.figures["w"].aid.carried_by == ""


@bounds("NUTS-MELEE-13")
def test_two_have_a_place_in_front_of_a_man_and_the_third_has_none() -> None:
    """NR-45: the first first; one who comes from behind has a place of his own."""
    state = table(
        man("a", (9.4, 24)),
        man("b", (10.2, 24)),
        man("c", (11, 24)),
        man("d", (10.2, 16)),
        foe("x", (10.2, 20)),
    )
    men = [state.figures[id] for id in "abcd"]
    x = state.figures["x"]
    assert [one.id for one in with_places(state, x, men)] == ["a", "b", "d"]
    assert [one.id for one in with_places(state, x, men[::-1])] == ["d", "c", "b"]


def test_the_place_beside_a_man_is_the_one_straight_ahead_if_there_is_room() -> None:
    """NS-38: base to base; with a friend there he stands as little aside as he can."""
    state = table(man("a", (10, 24)), foe("x", (10, 20)), man("f", (30, 30)))
    a, x, f = (state.figures[id] for id in "axf")
    straight = x.at[0], x.at[1] + 2 * BASE
    assert place_beside(state, a, x) == straight
    f.at = straight
    beside = place_beside(state, a, x)
    assert beside
    assert beside != f.at
    assert abs(beside[0] - x.at[0]) == pytest.approx(2 * BASE * 0.87, abs=3)
