"""What the men of a group shoot and throw in one answer is one volley; and how many events a turn may bring.

NR-31
"""

from __future__ import annotations

from typing import Any

from deadground.systems.skirmish.rules.activation.activation import Activation
from deadground.testing import rule
from tests.systems.skirmish.grenades import HELD
from tests.systems.skirmish.orders import fire, throw
from tests.systems.skirmish.system import playing
from tests.systems.skirmish.table import foe, man, table


def a_rifle_and_a_grenade() -> Any:
    """A shoots, B throws; X is shot at, and Y stands where the grenade falls."""
    return table(
        man("a", (10, 20)),
        man("b", (12, 20), weapons=(), **HELD),
        foe("x", (10, 15), weapons=()),
        foe("y", (13.5, 16), weapons=()),
    )


@rule("NUTS-FIRE-11")
def test_shots_and_throws_of_one_answer_come_before_any_test() -> None:
    """The rifle misses X; before he tests, the grenade lands on Y, whom it kills, and X tests once for both."""
    state = a_rifle_and_a_grenade()
    with playing(state, Activation("red-1"), dice=[2, 1, 1, 1, 1, 5]) as p:
        p.choose("red", [fire("red-1", a="x"), throw("red-1", b=("grenade", (13.5, 17)))])
        while p.match.to_act():
            p.choose("red", [])
        p.nothing_pending()
    kinds = [event.kind for event in p.events]
    assert kinds.index("throw") < kinds.index("crisis_test")
    assert kinds.count("crisis_test") == 1
    told = p.last("crisis_test").data["results"]
    assert [(one["figure"], sorted(one["lines"])) for one in told] == [("x", ["man_down", "outgunned"])]
    assert (p.state.figures["a"].doing.fired, p.state.figures["b"].doing.fired) == (True, True)


@rule("NUTS-FIRE-11")
def test_a_throw_alone_and_a_shot_alone_are_as_before() -> None:
    for order, dice in (
        (throw("red-1", b=("grenade", (13.5, 17))), [1, 1, 1, 1, 1]),
        (fire("red-1", a="x"), [2, 5, 5]),
    ):
        with playing(a_rifle_and_a_grenade(), Activation("red-1"), dice=dice) as p:
            p.choose("red", [order])
            while p.match.to_act():
                p.choose("red", [])
            p.nothing_pending()
