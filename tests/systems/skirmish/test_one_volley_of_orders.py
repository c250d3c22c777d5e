"""Shots of one answer are one volley however they are written; winners do not shoot into a melee. NR-53"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.systems.skirmish.rules.activation.activation import Activation
from deadground.systems.skirmish.rules.sight.in_sight import InSightTest
from deadground.testing import rule
from tests.systems.skirmish.orders import charge, fire
from tests.systems.skirmish.system import playing
from tests.systems.skirmish.table import RIFLE, SMG, foe, man, table


def two_and_one(*more: Any) -> Any:
    return table(
        man("a", (10, 20)), man("b", (12, 20), weapons=(SMG,)), foe("x", (10, 10), weapons=()), *more
    )


@rule("NUTS-FIRE-11")
def test_two_orders_to_fire_are_one_volley() -> None:
    """Both miss, then the target takes one test for both; he was shot at as he stood."""
    with playing(two_and_one(), Activation("red-1"), dice=[1, 1, 1, 1, 1, 1]) as p:
        p.choose("red", [fire("red-1", a="x"), fire("red-1", SMG, b=[("x", 3)])])
        while p.match.to_act():
            p.choose("red", [])
        p.nothing_pending()
    kinds = [event.kind for event in p.events]
    assert kinds.count("crisis_test") == 1
    assert [kind for kind in kinds if kind in ("shots", "crisis_test")] == ["shots", "shots", "crisis_test"]


@rule("NUTS-FIRE-09")
def test_two_orders_do_not_get_round_pairing_off() -> None:
    state = two_and_one(foe("y", (12, 10), weapons=()))
    with playing(state, Activation("red-1")) as p:
        twice = [fire("red-1", a="x"), fire("red-1", SMG, b=[("x", 3)])]
        (fault,) = p.asked("red").check(p.match.view("red"), twice)
        assert fault.rows == ("NUTS-FIRE-09",)
        assert not p.asked("red").check(
            p.match.view("red"), [fire("red-1", a="x"), fire("red-1", SMG, b=[("y", 3)])]
        )
        p.pending(red="Give the group its orders")


@rule("NUTS-FIRE-09")
def test_nor_do_two_orders_to_charge() -> None:
    state = table(man("a", (10, 25)), man("b", (12, 25)), foe("x", (10, 20)), foe("y", (13, 20)))
    with playing(state, Activation("red-1")) as p:
        (fault,) = p.asked("red").check(p.match.view("red"), [charge("red-1", a="x"), charge("red-1", b="x")])
        assert "must pair off with Y" in fault.reason
        p.pending(red="Give the group its orders")


SIGHT = [1, 1, 1, 1, 6, 6, 6, 6]
CHARGED = [1, 1, 6, 6]
EVEN = [1, 1, 1, 6, 6, 6, 6, 1, 1, 1, 6, 6]


@rule("NUTS-SIGHT-09")
@pytest.mark.parametrize(("strikes", "what"), [(EVEN, "melee"), ([*[1] * 7, *[6] * 5, 1], "dead")])
def test_winners_do_not_shoot_at_a_man_whom_a_friend_fights_or_has_put_down(
    strikes: list[int], what: str
) -> None:
    """NR-53. A charges X; B, who meant to shoot at him, has nobody else."""
    state = table(man("a", (10, 25), rep=5), man("b", (12, 25)), foe("x", (10.5, 20), weapons=()))
    with playing(state, InSightTest("red-1", ("blue-1",)), dice=[*SIGHT, *CHARGED, *strikes]) as p:
        p.choose("red", [charge("red-1", a="x"), fire("red-1", b="x")])
        p.nothing_pending()
    assert bool(p.state.figures["a"].melee.fighting) == (what == "melee")
    assert p.last("no_target").data["figure"] == "b"
    assert not any(event.kind == "shots" for event in p.events)


@rule("NUTS-SIGHT-09")
def test_such_a_winner_shoots_at_another_of_those_he_sees() -> None:
    """Y is there besides, and so B turns his rifle on him; he misses."""
    state = table(
        man("a", (10, 25), rep=5),
        man("b", (12, 25)),
        foe("x", (10.5, 20), weapons=()),
        foe("y", (14, 12), weapons=(), shot_with=RIFLE),
    )
    dice = [*SIGHT, 6, 6, 6, 6, *CHARGED, *EVEN, 1, 1, 1]
    with playing(state, InSightTest("red-1", ("blue-1", "blue-2")), dice=dice) as p:
        p.choose("red", [charge("red-1", a="x"), fire("red-1", b="x")])
        p.nothing_pending()
    assert [one["target"] for one in p.last("shots").data["dice"]] == ["y"]
