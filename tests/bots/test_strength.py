"""How strong steady is: it beats random and plodder from either side, and never does what a fool would.

The small size plays a few games of the first lesson with generous bounds; the full size plays what is promised:
200 games of three battles with sides swapped, 95 in 100 against random and 75 in 100 against plodder. A draw is not
a win.
"""

from __future__ import annotations

import pytest

from deadground.lab.simulation import sides_of
from deadground.systems.stands.system import STANDS
from deadground.testing.conformance.suite import Size
from tests.bots.table import fight, winner
from tests.bots.watch import Watch

BATTLES = ("first-lesson", "vesnya-crossings", "vesnya-bridgehead")


def share_won(scenario: str, other: str, games: int, watch: Watch) -> float:
    """What part of some games steady wins, half of them from either side."""
    first, second = sides_of(STANDS, scenario)
    won = 0
    for number in range(games // 2):
        won += winner(fight(scenario, ("steady", other), number, watch)) == first
        won += winner(fight(scenario, (other, "steady"), number, watch)) == second
    return won / games


@pytest.mark.parametrize(("other", "aim"), [("random", 0.95), ("plodder", 0.75)])
def test_steady_wins(size: Size, other: str, aim: float) -> None:
    watch = Watch()
    if size == "ci":
        assert share_won("first-lesson", other, 8, watch) >= aim - 0.25
    else:
        for scenario in BATTLES:
            assert share_won(scenario, other, 200, watch) >= aim, scenario
    assert watch.faults == []


def test_a_larger_battle_has_chits_and_no_faults() -> None:
    watch = Watch()
    for number in (1, 2):
        fight("vesnya-crossings", ("plodder", "steady"), number, watch)
    assert watch.faults == []
    assert watch.chits > 0


def test_the_watch_sees_what_others_do() -> None:
    watch = Watch()
    fight("vesnya-crossings", ("plodder", "steady"), 1, watch, watched="plodder")
    assert any("in the open" in fault for fault in watch.faults)
