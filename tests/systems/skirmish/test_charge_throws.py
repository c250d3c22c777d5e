"""What a man who is charged sends at those who charge him, and flame in a charger's way. NR-201, NR-59"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from deadground.systems.skirmish.rules.melee.charge import Charge
from deadground.testing import rule
from tests.systems.skirmish.orders import throw
from tests.systems.skirmish.system import playing
from tests.systems.skirmish.table import RIFLE, foe, man, point, table

FLAME = "core.flamethrower"
GRENADE: dict[str, Any] = {"gear": (("grenade", 1),), "readied": "grenade"}
FIRES, SNAPS, NOTHING = [1, 1, 6, 6], [1, 1, 1, 1], [6, 6, 1, 1]
"""The dice of the target, then those of the charger."""


def charged(*more: Any, weapons: tuple[str, ...] = (), **x: Any) -> Any:
    return table(man("a", (20, 29.5), weapons=()), foe("x", (20, 24.5), rep=5, weapons=weapons, **x), *more)


UPON = [*[1] * 5, *[6] * 6, 1]
"""A of Rep 4 and with his bare hands is upon X of Rep 5 and kills him; X has nothing better."""


@rule("NUTS-MELEE-05", "NUTS-GREN-15")
@pytest.mark.parametrize(
    ("test", "die", "hit"), [(FIRES, 3, True), (SNAPS, 3, False), (SNAPS, 5, True), (FIRES, 2, False)]
)
@pytest.mark.parametrize("played", [True, False])
def test_a_flame_thrower_fires_at_a_charger_as_other_weapons_do(
    test: Sequence[int], die: int, hit: bool, played: bool
) -> None:
    """Rep 5 and a 3 make 8, with which snap fire misses."""
    state = charged(weapons=(FLAME,))
    if not played:
        del state.seats["blue"]
    rest = [2] if hit else UPON
    with playing(state, Charge((("a", "x"),)), dice=[*test, die, *rest]) as p:
        if played:
            p.choose("blue", p.asked("blue").proposal)
        p.nothing_pending()
    assert (p.state.figures["a"].status == "out_of_the_fight") == hit
    assert (p.state.figures["x"].status == "obviously_dead") != hit


@rule("NUTS-MELEE-05")
def test_who_may_not_shoot_throws_nothing_either() -> None:
    """He drops it as he dies, and it goes off. NUTS-GREN-04"""
    with playing(charged(**GRENADE), Charge((("a", "x"),)), dice=[*NOTHING, *UPON, 2]) as p:
        p.nothing_pending()
    assert [p.state.figures[id].status for id in ("x", "a")] == ["obviously_dead", "out_of_the_fight"]
    assert "throw" not in [event.kind for event in p.events]


@rule("NUTS-MELEE-05", "NUTS-GREN-01")
@pytest.mark.parametrize(
    ("dice", "passed"), [([*FIRES, 1, 1, 2], 2), ([*SNAPS, 1, 1, 2], 1), ([*FIRES, 1, 6, 2], 1)]
)
def test_a_readied_grenade_may_take_the_place_of_the_shot(dice: Sequence[int], passed: int) -> None:
    """NR-59: a snap throw passes one at best. NR-44: whom it hits is stopped; nobody tests for it. NR-45"""
    friend = man("b", (17, 31.5), weapons=())
    state = charged(friend, weapons=(RIFLE,), **GRENADE)
    with playing(state, Charge((("a", "x"),)), dice=dice) as p:
        assert p.asked("blue").proposal[0]["card"] == "fire"
        assert p.refuse("blue", [throw("blue-1", x=("grenade", (23.5, 24)))])[0].rows == (
            "NUTS-FIRE-10",
            "NR-59",
        )
        p.refuse("blue", [])
        p.choose("blue", [throw("blue-1", x=("grenade", (20, 29.5)))])
        p.nothing_pending()
    assert p.last("throw").text == f"X throws a Hand grenade: {passed} passed."
    a, b = p.state.figures["a"], p.state.figures["b"]
    assert (a.status, a.at, b.status) == ("out_of_the_fight", point((20, 29.5)), "carry_on")
    assert not [one for one in p.events if one.kind == "crisis_test"]


@rule("NUTS-MELEE-07", "NUTS-GREN-01")
@pytest.mark.parametrize(("spot", "passed"), [((18, 30), 2), ((23, 29), 1)])
def test_a_throw_is_no_snap_throw_if_it_catches_one_at_whom_he_may_shoot_normally(
    spot: tuple[float, float], passed: int
) -> None:
    """NR-201: he may shoot at A and only snap fire at B; one spot has A in it, the other B alone."""
    state = charged(man("b", (23, 29), weapons=()), **GRENADE)
    charges = Charge((("a", "x"), ("b", "x")))
    with playing(state, charges, dice=[1, 6, 6, 6, 1, 6, 1, 1, 2, *UPON]) as p:
        p.choose("blue", [throw("blue-1", x=("grenade", spot))])
        p.nothing_pending()
    assert p.last("throw").text == f"X throws a Hand grenade: {passed} passed."
    assert p.state.figures["x"].status == "obviously_dead"


@rule("NUTS-GREN-18")
def test_no_charger_goes_through_flame_that_was_laid_in_his_way_meanwhile() -> None:
    """It burns where A stands, who goes in from there; B would have to cross it."""
    state = charged(man("b", (21.2, 30), weapons=()), weapons=(FLAME,))
    state.figures["a"].at = point((20, 29))
    charges = Charge((("a", "x"), ("b", "x")))
    with playing(state, charges, dice=[1, 1, *[6] * 4, 1, *UPON]) as p:
        p.choose("blue", p.asked("blue").proposal)
        p.nothing_pending()
    figures = p.state.figures
    assert figures["a"].at == point((20, 25.5))
    assert figures["b"].at == point((21.2, 30))
    assert p.last("charge_short").data["figure"] == "b"
