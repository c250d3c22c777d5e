"""Looters stop to search what lies within 2" of their way. COT-UNIT-11, LR-040, LR-210"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.systems.skirmish.rules.activation.activation import Activation
from deadground.systems.skirmish.state import Figure, Marker, SkirmishState
from deadground.testing import rule
from tests.systems.skirmish.orders import charge, fire, move, to
from tests.systems.skirmish.system import playing
from tests.systems.skirmish.table import foe, man, point, table

DEAD: dict[str, Any] = {"status": "obviously_dead"}


def way(*more: Figure, attributes: tuple[str, ...] = ("looter",)) -> SkirmishState:
    """A goes north along x = 10; X is far off and in sight."""
    state = table(man("a", (10, 40), attributes=attributes), foe("x", (30, 10), facing=0), *more)
    for one in more:
        if one.status not in ("carry_on", "duck_back"):
            one.group = ""
    return state


def goes(state: SkirmishState, card: str = "move", dice: tuple[int, ...] = ()) -> Any:
    with playing(state, Activation("red-1"), dice=dice) as p:
        p.choose("red", [move("red-1", card, a=to((10, 32)))])
        if p.match.to_act():
            p.choose("red", [])
        p.nothing_pending()
    return p


def came(p: Any) -> float:
    return float(round(40 - p.state.figures["a"].at[1] / 254, 1))


@rule("COT-UNIT-11")
@pytest.mark.parametrize(("aside", "inches"), [(0, 3.0), (1.9, 4.4), (2.1, 8.0)])
def test_he_stops_where_he_comes_within_two_inches_of_a_body(aside: float, inches: float) -> None:
    """It lies 5" up his way, or beside it; he looks about every eighth of an inch."""
    p = goes(way(foe("dead", (10 + aside, 35), **DEAD)))
    assert came(p) == pytest.approx(inches, abs=0.15)
    a = p.state.figures["a"]
    assert (a.shown_attributes, "looter" in [event.kind for event in p.events]) == (
        (("looter",), True) if inches < 8 else ((), False)
    )


@rule("NUTS-MOVE-01")
def test_another_man_goes_on() -> None:
    assert came(goes(way(foe("dead", (10, 35), **DEAD), attributes=()))) == 8


@rule("COT-UNIT-11")
@pytest.mark.parametrize(
    ("body", "stops"),
    [
        (man("dead", (10, 35), **DEAD), True),
        (man("down", (10, 35), status="out_of_the_fight"), False),
        (foe("down", (10, 35), status="out_of_the_fight"), True),
        (foe("away", (10, 35), status="gone"), False),
        (man("up", (11, 35), group="red-2"), False),
    ],
)
def test_what_he_searches(body: Figure, stops: bool) -> None:
    """LR-210: the dead of both sides and fallen enemies, not a wounded friend."""
    assert (came(goes(way(body))) < 8) == stops


@rule("COT-UNIT-11")
def test_a_weapon_left_lying_is_loot_too() -> None:
    state = way()
    state.markers["gun"] = Marker("gun", "weapon", point((10, 35)))
    assert came(goes(state)) == pytest.approx(3, abs=0.15)


@rule("COT-UNIT-11")
def test_he_does_nothing_else_in_that_activation_and_searches_nothing_twice() -> None:
    """X is in sight and range; next time he walks past the same body."""
    state = way(foe("dead", (10, 35), **DEAD), foe("near", (10, 20)))
    with playing(state, Activation("red-1")) as p:
        p.choose("red", [move("red-1", a=to((10, 32)))])
        p.nothing_pending()
    a = p.state.figures["a"]
    assert a.deeds.dealings == (("searched", "dead"),)
    assert "A stops to search Dead." in p.log
    p = goes(p.state)
    assert came(p) == 8


@rule("COT-UNIT-11")
def test_he_does_not_even_throw_for_a_fast_move() -> None:
    p = goes(way(foe("dead", (10, 35), **DEAD)), "fast_move")
    assert came(p) == pytest.approx(3, abs=0.15)
    assert "fast_move_throw" not in [event.kind for event in p.events]


@rule("COT-UNIT-11", "NUTS-MELEE-03")
def test_a_charge_ends_where_the_loot_lies() -> None:
    """The dead man lies between him and X, who is not charged after all."""
    state = table(
        man("a", (10, 40), attributes=("looter",)), foe("x", (10, 30)), foe("dead", (11, 38.5), **DEAD)
    )
    state.figures["dead"].group = ""
    with playing(state, Activation("red-1")) as p:
        p.choose("red", [charge("red-1", a="x")])
        p.nothing_pending()
    assert "charge_test" not in [event.kind for event in p.events]


@rule("COT-UNIT-11")
def test_the_others_go_on_without_him() -> None:
    state = way(foe("dead", (10, 35), **DEAD), man("b", (12, 40)), foe("near", (12, 20)))
    with playing(state, Activation("red-1"), dice=[1, 6, 6]) as p:
        p.choose("red", [move("red-1", a=to((10, 32)), b=to((12, 34)))])
        refused = [fault.reason for fault in p.refuse("red", [fire("red-1", a="near")])]
        assert refused
        p.choose("red", [fire("red-1", b="near")])
        p.nothing_pending()
    assert p.state.figures["b"].at == point((12, 34))
