"""How steady conducts a battle: ambushes, what its scenario gives it, main effort, tasks that are kept, diaries.

Each test prints its figures. The full size plays 200 games and holds them to what is promised; the small size plays
a few of the same games with generous bounds. The seeds are fixed, so a run says the same every time.
"""

from __future__ import annotations

import sys
from functools import cache

import pytest

from deadground.testing.conformance.suite import Size
from tests.bots.ledger import Ledger, notes_of

FEW = {"first-lesson": 6, "vesnya-crossings": 3, "olkhovka-line": 2}
MANY = 200
SLACK = 0.15
"""What the small size allows to luck."""

STRAYS = 0.06
"""On so many of its turns a stand may change its objective: units keep theirs, but some of their stands go on from
a place that is held, or go alone to one that nobody holds."""


@cache
def ledger(scenario: str, games: int) -> Ledger:
    """Games of steady against itself, played once for all tests."""
    found = Ledger()
    for number in range(games):
        found.play(scenario, number)
    sys.stdout.write(f"{scenario}: {found.told()}\n")
    return found


def played(scenario: str, size: Size) -> tuple[Ledger, float]:
    """The ledger of a battle, and what is allowed to luck."""
    return (ledger(scenario, MANY), 0.0) if size == "full" else (ledger(scenario, FEW[scenario]), SLACK)


@pytest.mark.parametrize("scenario", FEW)
def test_who_lies_in_wait_fires_when_it_is_worth_being_seen(scenario: str, size: Size) -> None:
    found, slack = played(scenario, size)
    assert found.from_hiding
    assert found.poor_from_hiding <= 0.15 + slack


def test_lanes_are_opened_and_chits_are_spent(size: Size) -> None:
    found, slack = played("olkhovka-line", size)
    lanes = max(found.tasks["german-lane_north"], found.tasks["german-lane_south"]) / found.games
    assert lanes >= 0.6 - slack
    assert found.spent.total() / found.chits.total() >= 0.6 - slack


@pytest.mark.parametrize("scenario", FEW)
def test_anti_tank_guns_fire(scenario: str, size: Size) -> None:
    found, slack = played(scenario, size)
    assert found.silent_guns <= 0.3 + slack


def test_artillery_fires_in_nearly_every_battle_that_has_it(size: Size) -> None:
    found, slack = played("vesnya-crossings", size)
    assert found.idle_batteries.total() / found.batteries.total() <= 0.05 + slack


@pytest.mark.parametrize("scenario", ["vesnya-crossings", "olkhovka-line"])
def test_half_the_strength_goes_where_the_plan_says_and_stays_with_it(scenario: str, size: Size) -> None:
    found, slack = played(scenario, size)
    efforts = {plan: part for plan, part in found.main_effort.items() if plan != "hold"}
    assert efforts
    assert min(efforts.values()) >= 0.5
    assert found.changed < 0.05
    assert found.strayed < STRAYS + slack / 5


@pytest.mark.parametrize("scenario", FEW)
def test_a_diary_hardly_repeats_itself(scenario: str, size: Size) -> None:
    found, _ = played(scenario, size)
    assert found.worn.total() <= 0.01 * found.sentences


def test_the_plan_is_told_once_and_losses_when_they_are_news() -> None:
    match = Ledger().play("first-lesson", 3)
    for seat in match.setup.seats:
        notes = notes_of(match, seat)
        assert [number for number, note in enumerate(notes) if "My plan" in note] == [0]
        fallen = [
            one.name for one in match.position.state.fallen.values() if one.turn < match.position.state.turn
        ]
        told = " ".join(notes[1:])
        assert all(name.partition(" (")[0] in told for name in fallen)


def test_nobody_says_that_he_attacks_who_stays_where_he_is() -> None:
    """The defenders of the first lesson wrote "0.5 to 1, we attack" turn after turn, and did not stir."""
    matches = [Ledger().play("first-lesson", number) for number in range(3)]
    notes = [note for match in matches for seat in match.setup.seats for note in notes_of(match, seat)]
    later = [note for note in notes if "My plan" not in note]
    assert any("we keep what we have" in note for note in later)
    for note in later:
        assert "we attack" not in note or "Bound for" in note or "A charge" in note
