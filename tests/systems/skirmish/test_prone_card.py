"""Dropping prone at any point of a man's own turn. NUTS-MOVE-04, NR-152"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.core.requests import Gesture
from deadground.systems.skirmish.rules.activation.activation import Activation
from deadground.systems.skirmish.state import SkirmishState
from deadground.testing.rules import rule
from tests.systems.skirmish.orders import charge, drop, finished, fire, move, to
from tests.systems.skirmish.system import playing
from tests.systems.skirmish.table import foe, man, table

ORDERS = "Give the group its orders"


def two(**changes: Any) -> SkirmishState:
    return table(man("a", (10, 40), rep=5, **changes), foe("x", (10, 10)))


BEFORE: dict[str, tuple[list[dict[str, Any]], list[int]]] = {
    "nothing": ([], []),
    "a whole move": ([move("red-1", a=to((10, 32)))], []),
    "a part of one": ([move("red-1", a=to((10, 35)))], []),
    "staying": ([move("red-1", a=to(facing=10))], []),
    "a shot": ([fire("red-1", a="x")], [6, 1]),
    "a Fast Move": ([move("red-1", "fast_move", a=to((10, 32)))], [6, 6]),
}


@rule("NUTS-MOVE-04")
@pytest.mark.parametrize("done", BEFORE)
def test_one_may_drop_whatever_he_has_done_and_goes_nowhere_after_it(done: str) -> None:
    orders, dice = BEFORE[done]
    with playing(two(), Activation("red-1"), dice=dice) as p:
        for order in orders:
            p.choose("red", [order], as_is=True)
        at = p.state.figures["a"].at
        p.choose("red", [drop("red-1", "a")], as_is=True)
        assert (p.state.figures["a"].prone, p.last("prone").rows) == (True, ("NUTS-MOVE-04",))
        x, y = at
        for card in ("move", "fast_move"):
            way = {"points": [[x, y - 254]], "facing": None, "prone": False}
            assert p.refuse("red", [move("red-1", card, a=way)])
        p.choose("red", [])
        p.nothing_pending()
    assert p.state.figures["a"].at == at


@rule("NUTS-MOVE-04", "NUTS-ACT-10")
def test_he_may_shoot_straight_after() -> None:
    with playing(two(), Activation("red-1"), dice=[6, 1]) as p:
        p.choose("red", [move("red-1", a=to((10, 32)))], [drop("red-1", "a")], as_is=True)
        p.choose("red", [fire("red-1", a="x"), finished("red-1")])
        p.nothing_pending()
    assert p.state.figures["a"].doing.fired


@rule("NUTS-MOVE-05")
def test_he_does_not_get_up_again_to_charge_but_may_turn() -> None:
    state = table(man("a", (10, 20)), foe("x", (10, 15), status="hunker_down"))
    with playing(state, Activation("red-1")) as p:
        p.choose("red", [drop("red-1", "a")], as_is=True)
        assert p.refuse("red", [charge("red-1", a="x")])[0].rows == ("NUTS-MOVE-05",)
        assert p.refuse("red", [move("red-1", a=to())])[0].rows == ("NUTS-MOVE-05",)
        p.choose("red", [move("red-1", a=to(facing=90, prone=True)), finished("red-1")])
        p.choose("red", [])
        p.nothing_pending()
    assert (p.state.figures["a"].facing, p.state.figures["a"].prone) == (900, True)


@rule("NUTS-MOVE-04")
def test_who_lies_does_not_drop_and_who_is_out_of_it_is_not_asked() -> None:
    state = table(
        man("a", (10, 40), prone=True), man("b", (12, 40)), man("h", (14, 40), status="out_of_the_fight")
    )
    with playing(state, Activation("red-1")) as p:
        assert p.refuse("red", [drop("red-1", "a")])[0].rows == ("NUTS-MOVE-04", "NR-152")
        assert "does not belong" in p.refuse("red", [drop("red-1", "h")])[0].reason
        wrong = {**drop("red-1", "b"), "plan": {"drops": {"b": False}}}
        assert p.refuse("red", [wrong])[0].at == "value[0].plan"
        p.pending(red=ORDERS)


@pytest.mark.parametrize("first", [[], [move("red-1", a=to((10, 35)))]])
def test_who_has_dropped_is_asked_again_only_if_he_may_still_turn(first: list[dict[str, Any]]) -> None:
    with playing(table(man("a", (10, 40))), Activation("red-1")) as p:
        if first:
            p.choose("red", first, as_is=True)
        p.choose("red", [drop("red-1", "a"), finished("red-1")])
        if not first:
            p.choose("red", [])
        p.nothing_pending()


@rule("NUTS-MOVE-04")
def test_the_key_for_it_drops_those_who_have_moved_too() -> None:
    state = table(man("a", (10, 40)), man("b", (12, 40)))
    with playing(state, Activation("red-1")) as p:
        p.choose("red", [move("red-1", a=to((10, 32)))], as_is=True)
        request, view = p.asked("red"), p.match.view("red")
        made = request.edit(view, [], Gesture(act="prone", pieces=("a", "b"))).value
        assert {order["card"]: order["pieces"] for order in made} == {"prone": ["a"], "move": ["b"]}
        p.choose("red", made)
        p.nothing_pending()
    assert all(one.prone for one in p.state.figures.values())
