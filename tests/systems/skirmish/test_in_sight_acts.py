"""What the winners of an In Sight Test do, who is kept from acting, newcomers, and what comes after.

NR-12, NR-17, NR-19
"""

from __future__ import annotations

from copy import copy
from typing import Any

import pytest

from deadground.systems.skirmish.rules.activation.activation import Activation
from deadground.systems.skirmish.rules.sight.in_sight import InSightTest
from deadground.systems.skirmish.state import SkirmishState
from deadground.testing import rule
from tests.systems.skirmish.orders import charge, fire, move, to
from tests.systems.skirmish.system import playing
from tests.systems.skirmish.table import RIFLE, foe, man, point, table


def meeting(*men: Any, **changes: Any) -> SkirmishState:
    return table(*men, **changes)


def in_sight() -> InSightTest:
    """The group of red has come into sight of that of blue."""
    return InSightTest("red-1", ("blue-1",))


@rule("NUTS-SIGHT-07")
@pytest.mark.parametrize(
    ("changes", "acts"),
    [
        ({}, True),
        ({"status": "duck_back"}, True),
        ({"status": "duck_back", "reacting": "duck_back"}, False),
        ({"status": "hunker_down"}, False),
        ({"status": "leave_battlefield"}, False),
    ],
)
def test_who_ducks_hunkers_or_leaves_may_not_shoot_even_if_his_side_wins(
    changes: dict[str, Any], acts: bool
) -> None:
    """NR-23: one who has finished ducking may."""
    state = meeting(
        man("boss", (10, 30), rep=3, facing=0),
        man("a", (12, 30), rep=2, **changes),
        foe("x", (11, 10), rep=1),
    )
    for one in ("boss", "a"):
        state.figures[one].group = "red-1"
    with playing(state, in_sight(), dice=[1, 1, 6]) as p:
        asked = p.asked("red").units[0].pieces  # type: ignore[union-attr]
        assert asked == (("boss", "a") if acts else ("boss",))
        p.pending(red="You saw them first")


@rule("NUTS-SIGHT-09", "NUTS-SIGHT-11")
def test_winners_act_from_the_highest_rep_and_the_losers_test_afterwards() -> None:
    """Three shooters, one target: the shots fall by Rep, and only then does he test, once."""
    state = meeting(
        man("low", (8, 30), rep=2),
        man("high", (10, 30), rep=4),
        man("mid", (12, 30), rep=3),
        foe("x", (10, 10)),
    )
    dice = [1, 1, 1, 6, 6, 6, 6, 1, 1, 1, 6, 6]
    with playing(state, in_sight(), dice=dice) as p:
        p.choose("red", [fire("red-1", low="x", mid="x", high="x")])
        p.nothing_pending()
    shooters = [event.data["shooter"] for event in p.events if event.kind == "shots"]
    assert shooters == ["high", "mid", "low"]
    assert sum(event.kind == "crisis_test" for event in p.events) == 1
    kinds = [event.kind for event in p.events]
    assert kinds.index("crisis_test") > max(i for i, kind in enumerate(kinds) if kind == "shots")


@rule("NUTS-SIGHT-09")
def test_who_can_neither_shoot_nor_charge_ducks_back() -> None:
    wall = "  - {id: wall, kind: wall, line: [[5, 32], [15, 32]]}"
    state = meeting(man("a", (10, 30), weapons=()), foe("x", (10, 10), rep=1), pieces=wall)
    with playing(state, in_sight(), dice=[1, 1, 1, 1, 6]) as p:
        p.nothing_pending()
    a = p.state.figures["a"]
    assert a.status == "duck_back"
    assert a.at[1] < 30 * 254 or a.at[1] > 32 * 254 or a.prone


@rule("NUTS-SIGHT-09")
def test_everybody_who_can_shoot_must() -> None:
    state = meeting(man("a", (10, 30), rep=3), man("b", (12, 30), rep=3), foe("x", (11, 10), rep=1))
    with playing(state, in_sight(), dice=[1, 1, 6]) as p:
        (fault,) = p.refuse("red", [fire("red-1", a="x")])
        assert fault.reason == "B has seen the enemy first and must act"
        assert p.refuse("red", [])
        p.pending(red="You saw them first")


@rule("NUTS-FIRE-10")
def test_winners_shoot_at_enemies_of_the_test_alone() -> None:
    """NR-19: the one who was seen before has no part in it."""
    state = meeting(man("a", (10, 30)), foe("x", (10, 10), rep=1), foe("old", (25, 10)))
    with playing(state, in_sight(), dice=[1, 1, 1, 1, 6]) as p:
        assert "NUTS-FIRE-10" in p.refuse("red", [fire("red-1", a="old")])[0].rows
        p.pending(red="You saw them first")


@rule("NUTS-ACT-10", "NUTS-SIGHT-11")
def test_an_in_sight_shot_does_not_use_up_the_active_one_and_the_activation_goes_on() -> None:
    """NR-19."""
    house = "  - {id: house, kind: structure, polygon: [[0, 20], [12, 20], [12, 30], [0, 30]]}"
    state = table(man("a", (10, 35), rep=6), foe("x", (12, 10), rep=1), pieces=house)
    dice = [1, 1, 1, 1, 1, 6, 1, 6, 6]
    with playing(state, Activation("red-1"), dice=[*dice, 1]) as p:
        p.choose("red", [move("red-1", a=to((14, 35), facing=0))])
        p.choose("red", {"a": {"points": [], "facing": 0}})
        p.choose("red", [fire("red-1", a="x")])
        assert p.state.figures["x"].status == "hunker_down"
        assert not p.state.figures["a"].doing.fired
        p.choose("red", {})
        p.choose("red", [fire("red-1", a="x")], [])
        p.nothing_pending()
    assert p.state.figures["a"].doing.fired


@rule("NUTS-SIGHT-08")
def test_the_count_is_shown_beside_each_man_until_he_has_acted() -> None:
    state = meeting(man("a", (10, 30), rep=4), foe("x", (10, 10), rep=2))
    with playing(state, in_sight(), dice=[1, 1, 1, 6, 3, 6, 1, 6, 6]) as p:
        assert (p.state.figures["a"].reaction.successes, p.state.figures["x"].reaction.successes) == (3, 1)
        p.choose("red", [fire("red-1", a="x")])
        p.nothing_pending()
    assert (p.state.figures["a"].reaction.successes, p.state.figures["x"].reaction.successes) == (-1, -1)


NEWCOMER = """
  - {id: hill, kind: hill, level: 1, polygon: [[13, 26], [22, 26], [22, 31.5], [13, 31.5]]}
  - {id: wall, kind: wall, line: [[9, 36], [12.8, 36]]}
"""


@rule("NUTS-SIGHT-10")
def test_a_newcomer_to_an_unfinished_in_sight_has_one_of_his_own() -> None:
    """Bert sees Anna fall, runs for the wall and comes into sight of the man who shot her."""
    state = table(
        man("anna", (12, 32), rep=2),
        man("bert", (15, 33), rep=4, facing=270),
        foe("x", (12, 10), rep=5),
        pieces=NEWCOMER,
    )
    assert state.figures["anna"].group == state.figures["bert"].group
    dice = [6, 1, 1, 1, 1, 1, 6, 1]
    with playing(state, in_sight(), dice=[*dice, 1, 6, 1, 1, 1, 1, 1]) as p:
        p.choose("blue", [fire("blue-1", x="anna")])
        tests = [event.data["results"] for event in p.events if event.kind == "in_sight_test"]
        assert len(tests) == 2
        assert [one["roller"] for one in tests[1]] == ["", "x"], "Bert runs with his back to them"
        p.pending(blue="You saw them first")
        assert p.asked("blue").cards[0].conditions[0].id == "bert"  # type: ignore[union-attr]
    assert p.state.figures["anna"].at == point((12, 32))


@rule("NUTS-SIGHT-09")
def test_a_winner_who_cannot_shoot_and_finds_no_place_beside_the_enemy_need_not_act() -> None:
    """Two have room in front of him: the third is excused, but only if both go; a man with a rifle never is."""
    men = [man(id, (9 + 1.2 * i, 14), rep=4, weapons=()) for i, id in enumerate("abc")]
    for armed in (False, True):
        if armed:
            men[2].arms = men[2].arms.but(weapons=(RIFLE,))
        state = meeting(*[copy(one) for one in men], foe("x", (10.2, 10), rep=1))
        with playing(state, in_sight(), dice=[1, 1, 1, 6]) as p:
            asked, view = p.asked("red"), p.match.view("red")
            both, one = [charge("red-1", a="x", b="x")], [charge("red-1", a="x")]
            assert bool(asked.check(view, both)) is armed
            reasons = [fault.reason for fault in asked.check(view, one)]
            assert "B has seen the enemy first and must act" in reasons
            assert len(asked.check(view, [])) == 3, "nobody charges, so all have room"
            p.pending(red="You saw them first")
