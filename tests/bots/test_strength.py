"""How strong steady is: it beats random and plodder from either side, and never does what a fool would.

The full size plays what is promised: 200 games of three battles with sides swapped, 95 in 100 against random and
75 in 100 against plodder. The small size plays a few of the same games with generous bounds. A draw is not a win.
The seeds are fixed, so a run says the same every time.
"""

from __future__ import annotations

import pytest

from deadground.lab.simulation import sides_of
from deadground.systems.stands.system import STANDS
from deadground.testing.conformance.suite import Size
from tests.bots.table import fight, winner
from tests.bots.watch import Watch

FEW = {"first-lesson": 8, "vesnya-crossings": 2, "vesnya-bridgehead": 2}
"""The battles, and how many games of each the small size plays."""

MANY = 200
SLACK = 0.25
"""What the small size allows to luck."""


def share_won(scenario: str, other: str, games: int, watch: Watch) -> float:
    """What part of some games steady wins, half of them from either side."""
    first, second = sides_of(STANDS, scenario)
    won = 0
    for number in range(games // 2):
        won += winner(fight(scenario, ("steady", other), number, watch)) == first
        won += winner(fight(scenario, (other, "steady"), number, watch)) == second
    return won / games


@pytest.mark.parametrize(("other", "aim"), [("random", 0.95), ("plodder", 0.75)])
@pytest.mark.parametrize("scenario", FEW)
def test_steady_wins_and_makes_no_fool_of_itself(scenario: str, other: str, aim: float, size: Size) -> None:
    watch = Watch()
    if size == "full":
        assert share_won(scenario, other, MANY, watch) >= aim
    else:
        assert share_won(scenario, other, FEW[scenario], watch) >= aim - SLACK
    assert watch.faults == []
    if scenario != "first-lesson" and other == "plodder":
        assert watch.chits > 0


def test_who_may_move_steps_into_cover_even_when_he_is_fired_at_no_longer() -> None:
    """In this game the enemy who had a tank in his sights when the cards were laid is gone by the routes."""
    watch = Watch()
    fight("vesnya-crossings", ("plodder", "steady"), 17, watch)
    assert watch.faults == []


def test_charges_of_both_sides_at_the_same_moment_are_no_fault() -> None:
    """In this game rifles and grenadiers, pioneers and assault guns go for each other in the same turns."""
    watch = Watch()
    fight("vesnya-bridgehead", ("steady", "random"), 116, watch)
    assert watch.charges > 0
    assert watch.faults == []


def test_the_watch_sees_what_others_do() -> None:
    watch = Watch()
    fight("vesnya-crossings", ("plodder", "steady"), 1, watch, watched="plodder")
    assert any("in the open" in fault for fault in watch.faults)
