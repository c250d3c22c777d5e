"""The In Sight Test: what triggers it, who rolls, who wins.

NR-10, NR-11, NR-12, NR-13, NR-14, NR-15, NR-17, NR-18, NR-19
"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.systems.skirmish.rules.activation.activation import Activation, Phase
from deadground.systems.skirmish.rules.sight.in_sight import InSightTest, may_act
from deadground.systems.skirmish.rules.sight.in_sight_pools import Score, decided, pool, roller_of
from deadground.systems.skirmish.rules.sight.sighting import have_seen, seen_already
from deadground.systems.skirmish.state import SkirmishState
from deadground.testing import bounds, rule
from tests.systems.skirmish.orders import move, steps, to
from tests.systems.skirmish.system import game, playing
from tests.systems.skirmish.table import foe, man, point, table

CORNER = "  - {id: house, kind: structure, polygon: [[0, 20], [12, 20], [12, 30], [0, 30]]}"
"""Behind the house nobody sees the north; past its corner at x 12 one does."""


def at_the_corner(*more: Any, **changes: Any) -> SkirmishState:
    """A man of red behind the house, an unarmed blue to the north of it."""
    return table(
        man("a", (10, 35), **changes),
        foe("x", (12, 10), weapons=(), rep=3),
        *more,
        pieces=CORNER,
    )


def in_the_open(*men: Any, **changes: Any) -> SkirmishState:
    return table(*men, **changes)


@rule("NUTS-SIGHT-02", "NUTS-SIGHT-03")
def test_a_test_is_triggered_the_moment_a_mover_comes_into_sight() -> None:
    with playing(at_the_corner(), Activation("red-1")) as p:
        p.choose("red", [move("red-1", a=to((18, 35)))])
        p.pending(red='Move up to 2"')
        x, y = p.state.figures["a"].at
        assert y == 35 * 254
        assert 12 * 254 < x < 13 * 254, "past the corner by no more than a step"


@rule("NUTS-SIGHT-02")
def test_any_man_of_the_moving_group_triggers_it() -> None:
    state = at_the_corner(man("b", (8, 36)))
    with playing(state, Activation("red-1")) as p:
        p.choose("red", [move("red-1", a=to((11, 36)), b=to((15.5, 37.5)))])
        p.pending(red='Move up to 2"')
        assert p.state.figures["b"].at[0] > p.state.figures["a"].at[0]


@rule("NUTS-SIGHT-02")
def test_a_pair_of_groups_tests_once_in_a_phase() -> None:
    """Lost and regained in one phase there is no second test. NR-10"""
    state = at_the_corner()
    state.sighted = (("blue-1", "red-1"),)
    with playing(state, Activation("red-1")) as p:
        p.choose("red", [move("red-1", a=to((18, 35)))])
        p.nothing_pending()
    assert p.state.figures["a"].at == point((18, 35))


@bounds("NUTS-SIGHT-02")
def test_groups_in_sight_as_a_phase_begins_count_as_seen() -> None:
    """NR-10, the default."""
    state = table(man("a", (10, 30)), foe("x", (10, 10)), foe("y", (30, 10), facing=0))
    seen_already(game(state), "red")
    assert have_seen(state, "red-1", "blue-1")
    assert have_seen(state, "red-1", "blue-2"), "Anna sees the one who looks away"


@rule("NUTS-SIGHT-02")
@pytest.mark.parametrize(("option", "tests"), [("off", 0), ("on", 1)])
def test_with_the_option_they_test_as_the_phase_begins(option: str, tests: int) -> None:
    state = table(man("a", (10, 30), weapons=(), rep=1), foe("x", (10, 10), weapons=(), rep=1))
    dice = [1, 6] if tests else []
    options = {"in_sight_at_phase_start": option}
    with playing(state, Phase("red"), dice=dice, options=options) as p:
        assert sum(event.kind == "in_sight_test" for event in p.events) == tests
        p.choose("red", "end_phase")
        p.nothing_pending()


@rule("NUTS-SIGHT-03")
def test_a_sighting_undone_by_the_two_inches_counts_for_nothing() -> None:
    """NR-10: the next one triggers again."""
    with playing(at_the_corner(), Activation("red-1"), dice=[1, 1, 1]) as p:
        p.choose("red", [move("red-1", a=to((18, 35)))])
        p.choose("red", steps(a=(11, 35)))
        assert not have_seen(p.state, "red-1", "blue-1")
        p.choose("red", steps(a=(14, 35)))
        p.pending(red='Move up to 2"')
        p.choose("red", {})
        assert have_seen(p.state, "red-1", "blue-1")
        p.choose("red", {})
        p.nothing_pending()


@rule("NUTS-SIGHT-03")
@pytest.mark.parametrize(("inches", "fits"), [(2, True), (2.01, False)])
def test_everybody_of_the_group_may_move_two_inches_seen_or_not(inches: float, fits: bool) -> None:
    state = at_the_corner(man("b", (10, 37)))
    with playing(state, Activation("red-1")) as p:
        p.choose("red", [move("red-1", a=to((18, 35)))])
        faults = p.asked("red").check(p.match.view("red"), steps(b=(10, 37 + inches)))
        assert (not faults) == fits
        p.pending(red='Move up to 2"')


@rule("NUTS-SIGHT-03")
def test_the_two_inches_may_bring_more_men_in() -> None:
    state = at_the_corner(man("b", (11.2, 37), rep=5))
    with playing(state, Activation("red-1"), dice=[6, 6, 6, 1, 1, 1]) as p:
        p.choose("red", [move("red-1", a=to((18, 35)))])
        p.choose("red", {"b": {"points": [list(point((13.1, 37)))], "facing": 0}})
        assert p.last("in_sight_test").data["results"][0]["roller"] == "b"
        p.pending(red="Finish the move")


@rule("NUTS-SIGHT-03")
@pytest.mark.parametrize(("option", "left"), [("free", 6), ("charged", 4)])
def test_the_two_inches_are_free_or_charged(option: str, left: int) -> None:
    """NR-11."""
    state = at_the_corner(attributes=())
    state.figures["a"].at = point((11, 35))
    options = {"in_sight_bonus_move": option}
    with playing(state, Activation("red-1"), dice=[1, 1, 1], options=options) as p:
        p.choose("red", [move("red-1", a=to((19, 35)))])
        gone = p.state.figures["a"].doing.spent
        x = p.state.figures["a"].at[0] / 254
        p.choose("red", steps(a=(x + 2, 35)))
        assert p.state.figures["a"].doing.spent - gone == (0 if option == "free" else 2 * 254)
        assert left < (8 * 254 - p.state.figures["a"].doing.spent) / 254 < left + 1
        p.choose("red", {})
        p.nothing_pending()


def test_charged_steps_end_where_the_move_ends() -> None:
    state = at_the_corner()
    state.figures["a"].at = point((4.5, 35))
    with playing(state, Activation("red-1"), options={"in_sight_bonus_move": "charged"}) as p:
        p.choose("red", [move("red-1", a=to((12.5, 35)))])
        (walker,) = p.asked("red").walkers  # type: ignore[union-attr]
        assert walker.most == 8 * 254 - p.state.figures["a"].doing.spent < 254
        p.pending(red='Move up to 2"')


@bounds("NUTS-SIGHT-04")
def test_the_highest_leader_with_sight_rolls_for_his_group() -> None:
    state = table(
        man("a", (10, 30), rep=5),
        man("nco", (12, 30), rep=3, rank="squad_leader"),
        man("junior", (14, 30), rep=4, rank="junior_nco"),
        foe("x", (12, 10)),
    )
    g = game(state)
    everybody = list(state.figures.values())
    assert roller_of(g, "red-1", everybody) is state.figures["nco"]
    state.figures["nco"].facing = 1800
    assert roller_of(g, "red-1", everybody) is state.figures["junior"], "facing away he cannot roll. NR-12"
    state.figures["junior"].status = "hunker_down"
    assert roller_of(g, "red-1", everybody) is state.figures["a"], "else the highest Rep with LOS"
    for one in ("a", "junior"):
        state.figures[one].facing = 1800
    assert roller_of(g, "red-1", everybody) is None


@rule("NUTS-SIGHT-04")
def test_everybody_who_sees_or_is_seen_takes_part() -> None:
    """One who looks away can be shot but neither rolls nor acts. NR-12"""
    state = table(
        man("a", (10, 30), rep=6),
        man("away", (12, 30), facing=180),
        man("behind", (10, 35)),
        foe("x", (10, 10), weapons=(), rep=1),
        pieces="  - {id: wood, kind: woods, polygon: [[9, 32], [11, 32], [11, 33.5], [9, 33.5]]}",
    )
    state.figures["behind"].group = "red-1"
    with playing(state, InSightTest("red-1", ("blue-1",)), dice=[1, 1, 1, 1, 1, 6]) as p:
        shown = {id: one.reaction.successes for id, one in p.state.figures.items()}
        assert shown == {"a": 5, "away": 5, "behind": -1, "x": 0}
        assert p.asked("red").units[0].pieces == ("a",)  # type: ignore[union-attr]
        p.pending(red="You saw them first")


def dice_of(state: SkirmishState, roller: str, foe_: str = "x") -> int:
    g = game(state)
    one, other = state.figures[roller], state.figures[foe_]
    return pool(g, one, [other], other).total


@bounds("NUTS-SIGHT-05")
@pytest.mark.parametrize("rep", [1, 4, 7])
def test_the_pool_is_a_die_for_each_point_of_rep(rep: int) -> None:
    assert dice_of(table(man("a", (10, 30), rep=rep), foe("x", (10, 10))), "a") == rep


@rule("NUTS-SIGHT-06")
@bounds("NUTS-SIGHT-05")
@pytest.mark.parametrize(
    ("attributes", "dice"),
    [
        (("quick_reflexes",), 5),
        (("slow_to_react",), 3),
        (("steely_eyes",), 5),
        (("quick_reflexes", "steely_eyes"), 6),
        (("brawler",), 4),
    ],
)
def test_attributes_change_the_pool(attributes: tuple[str, ...], dice: int) -> None:
    state = table(man("a", (10, 30), attributes=attributes), foe("x", (10, 10)))
    assert dice_of(state, "a") == dice
    shown = state.figures["a"].shown_attributes
    assert shown == (() if attributes == ("brawler",) else attributes), "what was used is known. NR-108"


@rule("NUTS-SIGHT-06")
def test_a_stealthy_opponent_takes_a_die_only_if_it_is_he_who_rolls() -> None:
    """NR-14."""
    state = table(
        man("a", (10, 30)),
        foe("x", (10, 10), attributes=("stealthy",)),
        foe("y", (12, 10), rep=5),
    )
    assert dice_of(state, "a", "x") == 3
    assert dice_of(state, "a", "y") == 4


@rule("NUTS-SIGHT-06")
@pytest.mark.parametrize(("active", "moving", "dice"), [(True, True, 3), (True, False, 4), (False, True, 4)])
def test_active_and_moved(active: bool, moving: bool, dice: int) -> None:
    """NR-18: the roller himself."""
    state = table(man("a", (10, 30), moving=moving), foe("x", (10, 10)))
    state.groups["red-1"].active = active
    assert dice_of(state, "a") == dice


WHEAT = "  - {id: corn, kind: wheat, polygon: [[8, 8], [11, 8], [11, 12], [8, 12]]}"


@rule("NUTS-SIGHT-06")
@pytest.mark.parametrize(("others", "dice"), [((), 3), (((10, 9),), 3), (((12, 10),), 4)])
def test_the_enemy_is_concealed_only_if_all_are_whom_the_group_sees(
    others: tuple[tuple[float, float], ...], dice: int
) -> None:
    """NR-14."""
    more = [foe(f"y{i}", at) for i, at in enumerate(others)]
    state = table(man("a", (10, 30)), foe("x", (10, 10)), *more, pieces=WHEAT)
    g = game(state)
    foes = [one for one in state.figures.values() if one.side == "blue"]
    assert pool(g, state.figures["a"], foes, state.figures["x"]).total == dice


@rule("NUTS-SIGHT-06")
@bounds("NUTS-LEAD-04")
def test_a_temporary_group_leader_has_one_die_less_and_a_lone_man_has_not() -> None:
    state = table(man("a", (10, 30)), man("b", (12, 30)), man("c", (40, 30)), foe("x", (10, 10)))
    assert dice_of(state, "a") == 3
    assert dice_of(state, "c") == 4
    state.figures["a"].rank = "junior_nco"
    assert dice_of(state, "a") == 4


@rule("NUTS-SIGHT-05")
def test_a_pool_of_no_dice_scores_nothing_and_two_such_decide_nothing() -> None:
    """NR-15: nobody wins and nobody acts."""
    slow = ("slow_to_react",)
    state = table(man("a", (10, 30), rep=1, attributes=slow), foe("x", (10, 10), rep=1, attributes=slow))
    with playing(state, InSightTest("red-1", ("blue-1",))) as p:
        p.nothing_pending()
    assert p.last("in_sight_test").data["results"] == [
        {"side": "red", "roller": "a", "dice": 0, "successes": 0},
        {"side": "blue", "roller": "x", "dice": 0, "successes": 0},
    ]


@rule("NUTS-SIGHT-05", "NUTS-SIGHT-08")
def test_no_dice_against_no_success_is_a_tie_that_the_other_rolls_again() -> None:
    state = table(
        man("a", (10, 30), rep=1, attributes=("slow_to_react",)), foe("x", (10, 10), rep=2, weapons=())
    )
    with playing(state, InSightTest("red-1", ("blue-1",)), dice=[4, 6, 3, 6]) as p:
        p.nothing_pending()
    assert p.last("in_sight_test").data["results"][1]["successes"] == 1


@rule("NUTS-SIGHT-08")
def test_more_successes_win_and_a_tie_is_rolled_again() -> None:
    state = table(man("a", (10, 30), rep=2), foe("x", (10, 10), rep=2))
    with playing(state, InSightTest("red-1", ("blue-1",)), dice=[3, 4, 1, 6, 3, 3, 1, 4]) as p:
        assert [len(roll.faces) for roll in p.last("in_sight_test").rolls] == [2, 2, 2, 2]
        assert p.state.figures["a"].reaction.successes == 2
        assert p.state.figures["x"].reaction.successes == 1
        p.pending(red="You saw them first")


@rule("NUTS-SIGHT-08")
@pytest.mark.parametrize(
    ("option", "winners"), [("best_group", ["blue-1", "blue-2"]), ("pairwise", ["blue-2", "red-1"])]
)
def test_several_groups_on_a_side(option: str, winners: list[str]) -> None:
    """NR-13: red 2, blue 1 and 3. The best single score wins for its side, or each pair is decided by itself."""
    state = table(man("a", (20, 30), rep=3), foe("x", (10, 10), rep=3), foe("y", (30, 10), rep=3))
    dice = [1, 1, 6, 1, 6, 6, 1, 1, 1]
    with playing(
        state, InSightTest("red-1", ("blue-1", "blue-2")), dice=dice, options={"in_sight_multi_group": option}
    ) as p:
        test = p.match.position.agenda[-1]
        assert isinstance(test, InSightTest)
        assert sorted({p.state.figures[id].group for id in test.winners}) == winners
        p.pending(blue="You saw them first") if option == "best_group" else p.pending(
            red="You saw them first"
        )


@rule("NUTS-SIGHT-08")
def test_groups_of_both_sides_with_the_best_score_roll_again() -> None:
    """NR-13: those with that score alone."""
    state = table(man("a", (20, 30), rep=2), foe("x", (10, 10), rep=2), foe("y", (30, 10), rep=2))
    dice = [1, 1, 1, 6, 1, 1, 1, 6, 1, 1]
    with playing(state, InSightTest("red-1", ("blue-1", "blue-2")), dice=dice) as p:
        results = [one["successes"] for one in p.last("in_sight_test").data["results"]]
        assert results == [1, 1, 2]
        p.pending(blue="You saw them first")


@rule("NUTS-SIGHT-02", "NUTS-ACT-05")
def test_with_the_option_every_group_of_the_side_tests() -> None:
    """NR-10: one test for each group whose phase it is, with all it sees."""
    state = table(
        man("a", (10, 30), weapons=(), rep=1),
        man("b", (20, 30), weapons=(), rep=1),
        man("c", (30, 30), weapons=(), rep=1, facing=180),
        foe("x", (15, 10), weapons=(), rep=1),
    )
    options = {"in_sight_at_phase_start": "on"}
    with playing(state, Phase("red"), dice=[1, 6, 1, 6, 6, 2], options=options) as p:
        results = [event.data["results"][0]["roller"] for event in p.events if event.kind == "in_sight_test"]
        assert results == ["a", "b", ""], "the third looks away, and is seen all the same"
        p.choose("red", "end_phase")
        p.nothing_pending()


@bounds("NUTS-SIGHT-07")
@pytest.mark.parametrize(
    ("changes", "may"),
    [
        ({}, True),
        ({"facing": 180}, False),
        ({"status": "duck_back"}, True),
        ({"status": "hunker_down"}, False),
        ({"status": "leave_battlefield"}, False),
        ({"reacting": "duck_back", "status": "duck_back"}, False),
    ],
)
def test_a_winner_acts_if_he_sees_an_enemy_and_has_nothing_to_carry_out(
    changes: dict[str, Any], may: bool
) -> None:
    """NR-12, NR-23: a friend whom he sees instead is no enemy."""
    state = table(man("a", (10, 30), **changes), man("b", (10, 33)), foe("x", (10, 10)))
    assert may_act(game(state), state.figures["a"], state.figures.values()) == may


@rule("NUTS-SIGHT-04", "NUTS-SIGHT-05", "NUTS-SIGHT-08")
@pytest.mark.parametrize(
    ("changes", "dice", "words"),
    [
        ({"rep": 2}, [1, 6, 6, 6], "A scores 1 with 2 dice; X scores 0 with 2 dice. A is quicker."),
        ({"rep": 1}, [1, 6, 6], "A scores 1 with 2 dice; X scores 0 with 1 die. A is quicker."),
        (
            {"rep": 1, "attributes": ("slow_to_react",)},
            [1, 6],
            "A scores 1 with 2 dice; X scores 0 with no dice. A is quicker.",
        ),
        (
            {"rep": 1, "facing": 0},
            [1, 6],
            "A scores 1 with 2 dice; the others look elsewhere. A is quicker.",
        ),
    ],
)
def test_the_scores_are_told_with_their_dice(changes: dict[str, Any], dice: list[int], words: str) -> None:
    state = table(man("a", (10, 30), rep=2), foe("x", (10, 10), **changes))
    with playing(state, InSightTest("red-1", ("blue-1",)), dice=dice) as p:
        assert p.last("in_sight_test").text == f"In Sight: {words}"
        p.pending(red="You saw them first")


@rule("NUTS-SIGHT-02")
@pytest.mark.parametrize(
    ("men", "dice", "words"),
    [(1, [1, 6, 6], "A comes into sight of X."), (2, [1, 6], "A and B come into sight of X.")],
)
def test_who_comes_into_sight_of_whom_is_told(men: int, dice: list[int], words: str) -> None:
    """Two without a leader have a Temporary one, and a die fewer."""
    squad = [man(id, (10 + 2 * n, 30), rep=2) for n, id in enumerate("ab"[:men])]
    state = table(*squad, foe("x", (10, 10), rep=1))
    with playing(state, InSightTest("red-1", ("blue-1",)), dice=dice) as p:
        assert p.last("in_sight").text == words
        p.pending(red="You saw them first")


@bounds("NUTS-SIGHT-08")
@pytest.mark.parametrize(
    ("red", "blue", "won"), [(0, 0, ()), (1, 0, (("red-1", "blue-1"),)), (0, 1, (("blue-1", "red-1"),))]
)
def test_nobody_wins_where_nobody_scores_more(red: int, blue: int, won: tuple[tuple[str, str], ...]) -> None:
    """NR-15: two groups without dice stay even."""
    g = game(table(man("a", (10, 30)), foe("x", (10, 10))))
    found = [Score("red-1", "red", "", 0, red), Score("blue-1", "blue", "", 0, blue)]
    assert decided(g, found) == won
