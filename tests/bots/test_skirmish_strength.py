"""How strong sergeant is: he beats random and plodder from either side.

The full size plays what is promised: 200 games of two battles with sides swapped, 95 in 100 against random and 75
in 100 against plodder. The small size plays a few of the same games with generous bounds. A draw is not a win. The
seeds are fixed, so a run says the same every time.
"""

from __future__ import annotations

import pytest

from deadground.lab.simulation import sides_of
from deadground.systems.skirmish.system import SKIRMISH
from deadground.testing.conformance.suite import Size
from tests.bots.skirmish_table import fight, winner

FEW = {"lipki-village": 8, "dubrovka-farm": 4}
"""The battles, and how many games of each the small size plays."""

MANY = 200
SLACK = 0.4
"""What the small size allows to luck."""


def share_won(scenario: str, other: str, games: int) -> float:
    """What part of some games sergeant wins, half of them from either side."""
    first, second = sides_of(SKIRMISH, scenario)
    won = 0
    for number in range(games // 2):
        won += winner(fight(scenario, ("sergeant", other), number)) == first
        won += winner(fight(scenario, (other, "sergeant"), number)) == second
    return won / games


@pytest.mark.parametrize(("other", "aim"), [("random", 0.95), ("plodder", 0.75)])
@pytest.mark.parametrize("scenario", FEW)
def test_sergeant_wins(scenario: str, other: str, aim: float, size: Size) -> None:
    if size == "full":
        assert share_won(scenario, other, MANY) >= aim
    else:
        assert share_won(scenario, other, FEW[scenario]) >= aim - SLACK
