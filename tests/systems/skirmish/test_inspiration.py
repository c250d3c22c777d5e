"""Ruthless men: whom they may inspire, what comes of it, and the example that steadies a squad. NR-03, NR-28"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.core.requests import Pick
from deadground.systems.skirmish.rules.reactions.crisis import Crisis, CrisisTest
from deadground.systems.skirmish.rules.reactions.reaction import Cause
from deadground.systems.skirmish.rules.reactions.recover import RecoverFromHunkerDown, recover_from_damage
from deadground.systems.skirmish.rules.troops.morale import who_inspires
from deadground.systems.skirmish.state import SkirmishState, change
from deadground.testing import bounds, rule
from tests.systems.skirmish.grenades import HELD
from tests.systems.skirmish.system import game, playing
from tests.systems.skirmish.table import RIFLE, SMG, foe, man, table

RUTHLESS: dict[str, Any] = {"attributes": ("ruthless",), "rep": 4, "weapons": (RIFLE,)}


def squad(**leader: Any) -> SkirmishState:
    """A breaks; the Kommissar is 3" off and looks at him, C is behind him."""
    return table(
        man("a", (10, 30)),
        man("kommissar", (10, 33), **{**RUTHLESS, **leader}),
        man("c", (10, 36)),
        foe("x", (10, 20), shot_with=RIFLE),
    )


FIRED_ON = (Cause("a", "fired_on", ("x",)),)
FAIL, HIT = [5, 6], [1, 1]


@rule("COT-ATTR-01", "COT-ATTR-03")
@pytest.mark.parametrize(
    ("retest", "result"), [([1, 1], "return_fire"), ([1, 6], "snap_fire"), (FAIL, "hunker_down")]
)
def test_with_two_passed_they_test_again_and_use_the_new_result(retest: list[int], result: str) -> None:
    state = squad()
    with playing(state, CrisisTest("red-1", FIRED_ON), dice=[*FAIL, 4, 4, *retest]) as p:
        assert p.asked("red").prompt == "Say whether Kommissar inspires A."
        p.choose("red", True)
        p.nothing_pending()
    a = p.state.figures["a"]
    assert a.reaction.reacting == result
    assert a.reaction.hunkered_before == (result == "hunker_down")
    assert p.state.units["red_squad"].inspired == p.state.turn
    assert p.state.figures["kommissar"].shown_attributes == ("ruthless",)


@rule("COT-ATTR-01")
def test_he_need_not_and_then_they_do_what_they_scored() -> None:
    with playing(squad(), CrisisTest("red-1", FIRED_ON), dice=FAIL) as p:
        p.choose("red", False)
        p.nothing_pending()
    assert p.state.figures["a"].reaction.reacting == "hunker_down"
    assert p.state.units["red_squad"].inspired == 0


@rule("COT-ATTR-04", "COT-ATTR-03")
def test_with_one_passed_he_shoots_one_of_them_and_the_rest_have_three_dice_and_later_one_more() -> None:
    """The nearest who is broken is A himself, missed by 1+4; then 3d6, and ever after one die more."""
    with playing(squad(), CrisisTest("red-1", FIRED_ON), dice=[*FAIL, 4, 5, 1, 6, 1, 1]) as p:
        p.choose("red", True)
        p.nothing_pending()
    assert p.last("shots").data["dice"][0]["target"] == "a"
    assert p.state.figures["a"].reaction.reacting == "return_fire"
    assert p.state.units["red_squad"].steadied == 1
    state = p.state
    state.figures["a"].reaction = state.figures["a"].reaction.but(reacting=None)
    g = game(state, [6, 1, 6, 6])
    g.state.turn += 0
    CrisisTest("red-1", FIRED_ON).throw(g)
    assert [len(roll.faces) for roll in g.rolls] == [2, 1]
    (tally,) = g.events[-1].seen.tallies
    assert [line.reason for line in tally.lines] == ["Crisis Test", "an example was made"]
    assert state.figures["a"].reaction.reacting == "snap_fire"


@rule("COT-ATTR-04")
def test_an_example_who_falls_tests_no_more() -> None:
    with playing(squad(), CrisisTest("red-1", FIRED_ON), dice=[*FAIL, 4, 5, 6, 1]) as p:
        p.choose("red", True)
        p.nothing_pending()
    assert p.state.figures["a"].status == "obviously_dead"
    assert "crisis_test" in [event.kind for event in p.events]


@rule("COT-ATTR-04", "NUTS-GREN-04")
@pytest.mark.parametrize(("held", "testers"), [({}, [["a"]]), (HELD, [["a"], ["c"]])])
def test_what_the_example_drops_is_no_part_of_it(held: dict[str, Any], testers: list[list[str]]) -> None:
    """NR-191: A is dead, and his grenade kills the Kommissar; C, who sees that, carries on."""
    state = squad()
    change(state.figures["a"], **held)
    blast = [1, *[1, 1, 1]] if held else []
    with playing(state, CrisisTest("red-1", FIRED_ON), dice=[*FAIL, 4, 5, 6, 1, *blast]) as p:
        p.choose("red", True)
        p.nothing_pending()
    told = [event.data["results"] for event in p.events if event.kind == "crisis_test"]
    assert [[one["figure"] for one in results] for results in told] == testers
    assert p.state.figures["kommissar"].status == ("obviously_dead" if held else "carry_on")


@rule("COT-ATTR-03")
def test_with_none_passed_the_whole_unit_takes_a_man_down_test() -> None:
    """A does what he scored; the others test as for a man down, and carry on with 1 and 1."""
    with playing(squad(), Crisis(FIRED_ON), dice=[*FAIL, 5, 5, 1, 1]) as p:
        p.choose("red", True)
        p.nothing_pending()
    told = [event.data["results"] for event in p.events if event.kind == "crisis_test"]
    assert [[one["figure"] for one in results] for results in told] == [["a"], ["kommissar", "c"]]
    assert p.state.figures["a"].status == "hunker_down"


@bounds("COT-ATTR-01", "COT-ATTR-02")
@pytest.mark.parametrize(
    ("changes", "may"),
    [
        ({}, True),
        ({"attributes": ()}, False),
        ({"status": "duck_back"}, False),
        ({"facing": 180}, False),
        ({"unit": "blue_squad"}, False),
    ],
)
def test_who_may_inspire(changes: dict[str, Any], may: bool) -> None:
    """LR-050: a Ruthless man who carries on, of the same squad, who sees them."""
    state = squad(**changes)
    leader, whom = who_inspires(game(state), ["a"])
    assert (leader is not None, whom) == (may, ("a",) if may else ())
    assert who_inspires(game(state), []) == (None, ())
    assert who_inspires(game(state), ["kommissar"]) == (None, ())


@bounds("COT-ATTR-02")
def test_once_a_turn() -> None:
    state = squad()
    state.units["red_squad"].inspired = state.turn
    assert who_inspires(game(state), ["a"]) == (None, ())
    state.units["red_squad"].inspired = state.turn - 1
    assert who_inspires(game(state), ["a"])[1] == ("a",)


@rule("COT-ATTR-01")
@pytest.mark.parametrize(("dice", "result"), [([4, 5], "snap_fire"), ([4, 4], "return_fire")])
def test_nobody_is_asked_where_nobody_breaks(dice: list[int], result: str) -> None:
    with playing(squad(), CrisisTest("red-1", FIRED_ON), dice=dice) as p:
        p.nothing_pending()
    assert p.state.figures["a"].reaction.reacting == result
    leader, _ = who_inspires(game(squad()), ["a"])
    assert leader is not None


@rule("COT-ATTR-01")
def test_a_side_that_nobody_plays_inspires_unasked() -> None:
    state = squad()
    del state.seats["red"]
    with playing(state, CrisisTest("red-1", FIRED_ON), dice=[*FAIL, 4, 4, 1, 1]) as p:
        p.nothing_pending()
    assert p.state.figures["a"].reaction.reacting == "return_fire"


@rule("COT-ATTR-04")
def test_a_leader_with_no_shot_still_gets_the_retest() -> None:
    """LR-052. An empty gun makes no example; the dice are three all the same."""
    state = squad(weapons=(SMG,), empty=(SMG,))
    with playing(state, CrisisTest("red-1", FIRED_ON), dice=[*FAIL, 4, 5, 6, 1, 1]) as p:
        p.choose("red", True)
        p.nothing_pending()
    assert p.state.figures["a"].reaction.reacting == "return_fire"
    assert "shots" not in [event.kind for event in p.events]


@rule("COT-ATTR-04")
def test_an_example_steadies_those_who_recover() -> None:
    state = table(man("a", (10, 30), status="hunker_down"))
    state.units["red_squad"].steadied = 1
    with playing(state, RecoverFromHunkerDown("a"), dice=[6, 6, 1]) as p:
        p.nothing_pending()
    assert p.state.figures["a"].status == "duck_back"


@rule("NUTS-REACT-07")
def test_an_example_does_not_steady_a_man_who_is_hit() -> None:
    """Two dice as ever: a third would have saved him. LR-213, NR-05"""
    state = table(man("a", (10, 30)))
    state.units["red_squad"].steadied = 1
    assert recover_from_damage(game(state, dice=[6, 6, 1]), state.figures["a"]) == "obviously_dead"


@rule("COT-ATTR-04")
@pytest.mark.parametrize(("status", "shot"), [("carry_on", "a"), ("hunker_down", "d")])
def test_the_nearest_who_is_broken_is_shot_at_before_a_nearer_man(status: Any, shot: str) -> None:
    """D is nearer than A, who is about to break; unless D hunkers himself, A it is."""
    state = table(
        man("a", (10, 30)),
        man("kommissar", (10, 33), **RUTHLESS),
        man("d", (11, 32), status=status),
        foe("x", (10, 20), shot_with=RIFLE),
    )
    with playing(state, CrisisTest("red-1", FIRED_ON), dice=[*FAIL, 4, 5, 1, 6, 1, 1]) as p:
        p.choose("red", True)
        p.nothing_pending()
    assert p.last("shots").data["dice"][0]["target"] == shot


@rule("COT-ATTR-03")
@pytest.mark.parametrize(
    ("picked", "dice", "result"), [("2", [4, 4], "return_fire"), ("roll", [5, 4, 1, 6, 4, 4], "return_fire")]
)
def test_a_star_who_is_the_ruthless_man_says_how_many_he_passes(
    picked: str, dice: list[int], result: str
) -> None:
    """LR-053. With two passed no shot falls; by the dice he passes one, and makes an example that misses."""
    with playing(squad(star=True), CrisisTest("red-1", FIRED_ON), dice=[*FAIL, *dice]) as p:
        p.choose("red", True)
        request = p.asked("red")
        assert request.prompt == "Say how well Kommissar inspires them, or throw the dice."
        assert request.proposal == ["2"]
        assert p.options("red") == ["2", "1", "0", "roll"]
        assert isinstance(request, Pick)
        assert [one.label for one in request.options] == [
            "They pull themselves together",
            "He makes an example",
            "It makes things worse",
            "Throw the dice",
        ]
        p.choose("red", picked)
        p.nothing_pending()
    assert p.state.figures["a"].reaction.reacting == result
    assert ("shots" in [event.kind for event in p.events]) == (picked == "roll")
    assert p.state.units["red_squad"].inspired == p.state.turn


@rule("COT-ATTR-03", "NUTS-STAR-04")
def test_a_star_among_the_inspired_picks_his_own_retest_result() -> None:
    """LR-053. He threw badly the first time; inspired, he may say what he does instead."""
    state = table(
        man("a", (10, 30), star=True),
        man("kommissar", (10, 33), **RUTHLESS),
        man("c", (10, 36)),
        foe("x", (10, 20), shot_with=RIFLE),
    )
    with playing(state, CrisisTest("red-1", FIRED_ON), dice=[*FAIL, 4, 4]) as p:
        p.choose("red", "roll", True)
        assert p.asked("red").prompt == "Say what A does, or throw the dice: Crisis Test, fired on."
        p.choose("red", "2")
        p.nothing_pending()
    assert p.state.figures["a"].reaction.reacting == "return_fire"
