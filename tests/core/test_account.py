"""What became of a plan: the turns that are told, and how it ended."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from deadground.bots.random import RandomBot
from deadground.core.account import MOST_MAIN, Led, accounts, by_turn, lost_in_turns, turns_of
from deadground.core.diary import Remark
from deadground.core.events import SeenEvent
from deadground.core.match import Match
from deadground.core.view import Outcome
from deadground.testing.duel import DUEL


def test_losses_by_the_end_of_turns_are_told_apart() -> None:
    lost_by = {1: {"a": 0, "b": 1}, 2: {"a": 2, "b": 1}, 4: {"a": 3, "b": 2}}
    assert by_turn(lost_by) == {1: {"b": 1}, 2: {"a": 2}, 4: {"a": 1, "b": 1}}


def turn(number: int) -> SeenEvent:
    return SeenEvent("turn", "", {"turn": number})


def down(side: str) -> SeenEvent:
    return SeenEvent("down", "", {"side": side, "status": "out_of_the_fight"})


def test_a_choice_that_leads_through_several_turns_has_each_loss_in_its_own() -> None:
    told = [down("a"), turn(3), turn(4), down("b"), turn(5), down("a"), SeenEvent("moves", "")]
    led = [Led(1, [], {"a": 0, "b": 0}), Led(2, told, {"a": 2, "b": 1}), Led(5, [], {"a": 3, "b": 1})]
    assert lost_in_turns(led) == {
        1: {"a": 0, "b": 0},
        2: {"a": 1, "b": 0},
        3: {"a": 1, "b": 0},
        4: {"a": 1, "b": 1},
        5: {"a": 3, "b": 1},
    }


def test_what_a_side_nobody_plays_wrote_stands_in_the_turn_that_had_begun_by_then() -> None:
    remarks = [Remark(1, "", "early", "b"), Remark(1, "", "late", "b", turn=3)]
    assert [(one.turn, one.notes) for one in turns_of(remarks, itself, {})] == [
        (1, ("early",)),
        (3, ("late",)),
    ]


def itself(entry: int) -> int:
    return entry


def test_the_main_turns_are_those_with_losses_in_them_or_before_them() -> None:
    remarks = [Remark(turn, "a", f"note {turn}") for turn in range(1, 10)]
    turns = turns_of(remarks, itself, {3: {"a": 2}, 7: {"b": 1}})
    assert [one.turn for one in turns] == list(range(1, 10))
    assert [one.turn for one in turns if one.main] == [3, 4, 7, 8]
    assert len([one for one in turns if one.main]) == MOST_MAIN
    assert [one.lost for one in turns if one.lost] == [{"a": 2}, {"b": 1}]


def test_a_turn_tells_nothing_twice_and_not_the_plan() -> None:
    plan = "My plan: left."
    remarks = [
        Remark(1, "a", f"{plan} We go.", plan=plan),
        Remark(1, "a", "We go."),
        Remark(1, "b", "So do we."),
        Remark(2, "b", plan, plan=plan),
    ]
    (turn,) = turns_of(remarks, itself, {})
    assert (turn.turn, turn.notes, turn.main) == (1, ("We go.", "So do we."), True)


@pytest.fixture(scope="module")
def over() -> Match[Any]:
    """A duel in which red alone keeps a diary."""
    match = Match.begin(DUEL, DUEL.prepare("patrol"), bytes(32))
    bot = RandomBot(Random(1))
    while match.outcome is None:
        seat = match.to_act()[0]
        match.submit(bot.choose(match.view(seat)), "My plan: left.\nWe go." if seat == "red" else "")
    return match


@pytest.mark.parametrize(
    ("outcome", "result"),
    [
        (Outcome(("red",), "", ()), "won"),
        (Outcome(("blue",), "", ()), "lost"),
        (Outcome((), "", ()), "drawn"),
        (Outcome((), "", (), unplayed="red"), "won"),
        (Outcome((), "", (), unplayed="blue"), "lost"),
    ],
)
def test_a_side_that_kept_a_diary_has_its_plan_and_its_result(
    over: Match[Any], outcome: Outcome, result: str
) -> None:
    (account,) = accounts(over, outcome, lambda entry: 1, {})
    assert (account.side, account.plans, account.result) == ("red", ("My plan: left.",), result)
    assert [turn.notes for turn in account.turns] == [("We go.",)]
