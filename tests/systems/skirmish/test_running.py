"""When a Fast Move may be declared, by a charge or without one. NUTS-MOVE-02, NUTS-MELEE-02, NR-150"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.systems.skirmish.rules.activation.activation import Activation
from deadground.testing.rules import rule
from tests.systems.skirmish.acting import told
from tests.systems.skirmish.orders import charge, finished, fire, move, to
from tests.systems.skirmish.system import playing
from tests.systems.skirmish.table import foe, man, table

STAYS = move("red-1", a=to(facing=0))
REFUSED = ("NUTS-ACT-08", "NUTS-MOVE-02", "NR-150")
WALKS = move("red-1", a=to((10, 37)))


@rule("NUTS-MOVE-02")
@pytest.mark.parametrize("first", [STAYS, WALKS, move("red-1", a=to((10, 32)))])
def test_no_fast_move_after_any_other_action(first: dict[str, Any]) -> None:
    with playing(table(man("a", (10, 40))), Activation("red-1")) as p:
        p.choose("red", [first], as_is=True)
        assert p.refuse("red", [move("red-1", "fast_move", a=to((10, 31)))])[0].rows == REFUSED
        p.choose("red", [])
        p.nothing_pending()


@rule("NUTS-MELEE-02")
@pytest.mark.parametrize(
    ("first", "reach"),
    [(None, 6 + 16), (STAYS, 6 + 8), (WALKS, 3 + 6 + 5), (move("red-1", a=to((10, 32))), 8 + 6)],
)
@pytest.mark.parametrize("more", [0, 0.1])
def test_a_charge_runs_only_if_nothing_came_before_it(
    first: dict[str, Any] | None, reach: float, more: float
) -> None:
    """Who has gone three inches has five left; who has stayed has all eight; and six need no movement."""
    state = table(man("a", (10, 40)), foe("x", (10, 40 - reach - more), status="hunker_down"))
    with playing(state, Activation("red-1")) as p:
        if first:
            p.choose("red", [first], as_is=True)
        given = p.asked("red").choice([charge("red-1", a="x")])
        assert bool(p.match.check(given)) == bool(more)
        p.pending(red="Give the group its orders")


@rule("NUTS-MOVE-02", "NUTS-ACT-10")
def test_a_shot_may_come_before_it() -> None:
    state = table(man("a", (10, 40), rep=5), foe("x", (10, 10)))
    with playing(state, Activation("red-1"), dice=[6, 1, 6, 6]) as p:
        p.choose("red", [fire("red-1", a="x")], as_is=True)
        p.choose("red", [move("red-1", "fast_move", a=to((10, 32))), finished("red-1")])
        p.nothing_pending()
    assert p.state.figures["a"].doing.fast_moving


@rule("NUTS-MOVE-02")
def test_who_is_sent_later_has_a_throw_of_his_own() -> None:
    state = table(man("a", (10, 40)), man("b", (12, 40)), man("c", (14, 40)))
    with playing(state, Activation("red-1"), dice=[1, 1, 6, 6]) as p:
        p.choose("red", [move("red-1", "fast_move", a=to((10, 24)), b=to((12, 24)))])
        p.choose("red", [move("red-1", "fast_move", c=to((14, 24))), finished("red-1")])
        p.nothing_pending()
    assert len(told(p, "fast_move_throw")) == 2
    ends = {id: one.at[1] / 254 for id, one in p.state.figures.items()}
    assert ends == {"a": 24, "b": 24, "c": 32}


@rule("NUTS-MOVE-04")
def test_who_was_knocked_down_does_not_run_for_what_the_dice_would_add() -> None:
    """NR-150: his movement is used up, and he has taken no action yet. NUTS-REACT-07"""
    state = table(man("a", (10, 40), rep=5), foe("x", (10, 30), rep=5))
    with playing(state, Activation("red-1"), dice=[1, 1, 1, 6, 4, 1, 1]) as p:
        p.choose("red", [fire("red-1", a="x")], as_is=True)
        assert p.state.figures["a"].prone
        assert p.state.figures["a"].doing.action == ""
        refused = p.refuse("red", [move("red-1", "fast_move", a=to((10, 37)))])
        assert ("NUTS-MOVE-04", "NR-150") in [fault.rows for fault in refused]
        p.choose("red", [])
        p.nothing_pending()
