"""Whole battles with vehicles and guns: nothing breaks, whoever plays, and what is kept can be read again."""

from __future__ import annotations

from random import Random

import pytest

from deadground.bots.roster import make_bot
from deadground.core.bot import chosen
from deadground.core.match import Match
from deadground.systems.skirmish.invariants import invariants
from deadground.systems.skirmish.scenario_file import SCENARIOS
from deadground.systems.skirmish.system import SKIRMISH
from deadground.systems.skirmish.table.scene import scene
from deadground.testing.conformance import conform
from deadground.testing.conformance.checks import random_choice
from tests.systems.skirmish.machines import battle_with
from tests.systems.skirmish.test_vehicle_files import GUN, TANK, TRUCK


@pytest.fixture
def battle(monkeypatch: pytest.MonkeyPatch) -> str:
    """Five a side with a tank, a lorry and a gun in tow."""
    found = battle_with("vehicles:", f"  - {TANK}", f"  - {TRUCK}", "guns:", f"  - {GUN}")
    monkeypatch.setitem(SCENARIOS.given, "five-a-side", found)
    return "five-a-side"


@pytest.mark.parametrize("knowledge", ["open", "ghosts"])
def test_it_conforms(battle: str, knowledge: str) -> None:
    conform(SKIRMISH, battle, games=1, share=0.1, seed=5, options={"table_knowledge": knowledge})


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("bot", ["", "sergeant"])
def test_a_battle_is_fought_to_its_end(battle: str, bot: str, seed: int) -> None:
    rng = Random(seed)
    dice = rng.randbytes(32)
    match = Match.begin(SKIRMISH, SKIRMISH.prepare(battle), dice)
    players = {seat: make_bot(SKIRMISH, bot, dice, seat) for seat in match.setup.seats} if bot else {}
    while match.outcome is None and len(match.journal) < 600:
        if bot:
            seat = match.to_act()[0]
            match.submit(chosen(players[seat], match.view(seat)))
        else:
            random_choice(match, rng)
        assert list(invariants(match.position.state)) == []
    assert match.outcome is not None
    for seat in match.setup.seats:
        assert scene(match.view(seat))
