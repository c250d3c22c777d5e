"""How sergeants spend their battles: hunters hunt, who wins by holding stays, grenades hurt the enemy, and who
never walks is beaten.

The full size plays 200 games of each; the small size a few, with generous bounds. Each test prints its figure.
"""

from __future__ import annotations

import sys
from collections import Counter

import pytest

from deadground.testing.conformance.suite import Size
from tests.bots.skirmish_measures import Standing, play
from tests.bots.skirmish_table import winner

MANY = 200
FEW = {"crossroads": 8, "five-a-side": 8, "lipki-village": 2}
IDLE = 0.1
"""What part of the orders of hunters may be neither move nor fire."""

LEFT = 0.1
"""In what part of the games those who hold may leave, neither beaten nor attacked."""

OWN = 0.3
"""How many may fall to their own side's grenades for each who falls to the enemy's."""

BEATEN = 0.6
SLACK = 0.2
"""What the small size allows to luck."""


def say(capsys: pytest.CaptureFixture[str], text: str) -> None:
    with capsys.disabled():
        sys.stdout.write(f"\n{text}\n")


@pytest.mark.parametrize("scenario", FEW)
def test_who_hunts_moves_or_fires_and_who_holds_stays(
    scenario: str, size: Size, capsys: pytest.CaptureFixture[str]
) -> None:
    games = MANY if size == "full" else FEW[scenario]
    found: Counter[str] = Counter()
    for number in range(games):
        found.update(play(scenario, number)[1])
    idle, left = found["idle"] / max(1, found["hunting"]), found["left"] / games
    own, enemy = found["own grenade"], found["enemy grenade"]
    say(capsys, f"{scenario}, {games} games: {idle:.0%} of {found['hunting']} hunting orders idle;")
    say(capsys, f"posts left in {left:.0%} of games;")
    say(capsys, f"{own} men fell to grenades of their own side, {enemy} to the enemy's.")
    slack = 0 if size == "full" else SLACK
    assert idle <= IDLE + slack
    assert left <= LEFT + slack
    assert size != "full" or own <= OWN * enemy


@pytest.mark.parametrize("seat", ["german", "soviet"])
def test_a_seat_that_never_walks_is_beaten(seat: str, size: Size, capsys: pytest.CaptureFixture[str]) -> None:
    games = MANY if size == "full" else FEW["crossroads"]
    ends = Counter(winner(play("crossroads", number, {seat: Standing})[0]) for number in range(games))
    lost = sum(count for side, count in ends.items() if side not in ("", seat)) / games
    say(capsys, f"crossroads, {games} games against a {seat} seat that never walks: {lost:.0%} won")
    assert lost >= BEATEN - (0 if size == "full" else SLACK)
