"""The random bot plays any game to its end with legal choices, and the same seed plays the same."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from deadground.bots.random import RandomBot
from deadground.core.match import Match
from deadground.core.system import System
from deadground.testing.cards import CARDS
from deadground.testing.duel import DUEL


def played(system: System[Any], scenario: str, seed: int) -> Match[Any]:
    match = Match.begin(system, system.prepare(scenario), bytes(32))
    bot = RandomBot(Random(seed))
    while match.outcome is None:
        seat = match.to_act()[0]
        match.submit(bot.choose(match.view(seat)))
    return match


@pytest.mark.parametrize(("system", "scenario"), [(DUEL, "patrol"), (CARDS, "meeting")])
def test_it_plays_to_the_end_and_again_the_same(system: System[Any], scenario: str) -> None:
    first, second = played(system, scenario, 3), played(system, scenario, 3)
    assert first.journal == second.journal
    assert played(system, scenario, 4).journal != first.journal
