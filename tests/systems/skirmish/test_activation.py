"""Activation dice, phases, who may act and in what order. NR-06, NR-10, NR-20, NR-23, NS-02"""

from __future__ import annotations

import pytest

from deadground.systems.skirmish.rules.activation.activation import Activation, Phase, may_activate
from deadground.systems.skirmish.rules.activation.dice import at_most_two, passed, successes
from deadground.systems.skirmish.rules.activation.turn import Battle, Turn
from deadground.systems.skirmish.state import SkirmishState
from deadground.testing import bounds, rule
from tests.systems.skirmish.orders import fire, move, to
from tests.systems.skirmish.system import playing
from tests.systems.skirmish.table import foe, man, table

END = "end_phase"
HILL = "  - {id: hill, kind: hill, level: 1, polygon: [[0, 20], [48, 20], [48, 24], [0, 24]]}"
"""Nobody sees over it from either side."""


def apart(**changes: int) -> SkirmishState:
    """A man a side, out of sight of each other, their Reps as said."""
    return table(
        man("a", (10, 40), rep=changes.get("red", 6)),
        foe("x", (10, 10), rep=changes.get("blue", 6)),
        pieces=HILL,
    )


@rule("NUTS-ACT-01", "NUTS-ACT-04")
@pytest.mark.parametrize(("dice", "first", "second"), [([5, 4], "red", "blue"), ([2, 6], "blue", "red")])
def test_each_side_keeps_its_own_die_and_the_higher_goes_first(
    dice: list[int], first: str, second: str
) -> None:
    with playing(apart(), Turn(), dice=dice) as p:
        assert (p.state.sides["red"].die, p.state.sides["blue"].die) == tuple(dice)
        assert p.state.order == (first, second)
        p.choose(first, END)
        assert (p.state.sides["red"].die, p.state.sides["blue"].die) == tuple(dice)
        assert p.state.phase == second
        p.choose(second, END)
        p.nothing_pending()
    assert p.state.stage == "end_of_turn"


@rule("NUTS-ACT-04")
def test_when_both_are_done_new_dice_are_rolled() -> None:
    with playing(apart(), Battle(), dice=[5, 4, 1, 3]) as p:
        p.choose("red", END)
        p.choose("blue", END)
        assert p.state.turn == 2
        assert p.state.order == ("blue", "red")
        p.pending(blue="Choose a group")


@rule("NUTS-ACT-02")
def test_doubles_are_rolled_again_until_they_differ() -> None:
    with playing(apart(), Turn(), dice=[3, 3, 6, 6, 2, 4]) as p:
        assert [event.data["faces"] for event in p.events if event.kind == "activation_dice"] == [
            {"red": 3, "blue": 3},
            {"red": 6, "blue": 6},
            {"red": 2, "blue": 4},
        ]
        p.choose("blue", END)
        p.choose("red", END)
        p.nothing_pending()


@rule("NUTS-ACT-03")
@pytest.mark.parametrize(("dice", "side"), [([4, 3], "red"), ([1, 6], "blue")])
def test_a_seven_is_checked_by_the_higher_die_before_anybody_acts(dice: list[int], side: str) -> None:
    with playing(apart(), Turn(), dice=dice) as p:
        assert p.last("reinforcements").data["side"] == side
        kinds = [event.kind for event in p.events]
        assert kinds.index("reinforcements") < kinds.index("phase")
        assert p.state.sides[side].die == max(dice)
        p.choose(p.state.order[0], END)
        p.choose(p.state.order[1], END)
        p.nothing_pending()


@rule("NUTS-ACT-01")
@pytest.mark.parametrize("dice", [[4, 2], [5, 3]])
def test_six_and_eight_bring_no_check(dice: list[int]) -> None:
    with playing(apart(), Turn(), dice=dice) as p:
        assert "reinforcements" not in [event.kind for event in p.events]
        p.choose("red", END)
        p.choose("blue", END)
        p.nothing_pending()


@rule("NUTS-ACT-05")
@pytest.mark.parametrize(("rep", "may"), [(3, False), (4, True), (5, True)])
def test_the_leaders_rep_must_reach_the_die(rep: int, may: bool) -> None:
    state = apart(red=rep)
    state.sides["red"].die = 4
    with playing(state, Phase("red")) as p:
        if may:
            p.pending(red="Choose a group")
        else:
            p.nothing_pending()
    fault = may_activate(state, "red-1", "red")
    assert (fault is None) == may
    assert fault is None or fault.rows == ("NUTS-ACT-05",)


@rule("NUTS-ACT-13", "NUTS-ACT-05")
def test_the_example_of_a_blue_five_and_a_yellow_four() -> None:
    """My side has the 5 and acts with Rep 5 leaders alone, then the other with Rep 4 or better."""
    state = table(
        man("a5", (5, 40), rep=5),
        man("a4", (15, 40), rep=4),
        foe("x4", (5, 5), rep=4),
        foe("x3", (15, 5), rep=3),
        pieces=HILL,
    )
    with playing(state, Turn(), dice=[5, 4]) as p:
        assert p.options("red") == ["red-1", END]
        assert p.refused_options("red")["red-2"].rows == ("NUTS-ACT-05",)
        p.choose("red", END)
        assert p.options("blue") == ["blue-1", END]
        assert p.refused_options("blue")["blue-2"].rows == ("NUTS-ACT-05",)
        p.choose("blue", END)
        p.nothing_pending()


@rule("NUTS-ACT-06")
def test_groups_go_from_the_highest_leader_rep_down_ties_as_the_owner_likes() -> None:
    state = table(
        man("a", (5, 40), rep=4),
        man("b", (15, 40), rep=5),
        man("c", (25, 40), rep=4),
        foe("x", (5, 5)),
        pieces=HILL,
    )
    with playing(state, Phase("red")) as p:
        assert p.asked("red").proposal == ["red-2"]
        p.choose("red", "red-3", [])
        assert set(p.refused_options("red")) == {"red-2"}
        assert "NR-07" in p.refused_options("red")["red-2"].rows
        assert p.options("red") == ["red-1", END]
        p.choose("red", "red-1", [])
        p.nothing_pending()


@rule("NUTS-ACT-06")
def test_an_eligible_group_may_be_left_idle() -> None:
    with playing(apart(), Phase("red")) as p:
        p.choose("red", END)
        p.nothing_pending()
    assert p.state.figures["a"].doing.action == ""


@rule("NUTS-ACT-07")
def test_another_group_waits_until_every_reaction_to_the_first_is_settled() -> None:
    """The Star who was shot at is asked before red may go on."""
    state = table(
        man("a", (5, 30), rep=5),
        man("b", (15, 30), rep=4),
        foe("x", (5, 15), star=True, facing=180),
        foe("y", (45, 5), facing=0),
    )
    with playing(state, Phase("red"), dice=[1]) as p:
        p.choose("red", "red-1", [fire("red-1", a="x")])
        p.pending(blue="Say what X does")
        p.choose("blue", "0")
        p.choose("red", [])
        assert p.options("red") == ["red-2", END]
        p.choose("red", END)
        p.nothing_pending()


@rule("NUTS-ACT-08")
def test_an_active_man_takes_one_main_action() -> None:
    with playing(apart(), Activation("red-1")) as p:
        p.choose("red", [move("red-1", a=to((12, 40)))])
        p.nothing_pending()
    assert p.state.figures["a"].doing.action == "move"
    state = apart()
    state.figures["a"].doing = state.figures["a"].doing.but(action="move")
    with playing(state, Activation("red-1")) as p:
        p.choose("red", [move("red-1", a=to(facing=90))])
        p.nothing_pending()
    assert (p.state.figures["a"].doing.action, p.state.figures["a"].facing) == ("stay", 900)


@rule("NUTS-ACT-08")
def test_who_has_moved_may_not_move_again() -> None:
    state = table(man("a", (10, 40)), man("b", (12, 40)), foe("x", (10, 10)), pieces=HILL)
    with playing(state, Activation("red-1")) as p:
        p.choose("red", [move("red-1", a=to((10, 32)))])
        (fault,) = p.refuse("red", [move("red-1", a=to((10, 31)))])
        assert (fault.at, fault.rows) == ("value[0].pieces", ("NUTS-ACT-08",))
        p.choose("red", [move("red-1", b=to((12, 38)))])
        p.nothing_pending()


@rule("NUTS-ACT-09")
def test_picking_something_up_goes_with_a_normal_move_and_not_with_a_fast_one() -> None:
    from deadground.systems.skirmish.state import Marker

    state = apart()
    state.markers["smg"] = Marker("smg", "weapon", state.figures["a"].at, what="core.smg")
    pick = {"unit": "red-1", "card": "pick_up", "pieces": ["a"], "plan": {"what": {"a": "smg"}}}
    with playing(state, Activation("red-1")) as p:
        p.choose("red", [pick])
        assert p.state.figures["a"].arms.weapons == ("core.ba_rifle", "core.smg")
        (fault,) = p.refuse("red", [move("red-1", "fast_move", a=to((10, 30)))])
        assert fault.rows == ("NUTS-ACT-09", "NR-38")
        p.choose("red", [move("red-1", a=to((10, 32)))])
        p.nothing_pending()
    assert not p.state.markers


@rule("NUTS-ACT-10")
def test_a_man_shoots_once_when_active() -> None:
    state = table(man("a", (10, 30), rep=3), foe("x", (10, 10), star=True))
    with playing(state, Activation("red-1"), dice=[1]) as p:
        p.choose("red", [fire("red-1", a="x")])
        p.choose("blue", "0")
        (fault,) = p.refuse("red", [fire("red-1", a="x")])
        assert fault.rows == ("NUTS-ACT-10",)
        p.choose("red", [])
        p.nothing_pending()


@bounds("NUTS-ACT-11")
@pytest.mark.parametrize(("number", "count"), [(0, 0), (1, 1), (3, 3), (4, 4), (6, 6), (7, 6)])
def test_a_die_is_passed_at_or_below_the_number(number: int, count: int) -> None:
    assert passed((1, 2, 3, 4, 5, 6), number) == count


@bounds("NUTS-ACT-11")
def test_one_two_and_three_are_successes_and_more_than_two_passes_are_two() -> None:
    assert successes((1, 2, 3, 4, 5, 6)) == 3
    assert [at_most_two(count) for count in (0, 1, 2, 3, 4)] == [0, 1, 2, 2, 2]


@rule("NUTS-ACT-01")
def test_a_battle_is_over_when_a_side_has_nobody_who_can_act() -> None:
    """NS-43: at once, and not at the end of the turn."""
    state = table(man("a", (10, 20), rep=6), foe("x", (10, 10), status="hunker_down", hunkered_before=True))
    with playing(state, Battle(), dice=[6, 1]) as p:
        p.nothing_pending()
    assert p.outcome is not None
    assert p.outcome.winners == ("red",)


def test_after_the_last_turn_it_is_a_draw() -> None:
    state = apart()
    state.turn = state.last_turn
    with playing(state, Battle(), dice=[6, 1]) as p:
        p.choose("red", END)
        p.choose("blue", END)
        p.nothing_pending()
    assert p.outcome is not None
    assert p.outcome.winners == ()


@rule("NUTS-ACT-05", "NUTS-ACT-12")
def test_only_groups_that_may_act_are_suggested() -> None:
    state = table(
        man("a", (5, 40), rep=5),
        man("b", (7, 40), rep=3),
        man("c", (25, 40), rep=3),
        foe("x", (5, 5)),
        pieces=HILL,
    )
    state.sides["red"].die = 4
    with playing(state, Phase("red")) as p:
        request = p.asked("red")
        assert [one.value for one in request.suggest(p.match.view("red"), 9)] == [["red-1"], [END]]
        p.pending(red="Choose a group")


@rule("NUTS-ACT-07")
@pytest.mark.parametrize(
    ("men", "words"),
    [
        (1, "A acts."),
        (2, "A and B act, led by B."),
        (3, "A, B and C act, led by B."),
        (4, "B and 3 men act."),
    ],
)
def test_who_acts_is_told_by_name_or_by_their_leader(men: int, words: str) -> None:
    squad = [man(id, (10 + 2 * n, 40), rep=5 if id == "b" else 4) for n, id in enumerate("abcd"[:men])]
    with playing(table(*squad, foe("x", (10, 5)), pieces=HILL), Activation("red-1")) as p:
        assert p.last("activation").text == words
        p.pending(red="Give the group its orders")


@rule("NUTS-ACT-06")
@pytest.mark.parametrize(
    ("men", "label", "hint"), [(1, "A", ""), (2, "A and B", "Rep 5: B"), (3, "A and 2 men", "Rep 5: B, C")]
)
def test_a_group_is_offered_by_its_leader_and_his_men(men: int, label: str, hint: str) -> None:
    squad = [man(id, (10 + 2 * n, 40), rep=5 - n) for n, id in enumerate("abc"[:men])]
    with playing(table(*squad, foe("x", (10, 5)), pieces=HILL), Phase("red")) as p:
        first = p.asked("red").options[0]  # type: ignore[union-attr]
        assert (first.label, first.hint) == (label, hint)
        p.pending(red="Choose a group")


@rule("NUTS-ACT-06", "NUTS-ACT-12")
@pytest.mark.parametrize(("men", "most", "options"), [(1, 1, 2), (2, 2, 4), (3, 3, 5)])
def test_men_may_be_split_off_from_a_group_of_two_or_more(men: int, most: int, options: int) -> None:
    squad = [man(id, (10 + 2 * n, 40), rep=5) for n, id in enumerate("abc"[:men])]
    with playing(table(*squad, foe("x", (10, 5)), pieces=HILL), Phase("red")) as p:
        asked = p.asked("red")
        assert (asked.most, len(asked.options)) == (most, options)  # type: ignore[union-attr]
        p.pending(red="Choose a group")
