"""Readying grenades and the like, and making them safe. NR-58"""

from __future__ import annotations

import pytest

from deadground.systems.skirmish.rules.activation.activation import Activation
from deadground.systems.skirmish.rules.activation.orders import LAWS
from deadground.systems.skirmish.rules.fire.shooting import ReturnFire
from deadground.systems.skirmish.rules.grenades.readying import ready as ready_up
from deadground.systems.skirmish.state import INCH
from deadground.testing import rule
from tests.systems.skirmish.grenades import GRENADES, HELD, statuses
from tests.systems.skirmish.orders import move, ready, throw, to, unready
from tests.systems.skirmish.system import game, playing
from tests.systems.skirmish.table import foe, man, table


@rule("NUTS-GREN-02")
@pytest.mark.parametrize(("die", "at_once"), [(3, True), (4, True), (5, False)])
def test_readying_is_a_die_against_rep(die: int, at_once: bool) -> None:
    """The book's example has a Rep of 4 and scores a 1."""
    state = table(man("a", (10, 20), rep=4, gear=GRENADES), foe("x", (10, 5)))
    with playing(state, Activation("red-1"), dice=[die]) as p:
        p.choose("red", [ready("red-1", a="grenade")])
        a = p.state.figures["a"]
        assert (a.pack.readied, a.pack.ready_since) == ("grenade", not at_once)
        faults = p.asked("red").check(p.match.view("red"), [throw("red-1", a=("grenade", (10, 15)))])
        assert [fault.rows for fault in faults] == (
            [] if at_once else [("NUTS-GREN-01", "NUTS-GREN-05", "NR-58")]
        )
        p.pending(red="Give the group its orders")


@rule("NUTS-GREN-02")
def test_one_that_must_wait_is_thrown_when_next_active() -> None:
    state = table(man("a", (10, 20), ready_since=True, **HELD), foe("x", (30, 5)))
    with playing(state, Activation("red-1"), dice=[1, 1]) as p:
        p.choose("red", [throw("red-1", a=("grenade", (10, 15)))], [])
        p.nothing_pending()
    assert p.state.figures["a"].pack.gear == (("grenade", 1),)


@rule("NUTS-GREN-02")
def test_or_in_reaction() -> None:
    """NR-59."""
    state = table(
        man("a", (10, 20), ready_since=True, reacting="return_fire", causes=("x",), weapons=(), **HELD),
        foe("x", (10, 15)),
    )
    with playing(state, ReturnFire(("a",)), dice=[1, 1, 1]) as p:
        p.choose("red", [throw("red-1", a=("grenade", (10, 15)))])
        p.nothing_pending()
    assert statuses(p.state, "x") == ["obviously_dead"]


@rule("NUTS-GREN-02")
@pytest.mark.parametrize(("walked", "allowed"), [(3.99, True), (4, True), (4.01, False)])
def test_readying_costs_half_of_the_move(walked: float, allowed: bool) -> None:
    state = table(man("a", (10, 40), gear=GRENADES, action="move", spent=round(walked * INCH)))
    a = state.figures["a"]
    assert (LAWS["ready"].why_not(state, a, {}) is None) == allowed
    ready_up(game(state, [6]), a, "grenade")
    assert a.doing.spent == round((walked + 4) * INCH)


@rule("NUTS-GREN-02")
def test_half_of_the_move_before_readying_and_no_fast_move_with_it() -> None:
    """NR-58; readying is an action beside the main one, as NUTS-ACT-09 has them."""
    state = table(man("a", (10, 20), gear=GRENADES), foe("x", (10, 9)))
    with playing(state, Activation("red-1"), dice=[6]) as p:
        p.choose("red", [move("red-1", a=to((10, 16)))], [ready("red-1", a="grenade")])
        p.pending(red="Give the group its orders")
    assert p.state.figures["a"].pack.readied == "grenade"
    state = table(man("a", (10, 20), gear=GRENADES, action="fast_move"))
    assert "Fast Moved" in str(LAWS["ready"].why_not(state, state.figures["a"], {}))
    state = table(man("a", (10, 20), gear=GRENADES, busy=True))
    assert "cannot Fast Move" in str(LAWS["fast_move"].why_not(state, state.figures["a"], {}))


@rule("NUTS-GREN-02")
@pytest.mark.parametrize(("inches", "fits"), [(4, True), (4.01, False)])
def test_the_other_half_may_be_used_after(inches: float, fits: bool) -> None:
    """NR-58."""
    state = table(man("a", (10, 40), gear=GRENADES), foe("x", (40, 5), facing=0))
    with playing(state, Activation("red-1"), dice=[6]) as p:
        p.choose("red", [ready("red-1", a="grenade")])
        order = [move("red-1", a=to((10, 40 - inches)))]
        assert bool(p.asked("red").check(p.match.view("red"), order)) != fits
        p.pending(red="Give the group its orders")


@rule("NUTS-GREN-02")
@pytest.mark.parametrize(
    "what", ["grenade", "rifle_grenade", "at_grenade", "molotov", "satchel", "smoke_grenade"]
)
def test_all_of_them_are_readied_the_same_way(what: str) -> None:
    state = table(man("a", (10, 20), gear=((what, 1),)), foe("x", (10, 5)))
    with playing(state, Activation("red-1"), dice=[4]) as p:
        p.choose("red", [ready("red-1", a=what)])
        p.pending(red="Give the group its orders")
    assert p.state.figures["a"].pack.readied == what


@rule("NUTS-GREN-02")
def test_what_cannot_be_readied_is_refused() -> None:
    state = table(
        man("a", (10, 20), gear=(("knife", 1), ("grenade", 1))), man("b", (12, 20), **HELD), foe("x", (10, 5))
    )
    with playing(state, Activation("red-1")) as p:
        assert p.refuse("red", [ready("red-1", a="knife")])[0].at == "value[0].plan.what.a"
        assert p.refuse("red", [ready("red-1", a="molotov")])[0].at == "value[0].plan.what.a"
        assert "readied already" in p.refuse("red", [ready("red-1", b="grenade")])[0].reason
        assert p.refuse("red", [{**ready("red-1", a="grenade"), "plan": {"what": {"a": 7}}}])
        p.pending(red="Give the group its orders")


@rule("NUTS-GREN-02")
def test_the_enemy_does_not_learn_what_is_readied() -> None:
    """NR-108."""
    state = table(man("a", (10, 20), gear=GRENADES), foe("x", (10, 5)))
    with playing(state, Activation("red-1"), dice=[4]) as p:
        p.choose("red", [ready("red-1", a="grenade")])
        p.pending(red="Give the group its orders")
    assert "A readies a Hand grenade; he may throw it at once." in p.log_of("red")
    assert not any("readies" in line for line in p.log_of("blue"))
    assert p.view("blue").figures["a"].pack.readied == ""


@rule("NUTS-GREN-03")
def test_an_active_man_may_make_it_safe() -> None:
    state = table(man("a", (10, 20), **HELD), man("b", (12, 20), gear=GRENADES), foe("x", (10, 5)))
    with playing(state, Activation("red-1")) as p:
        assert p.refuse("red", [unready("red-1", b="grenade")])
        assert p.refuse("red", [unready("red-1", a="molotov")])[0].at == "value[0].plan.what.a"
        assert p.refuse("red", [{**unready("red-1", a="grenade"), "plan": {"what": {"a": 7}}}])
        p.choose("red", [unready("red-1", a="grenade")])
        p.pending(red="Give the group its orders")
    a = p.state.figures["a"]
    assert (a.pack.readied, a.pack.gear) == ("", GRENADES)


@rule("NUTS-GREN-03")
def test_at_other_times_it_cannot_be_done() -> None:
    state = table(
        man("a", (10, 20), reacting="return_fire", causes=("x",), **HELD),
        foe("x", (10, 15)),
        foe("y", (40, 5)),
    )
    with playing(state, ReturnFire(("a",))) as p:
        assert p.refuse("red", [unready("red-1", a="grenade")])
        p.pending(red="Shoot back")
    with playing(table(man("a", (10, 20), **HELD)), Activation("red-1")) as p:
        p.choose("red", [unready("red-1", a="grenade")], [])
        p.nothing_pending()


@rule("NUTS-GREN-02")
def test_of_nothing_nothing_is_readied() -> None:
    state = table(man("a", (10, 20), gear=(("grenade", 0),)), man("b", (12, 20), gear=(("grenade", 1),)))
    found = [LAWS["ready"].why_not(state, state.figures[id], {}) for id in ("a", "b")]
    assert [fault is None for fault in found] == [False, True]


@rule("NUTS-GREN-02")
@pytest.mark.parametrize(("inches", "gear", "asked"), [(10, 1, True), (10.01, 1, False), (10, 0, False)])
def test_a_man_is_asked_again_where_an_enemy_is_near_enough(inches: float, gear: int, asked: bool) -> None:
    """Six inches of throw and half a move."""
    state = table(
        man("a", (10, 20), weapons=("core.flamethrower",), gear=(("grenade", gear),)),
        foe("x", (10, 20 - inches)),
    )
    with playing(state, Activation("red-1")) as p:
        view = p.match.view("red")
        assert LAWS["ready"].matters(view, [view.state.figures["a"]]) == asked
        p.pending(red="Give the group its orders")
    assert LAWS["ready"].why_not(state, state.figures["a"], {}) is None or not gear
