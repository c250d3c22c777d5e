"""Many battles: intervals, seeds, and the same run again on any number of processes."""

from __future__ import annotations

from typing import Any

import pytest

from deadground.core.headless import Headless
from deadground.core.match import Match
from deadground.lab import simulation
from deadground.lab.simulation import Played, games, play, report, seed_of, sides_of, wilson
from deadground.systems.stands.system import STANDS, StandsSystem

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


def test_a_game_in_which_a_rule_fails_is_played_again_as_a_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """What it fails on is told as in any match."""

    def fails(*_: object) -> None:
        raise ZeroDivisionError("no sum")

    monkeypatch.setattr(StandsSystem, "opening", fails)
    with pytest.raises(ZeroDivisionError, match="no sum"):
        play(SETUP, BOTS, 1, 0)
    kinds: list[type[Match[Any]]] = []

    def noted(kind: type[Match[Any]], *_: object) -> Played:
        kinds.append(kind)
        if kind is Headless:
            raise ZeroDivisionError
        return Played(0, "", "", 0, {})

    monkeypatch.setattr(simulation, "played", noted)
    assert play(SETUP, BOTS, 1, 0) == Played(0, "", "", 0, {})
    assert kinds == [Headless, Match]
