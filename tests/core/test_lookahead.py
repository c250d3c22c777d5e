"""How postures are weighed against each other, and what becomes of it."""

from __future__ import annotations

from collections import Counter

import pytest

from deadground.core.lookahead import Budget, settled, told, weighed

BUDGET = Budget(piece_turns=800, most=48, least=8, ahead=8, short=2)


@pytest.mark.parametrize(
    ("pieces", "turns_left", "games", "turns"),
    [(2, 20, 48, 8), (2, 3, 48, 3), (20, 20, 8, 5), (50, 20, 8, 2), (51, 20, 0, 2), (100, 1, 8, 1)],
    ids=["few", "near the end", "many", "just as many", "too many", "too many but for the last turn"],
)
def test_what_a_budget_buys(pieces: int, turns_left: int, games: int, turns: int) -> None:
    assert BUDGET.buys(pieces, turns_left) == (games, turns)


def test_half_of_the_games_are_for_all_and_the_rest_for_the_usual_one_and_the_better_half() -> None:
    played: Counter[str] = Counter()

    def comes_to(way: str, number: int) -> float:
        assert number == played[way]  # each meets the same worlds in the same order
        played[way] += 1
        return {"a": 0.25, "b": 0.75, "c": 0.5, "d": 0.125, "e": 0.625}[way]

    found = weighed("abcde", 30, comes_to)
    assert {way: len(values) for way, values in found.items()} == played
    assert played == {"a": 8, "b": 8, "c": 3, "d": 3, "e": 8}


def test_ways_that_come_to_the_same_in_every_game_are_one() -> None:
    found = weighed("abc", 24, lambda way, number: {"a": 0.5, "b": 0.75, "c": 0.75}[way])
    assert {way: len(values) for way, values in found.items()} == {"a": 10, "b": 10, "c": 4}


def test_every_way_is_played_at_least_once() -> None:
    assert all(weighed("abcd", 1, lambda way, number: 1.0).values())


def test_the_usual_way_is_kept_unless_another_is_clearly_better() -> None:
    assert settled({"usual": [0.5] * 16, "other": [0.54] * 16}) == "usual"
    assert settled({"usual": [0.5] * 16, "other": [0.56] * 16}) == "other"


def test_in_many_games_less_is_clearly_better() -> None:
    assert settled({"usual": [0.5] * 64, "other": [0.54] * 64}) == "other"


def test_what_was_tried_in_a_few_games_alone_is_not_taken() -> None:
    assert settled({"usual": [0.5] * 16, "lucky": [1.0] * 4}) == "usual"


def test_the_diary_tells_what_each_came_to_the_best_first() -> None:
    text = told({"wait": [0.31, 0.31], "go": [0.625]})
    assert text == "I played it through 3 times in my head; what each is worth, of 100: go 62, wait 31."
