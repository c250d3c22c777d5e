"""Star Power, Larger Than Life, Cheating Death. NR-85, NR-86, NR-87"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.systems.skirmish.rules.fire.damage import Hit, damage_of
from deadground.systems.skirmish.rules.reactions.captives import TouchFallen
from deadground.systems.skirmish.rules.stars.stars import killer_rep, larger_than_life, star_power
from deadground.systems.skirmish.rules.troops.foe_reaction import FoeReaction
from deadground.systems.skirmish.system import SKIRMISH
from deadground.testing import bounds, rule
from tests.systems.skirmish.system import game, playing
from tests.systems.skirmish.table import foe, man, table


def star(dice: int = 3, rep: int = 5, killer: int = 4) -> Any:
    return table(man("s", (10, 30), rep=rep, star=True, star_dice=dice), foe("x", (10, 10), rep=killer))


@bounds("NUTS-STAR-01")
@pytest.mark.parametrize(
    ("faces", "result", "left"),
    [
        ([4, 5, 5], "obviously_dead", 3),
        ([3, 5, 5], "out_of_the_fight", 3),
        ([3, 1, 5], "carry_on", 3),
        ([1, 2, 3], None, 3),
        ([6, 6, 3], "out_of_the_fight", 1),
        ([4, 4, 6], "obviously_dead", 2),
    ],
)
def test_each_low_die_lowers_the_damage_and_each_six_is_lost(
    faces: list[int], result: str | None, left: int
) -> None:
    """NR-85: dead, out of the fight, knocked down, nothing; dice of 1 to 3 are kept."""
    state = star()
    assert star_power(game(state, faces), state.figures["s"], "obviously_dead") == result
    assert state.figures["s"].star_dice == left


@bounds("NUTS-STAR-01")
def test_it_is_rolled_after_the_recover_test_and_never_goes_below_nothing() -> None:
    state = star(dice=3)
    assert damage_of(game(state, [6, 1, 1, 1, 1, 1]), state.figures["s"], [Hit("x", 3)]) == "carry_on"
    assert not state.figures["s"].prone, "not even knocked down"
    empty = star(dice=0)
    assert damage_of(game(empty, [2]), empty.figures["s"], [Hit("x", 3)]) == "out_of_the_fight"


@bounds("NUTS-STAR-02")
@pytest.mark.parametrize(
    ("killer", "result"), [(4, "out_of_the_fight"), (5, "obviously_dead"), (6, "obviously_dead")]
)
def test_nobody_of_lower_rep_kills_him(killer: int, result: str) -> None:
    state = star(rep=5)
    assert larger_than_life(game(state), state.figures["s"], "obviously_dead", killer) == result
    assert larger_than_life(game(state), state.figures["s"], "out_of_the_fight", 1) == "out_of_the_fight"


@bounds("NUTS-STAR-02")
def test_killers_without_a_rep_count_as_five() -> None:
    """NR-86."""
    state = star(rep=5)
    g = game(state, [1, 5])
    assert killer_rep(g, "") == 5
    assert killer_rep(g, "x") == 4
    state.figures["s"].star_dice = 1
    assert damage_of(g, state.figures["s"], [Hit("x", 3)]) == "out_of_the_fight"
    assert state.figures["s"].status == "out_of_the_fight"


@bounds("NUTS-STAR-03")
@pytest.mark.parametrize(("rep", "left"), [(5, 4), (1, 1)])
def test_killed_by_an_equal_he_is_carried_to_safety_and_loses_a_rep(rep: int, left: int) -> None:
    """NR-87: never below 1."""
    state = star(rep=rep, killer=rep, dice=0)
    damage_of(game(state, [1]), state.figures["s"], [Hit("x", 3)])
    s = state.figures["s"]
    assert (s.status, s.rep, s.group) == ("gone", left, "")


@bounds("NUTS-STAR-01")
def test_a_star_begins_with_a_die_for_each_point_of_rep() -> None:
    state = star(dice=5)
    g = game(state, [4, 4, 4, 4, 4])
    assert star_power(g, state.figures["s"], "carry_on") == "carry_on"
    begun = SKIRMISH.new_state(SKIRMISH.prepare("crossroads"))
    assert all(one.star_dice == (one.rep if one.star else -1) for one in begun.figures.values())


@bounds("NUTS-STAR-01")
def test_with_one_die_left_it_is_rolled_and_with_none_he_takes_what_comes() -> None:
    state = star(dice=1)
    assert star_power(game(state, [6]), state.figures["s"], "obviously_dead") == "obviously_dead"
    assert state.figures["s"].star_dice == 0
    assert star_power(game(state, []), state.figures["s"], "obviously_dead") == "obviously_dead"
    state = star(dice=1)
    assert star_power(game(state, [3]), state.figures["s"], "obviously_dead") == "out_of_the_fight"


@rule("NUTS-STAR-02")
@pytest.mark.parametrize(
    ("rep", "status", "left"),
    [(4, "captured", 5), (5, "gone", 4), (6, "gone", 4)],
    ids=["lower", "equal", "higher"],
)
def test_a_star_is_not_dispatched(rep: int, status: str, left: int) -> None:
    """NUTS-STAR-03, NR-122"""
    fallen = foe("x", (10, 21), rep=5, star=True, star_dice=5, status="out_of_the_fight", group="")
    state = table(man("a", (10, 20), rep=rep), fallen, foe("y", (40, 5)))
    with playing(state, TouchFallen("a", "x")) as p:
        p.choose("red", "dispatch")
        p.nothing_pending()
    x = p.state.figures["x"]
    assert (x.status, x.rep, p.state.figures["a"].aid.escorts) == (status, left, ("x",) * (rep < 5))


@rule("COT-ATTR-07", "NUTS-STAR-02")
@pytest.mark.parametrize(("rep", "status"), [(4, "captured"), (5, "gone")])
def test_nor_is_a_hated_one(rep: int, status: str) -> None:
    """NR-122, LR-057: 2d6 passed, and he finishes whom he has come upon."""
    fallen = foe("x", (10, 17), rep=5, star=True, star_dice=5, status="out_of_the_fight", group="")
    state = table(man("a", (10, 20), rep=rep), fallen, foe("y", (40, 5)), foes=(("red", "blue"),))
    with playing(state, FoeReaction("a", "x"), dice=[1, 1]) as p:
        p.nothing_pending()
    assert p.state.figures["x"].status == status
