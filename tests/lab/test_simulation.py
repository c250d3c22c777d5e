"""Many battles: intervals, seeds, and the same run again on any number of processes."""

from __future__ import annotations

import pytest

from deadground.lab.simulation import games, report, seed_of, sides_of, wilson
from deadground.systems.stands.system import STANDS

SETUP = STANDS.prepare("first-lesson")
BOTS = {"soviet": "random", "german": "random"}


@pytest.mark.parametrize(
    ("wins", "count", "expected"),
    [
        (0, 0, (0.0, 0.0, 1.0)),
        (0, 10, (0.0, 0.0, 0.2775)),
        (5, 10, (0.2366, 0.5, 0.7634)),
        (10, 10, (0.7225, 1.0, 1.0)),
    ],
)
def test_wilson_intervals(wins: int, count: int, expected: tuple[float, float, float]) -> None:
    assert wilson(wins, count) == expected


def test_sides_in_the_order_of_the_scenario() -> None:
    assert sides_of(STANDS, "first-lesson") == ["soviet", "german"]


def test_every_game_has_dice_of_its_own_and_the_same_again() -> None:
    assert len({seed_of(SETUP, 1, number) for number in range(50)}) == 50
    assert seed_of(SETUP, 1, 3) == seed_of(SETUP, 1, 3) != seed_of(SETUP, 2, 3)


def test_a_run_is_the_same_on_one_process_and_on_two() -> None:
    alone = list(games(SETUP, BOTS, 1, 3, jobs=1))
    assert alone == list(games(SETUP, BOTS, 1, 3, jobs=2))
    found = report(SETUP, BOTS, 1, alone, 0.0)
    assert (found.n, sum(found.wins.values()) + found.draws) == (3, 3)
    assert set(found.win_rate) == {"soviet", "german"}
    assert found.turns["most"] <= 8
