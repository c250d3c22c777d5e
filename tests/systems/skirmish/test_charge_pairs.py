"""Chargers pair off one to one, and who is left over has his target rolled. NUTS-FIRE-09, NR-121"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.systems.skirmish.rules.activation.activation import Activation
from deadground.systems.skirmish.rules.activation.orders import LAWS
from deadground.systems.skirmish.rules.melee.charge import Charge
from deadground.systems.skirmish.rules.sight.in_sight import InSightTest
from deadground.systems.skirmish.state import Seat
from deadground.testing import rule
from tests.systems.skirmish.gestures import drag
from tests.systems.skirmish.orders import charge
from tests.systems.skirmish.system import playing
from tests.systems.skirmish.table import foe, man, table


def two_on_two(y: tuple[float, float] = (13, 20), **changes: Any) -> Any:
    """A and B, five inches south of X and Y."""
    return table(
        man("a", (10, 25)), man("b", (12, 25)), foe("x", (10, 20)), foe("y", y, **changes), pieces=""
    )


@rule("NUTS-FIRE-09")
@pytest.mark.parametrize(
    ("y", "changes", "fits"),
    [
        ((13, 20), {}, False),
        ((12, 19), {}, False),
        ((12, 18.99), {}, True),
        ((13, 20), {"fighting": ("z",)}, True),
        ((13, 20), {"status": "out_of_the_fight"}, True),
    ],
)
def test_nobody_doubles_up_while_an_enemy_in_reach_has_nobody(
    y: tuple[float, float], changes: dict[str, Any], fits: bool
) -> None:
    """In reach is whoever B could charge from the spot he charges from."""
    state = two_on_two(y, **changes)
    with playing(state, Activation("red-1")) as p:
        faults = p.asked("red").check(p.match.view("red"), [charge("red-1", a="x", b="x")])
        assert [fault.rows for fault in faults] == ([] if fits else [("NUTS-FIRE-09", "NR-121")])
        if not fits:
            assert not p.asked("red").check(p.match.view("red"), [charge("red-1", a="x", b="y")])
        p.pending(red="Give the group its orders")


@pytest.mark.parametrize("b", [(11.5, 28), (8.7, 27.5), (12, 28)])
def test_of_two_who_are_sent_at_one_man_each_is_given_a_spot_of_his_own(b: tuple[float, float]) -> None:
    """Straight lines to one man meet: what the program lays out itself it does not refuse afterwards. NS-01"""
    state = table(man("a", (10, 27.5)), man("b", b), foe("x", (10, 18)))
    with playing(state, Activation("red-1")) as p:
        look = drag(p, "a", "b", to="x", card="charge")
        assert look.value[0]["plan"]["targets"] == {"a": "x", "b": "x"}
        assert not p.asked("red").check(p.match.view("red"), look.value)
        arrows = [shape.points for shape in look.shapes if shape.look == "charge"]
        assert [points[-1] for points in arrows] == [state.figures["x"].at] * 2
        p.pending(red="Give the group its orders")


@rule("NUTS-FIRE-09")
def test_the_spot_that_counts_is_the_end_of_his_way() -> None:
    """B comes from afar; from where he charges X he could as well charge Y."""
    state = two_on_two((13, 16))
    state.figures["b"].at = (state.figures["b"].at[0], state.figures["b"].at[1] + 5 * 254)
    with playing(state, Activation("red-1")) as p:
        check = p.asked("red").check
        view = p.match.view("red")
        assert not check(view, [charge("red-1", a="x", b="x")])
        nearer = {"targets": {"a": "x", "b": "x"}, "paths": {"b": [[12 * 254, round(21.9 * 254)]]}}
        (fault,) = check(view, [{**charge("red-1", a="x", b="x"), "plan": nearer}])
        assert "must pair off with Y" in fault.reason
        p.pending(red="Give the group its orders")


@rule("NUTS-FIRE-09")
@pytest.mark.parametrize(("die", "whom"), [(1, "x"), (2, "y")])
def test_a_charger_left_over_has_his_target_rolled(die: int, whom: str) -> None:
    """A and C take one each; B, who was sent at X, goes where the die says."""
    state = table(
        man("a", (10, 25)),
        man("b", (12, 25)),
        man("c", (14, 25)),
        foe("x", (10, 20), weapons=(), rep=1),
        foe("y", (14, 20), weapons=(), rep=1),
    )
    tests = [6, 6, 1, 1, 1, 1, 6, 6, 1, 1] if whom == "x" else [6, 6, 1, 1, 6, 6, 1, 1, 1, 1]
    with playing(state, Charge((("a", "x"), ("c", "y"), ("b", "x"))), dice=[die, *tests]) as p:
        told = p.last("spare")
        p.pending(red="Say in what order they fight.")
    assert (told.data["figure"], told.data["target"]) == ("b", whom)
    assert "NUTS-FIRE-09" in told.rows
    assert {one.data["figure"] for one in p.events if one.kind == "contact"} == {"a", "b", "c"}
    assert [len(one.data["results"]) for one in p.events if one.kind == "charge_test"] == (
        [2, 1] if whom == "x" else [1, 2]
    )


@rule("NUTS-FIRE-09")
def test_a_proposal_pairs_off() -> None:
    """Those who are told both go one to each; told one alone, the second stays out of it."""
    state = two_on_two()
    with playing(state, Activation("red-1")) as p:
        view = p.match.view("red")
        men = [view.state.figures[id] for id in "ab"]
        assert LAWS["charge"].propose(view, men, ("x", "y")) == {"targets": {"a": "x", "b": "y"}}
        assert LAWS["charge"].propose(view, men, ("x",)) == {"targets": {"a": "x"}}
        p.pending(red="Give the group its orders")


@rule("NUTS-FIRE-09", "NUTS-SIGHT-09")
def test_winners_of_a_side_nobody_plays_pair_off_when_they_charge() -> None:
    """X and Y cannot shoot; both stand nearest to A, and Y takes B."""
    state = table(
        man("a", (10, 25), weapons=()),
        man("b", (11, 25), weapons=()),
        foe("x", (10, 20), weapons=()),
        foe("y", (9, 20), weapons=()),
        seats={"red": Seat(id="red", side="red")},
    )
    state.sides["blue"].played = False
    sight, charges = [6] * 3 + [1] * 3, [1] * 8
    won = [1, 1, 1, 1, 1, 6, 6, 6, 6, 6, 2]
    with playing(state, InSightTest("red-1", ("blue-1",)), dice=[*sight, *charges, *won, *won]) as p:
        p.nothing_pending()
    assert {(one.data["figure"], one.data["target"]) for one in p.events if one.kind == "charges"} == {
        ("x", "a"),
        ("y", "b"),
    }
