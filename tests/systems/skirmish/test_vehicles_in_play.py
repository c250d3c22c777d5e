"""Whole battles with vehicles and guns: nothing breaks, whoever plays, and what is kept can be read again."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from deadground.bots.roster import make_bot
from deadground.core.bot import chosen
from deadground.core.events import DIARY
from deadground.core.match import Match
from deadground.systems.skirmish.invariants import invariants
from deadground.systems.skirmish.scenario_file import SCENARIOS
from deadground.systems.skirmish.system import SKIRMISH
from deadground.systems.skirmish.table.scene import scene
from deadground.testing.conformance import conform
from deadground.testing.conformance.checks import random_choice
from tests.systems.skirmish.machines import battle_of, battle_with
from tests.systems.skirmish.test_vehicle_files import GUN, TANK, TRUCK


@pytest.fixture
def battle(monkeypatch: pytest.MonkeyPatch) -> str:
    """Five a side with a tank, a lorry and a gun in tow."""
    found = battle_with("vehicles:", f"  - {TANK}", f"  - {TRUCK}", "guns:", f"  - {GUN}")
    monkeypatch.setitem(SCENARIOS.given, "five-a-side", found)
    return "five-a-side"


PANZER = (
    "{name: the panzer, type: german.pz_iv_h, at: [18, 7.5], facing: 200, "
    "crew: [{name: Kern, rep: 5}, {name: Hahn}, {name: Lutz}, {name: Ziegler}, {name: Vogt}]}"
)
CARRIER = (
    "{name: the half-track, type: german.sdkfz_251_1, at: [5.5, 8.5], facing: 180, "
    "crew: [{name: Sauer, rep: 4}, {name: Thiel}], riders: [RIDER]}"
)
PAK = "{name: the pak, type: german.pak_40, at: [11.2, 12.4], facing: 180, crew: [CREW]}"


@pytest.fixture
def armoured(monkeypatch: pytest.MonkeyPatch) -> str:
    """The same with a tank, a half-track and a gun on the other side."""
    soviet = ("vehicles:", f"  - {TANK}", f"  - {TRUCK}", "guns:", f"  - {GUN}")
    one, two, three = "Huber", "Brandt", "Kraus"
    german = (
        "vehicles:",
        f"  - {PANZER}",
        f"  - {CARRIER.replace('RIDER', one)}",
        "guns:",
        f"  - {PAK.replace('CREW', f'{two}, {three}')}",
    )
    monkeypatch.setitem(SCENARIOS.given, "five-a-side", battle_of(soviet, german))
    return "five-a-side"


@pytest.mark.parametrize("knowledge", ["open", "ghosts"])
def test_a_battle_of_tanks_conforms(armoured: str, knowledge: str) -> None:
    conform(SKIRMISH, armoured, games=1, share=0.1, seed=7, options={"table_knowledge": knowledge})


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("bot", ["", "sergeant", "plodder"])
def test_a_battle_of_tanks_is_fought_to_its_end(armoured: str, bot: str, seed: int) -> None:
    fought(armoured, bot, seed)


@pytest.mark.parametrize("knowledge", ["open", "ghosts"])
def test_it_conforms(battle: str, knowledge: str) -> None:
    conform(SKIRMISH, battle, games=1, share=0.1, seed=5, options={"table_knowledge": knowledge})


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("bot", ["", "sergeant"])
def test_a_battle_is_fought_to_its_end(battle: str, bot: str, seed: int) -> None:
    fought(battle, bot, seed)


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> str:
    """A battle of tanks in which nobody plays the other side."""
    soviet = ("vehicles:", f"  - {TANK}", f"  - {TRUCK}", "guns:", f"  - {GUN}")
    german = (
        "played: false",
        "vehicles:",
        f"  - {PANZER}",
        "guns:",
        f"  - {PAK.replace('CREW', 'Brandt, Kraus')}",
    )
    monkeypatch.setitem(SCENARIOS.given, "five-a-side", battle_of(soviet, german))
    return "five-a-side"


@pytest.mark.parametrize("knowledge", ["open", "ghosts"])
def test_a_battle_against_tanks_that_nobody_plays_conforms(alone: str, knowledge: str) -> None:
    conform(SKIRMISH, alone, games=1, share=0.1, seed=3, options={"table_knowledge": knowledge})


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("bot", ["", "sergeant"])
def test_such_a_battle_is_fought_to_its_end(alone: str, bot: str, seed: int) -> None:
    """NUTS-NP-07 to NUTS-NP-09: with a diary that is opened when it is over."""
    match = fought(alone, bot, seed)
    lines = [event.seen.text for entry in match.journal for event in entry.events if event.seen.kind == DIARY]
    assert any("the panzer" in line for line in lines)


def fought(battle: str, bot: str, seed: int) -> Match[Any]:
    """A battle played to its end by random answers, or by a bot."""
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
    return match
