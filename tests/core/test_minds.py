"""What a bot draws when it sits down."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from deadground.core.minds import Drawn, drawn, stronger


class Mind(Drawn[str, str]):
    """Two plans and two tempers."""

    usual = {"left": 1, "right": 1}
    tempers = {"calm": 3, "wild": 1}


def test_luck_draws_by_weight() -> None:
    weights = {"a": 1, "b": 2, "c": 1}
    assert [drawn(weights, luck) for luck in (0.0, 0.24, 0.26, 0.74, 0.76, 0.99)] == list("aabbcc")
    assert drawn(weights, 1.0) == "c"


def test_the_same_source_gives_the_same_mind() -> None:
    one, other = Mind(Random(5)), Mind(Random(5))
    assert (one.temper, one.plan_of({})) == (other.temper, other.plan_of({}))


def test_plan_and_temper_are_drawn_apart_and_by_their_weights() -> None:
    minds = [Mind(Random(seed)) for seed in range(400)]
    found = Counter((mind.temper, mind.plan_of({})) for mind in minds)
    assert len(found) == 4
    calm = sum(count for (temper, _), count in found.items() if temper == "calm")
    assert 260 < calm < 340


def test_a_plan_without_weight_is_never_drawn() -> None:
    minds = [Mind(Random(seed)) for seed in range(100)]
    assert {mind.plan_of({"left": 0, "right": 2}) for mind in minds} == {"right"}
    assert {mind.plan_of({"left": 0}) for mind in minds} == {"left", "right"}, "none is left: as usual"


@pytest.mark.parametrize(
    ("balance", "words"),
    [
        (0.94, "they are the stronger"),
        (0.96, "we are evenly matched"),
        (1.04, "we are evenly matched"),
        (1.06, "we are the stronger"),
    ],
)
def test_the_words_fit_the_odds_as_they_are_told(balance: float, words: str) -> None:
    assert stronger(balance) == words
