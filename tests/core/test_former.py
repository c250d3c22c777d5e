"""Former answers: undo, withdrawal, take-back and going back give each seat its own answer again, no other's."""

from __future__ import annotations

from typing import Any

import pytest

from deadground.core import lending
from deadground.core.match import Match
from deadground.core.table import Table
from tests.core.lair import Lair, do, new_lair
from tests.core.tiny import choose, reload


@pytest.fixture
def lair() -> Match[Lair]:
    return new_lair()


def given_back(match: Match[Any], *seats: str) -> list[Any]:
    """What each seat is sent of former answers; a game that was loaded tells the same."""
    found = [
        [(one.seat, one.serial, one.value) for one in Table(one_match).seen(seat).former]
        for one_match in (match, reload(match))
        for seat in seats
    ]
    assert found[: len(seats)] == found[len(seats) :]
    for seat, told in zip(seats, found, strict=False):
        assert {serial for _, serial, _ in told} <= {one.serial for one in match.requests(seat)}
    return [[value for _, _, value in told] for told in found[: len(seats)]]


def test_undo_gives_back_the_answer_and_a_second_one_the_answer_before(lair: Match[Lair]) -> None:
    assert given_back(lair, "a", "b") == [[], []]
    do(lair, "a", "walk", "shout")
    assert given_back(lair, "a") == [[]]
    lair.undo("a")
    assert given_back(lair, "a", "b", "umpire") == [[["shout"]], [], []]
    lair.undo("a")
    assert given_back(lair, "a", "b") == [[["walk"]], []]
    do(lair, "a", "roar")
    assert given_back(lair, "a") == [[]], "what is asked now was never answered"


def test_where_the_game_stands_as_it_stood_the_next_answers_come_back_too(lair: Match[Lair]) -> None:
    do(lair, "a", "walk", "hand over")
    do(lair, "b", "roll")
    lair.ask_back("a")
    lair.answer_back("b", True)
    assert given_back(lair, "a", "b") == [[["hand over"]], []]
    do(lair, "a", "hand over")
    assert given_back(lair, "a", "b") == [[], [["roll"]]]
    do(lair, "b", "roll")
    assert given_back(lair, "a", "b") == [[], []]


def test_sealed_answers_are_given_back_to_everybody_each_his_own(lair: Match[Lair]) -> None:
    do(lair, "a", "seal")
    choose(lair, "a", 3)
    lair.undo("a")
    assert given_back(lair, "a", "b") == [[3], []], "withdrawn before the other had answered"
    choose(lair, "a", 4)
    choose(lair, "b", 7)
    lair.ask_back("a")
    lair.answer_back("b", True)
    assert given_back(lair, "a", "b", "umpire") == [[4], [7], []]
    choose(lair, "b", 8)
    assert given_back(lair, "a", "b") == [[4], []], "b has answered anew, a is still asked the same"
    lair.undo("b")
    assert given_back(lair, "a", "b") == [[4], [8]]


def test_another_question_gets_no_answer_that_belongs_to_this_one(lair: Match[Lair]) -> None:
    do(lair, "a", "walk", "roll")
    lair.ask_back("a")
    lair.answer_back("b", True)
    do(lair, "a", "seal")
    assert given_back(lair, "a", "b") == [[], []]


def test_going_back_by_the_umpire_gives_answers_back_and_putting_right_does_not(lair: Match[Lair]) -> None:
    do(lair, "a", "walk", "roll", "roar")
    lair.rewind("umpire", 1, "a slip")
    assert given_back(lair, "a", "umpire") == [[["roll"]], []]
    lair.rewind("umpire", 3, "not after all")
    assert given_back(lair, "a") == [[]], "to what had been struck out: nothing was answered after it"
    lair.rewind("umpire", 0, "once more")
    lair.put_right("umpire", "and this too", dice=(6,))
    assert given_back(lair, "a") == [[]]


def test_who_borrows_a_seat_reads_no_answer_of_its_owner(lair: Match[Lair]) -> None:
    do(lair, "a", "walk")
    lair.undo("a")
    assert lair.former("a") is not None
    lending.lend(lair, "a", "a", "bot")
    assert lair.former("a") is None
    lending.take_home(lair, "a", "a")
    assert lair.former("a") is None
