"""A Ruthless man and those who hunker: their Recover Tests, and what his ranting does. COT-ATTR-01, COT-ATTR-03"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.systems.skirmish.rules.reactions.crisis import CrisisTest
from deadground.systems.skirmish.rules.reactions.reaction import Cause
from deadground.systems.skirmish.rules.reactions.recover import RecoverFromHunkerDown
from deadground.systems.skirmish.state import SkirmishState
from deadground.testing import rule
from tests.systems.skirmish.system import playing
from tests.systems.skirmish.table import RIFLE, foe, man, table

DOWN: dict[str, Any] = {"status": "hunker_down", "hunkered_before": True}


def hunkered(**changes: Any) -> SkirmishState:
    """A hunkers before his Kommissar; nobody else is near."""
    return table(
        man("a", (10, 30), **{**DOWN, **changes}),
        man("kommissar", (10, 33), attributes=("ruthless",)),
        man("c", (10, 44), facing=180),
        foe("x", (10, 10)),
    )


@rule("COT-ATTR-01", "COT-ATTR-03", "NUTS-REACT-08")
@pytest.mark.parametrize(
    ("retest", "status"), [([4, 4], "carry_on"), ([4, 5], "duck_back"), ([5, 5], "leave_battlefield")]
)
def test_who_would_leave_after_a_recover_test_may_be_inspired(retest: list[int], status: str) -> None:
    """Two passed by the Kommissar: the test is taken once more, and its result counts."""
    dice = [5, 6, 1, 1, *retest, *([6, 6] if status == "leave_battlefield" else [])]
    with playing(hunkered(), RecoverFromHunkerDown("a"), dice=dice) as p:
        assert p.asked("red").prompt == "Say whether Kommissar inspires A."
        p.choose("red", True)
        p.nothing_pending()
    assert p.state.figures["a"].status == status
    assert [event.kind for event in p.events].count("recover") == 2


@rule("COT-ATTR-01")
def test_he_need_not_and_then_the_man_leaves() -> None:
    with playing(hunkered(), RecoverFromHunkerDown("a"), dice=[5, 6, 6, 6]) as p:
        p.choose("red", False)
        p.nothing_pending()
    assert p.state.figures["a"].status == "leave_battlefield"


@rule("COT-ATTR-04")
@pytest.mark.parametrize(
    ("shot", "kinds", "status"),
    [([2, 4, 5, 6], ["recover", "recover"], "duck_back"), ([6, 2], ["recover"], "out_of_the_fight")],
)
def test_an_example_is_made_of_him_and_who_survives_it_tests_with_three_dice(
    shot: list[int], kinds: list[str], status: str
) -> None:
    """One passed by the Kommissar: he shoots at the nearest who hunkers."""
    with playing(hunkered(), RecoverFromHunkerDown("a"), dice=[5, 6, 1, 6, *shot]) as p:
        p.choose("red", True)
        p.nothing_pending()
    assert [event.kind for event in p.events if event.kind == "recover"] == kinds
    assert p.state.figures["a"].status == status
    assert p.state.units["red_squad"].steadied == 1


@rule("COT-ATTR-02")
def test_once_in_a_turn_is_all() -> None:
    state = hunkered()
    state.units["red_squad"].inspired = state.turn
    with playing(state, RecoverFromHunkerDown("a"), dice=[5, 6, 6, 6]) as p:
        p.nothing_pending()
    assert p.state.figures["a"].status == "leave_battlefield"


@rule("COT-ATTR-03")
@pytest.mark.parametrize(("rally", "status"), [([1, 1], "carry_on"), ([1, 6], "duck_back")])
def test_ranting_makes_who_hunkers_already_take_a_recover_test(rally: list[int], status: str) -> None:
    """LR-004: A is about to hunker; the others take a Man Down test, but for H, who hunkers already."""
    state = table(
        man("a", (10, 30)),
        man("kommissar", (10, 33), attributes=("ruthless",)),
        man("h", (12, 33), **DOWN),
        foe("x", (10, 20), shot_with=RIFLE),
    )
    dice = [5, 6, 6, 6, 1, 1, *rally]
    with playing(state, CrisisTest("red-1", (Cause("a", "fired_on", ("x",)),)), dice=dice) as p:
        p.choose("red", True)
        p.nothing_pending()
    assert p.state.figures["h"].status == status
    assert [one["figure"] for one in p.last("crisis_test").data["results"]] == ["kommissar"]
    assert p.state.figures["a"].reaction.reacting == "hunker_down"
