"""Every system and every scenario passes the conformance suite."""

from __future__ import annotations

from typing import Any

import pytest

from deadground.core.system import System
from deadground.systems import registry
from deadground.testing.cards import CARDS
from deadground.testing.conformance import conform
from deadground.testing.conformance.suite import Size
from deadground.testing.duel import DUEL

EVERY = [(system, scenario) for system in (DUEL, CARDS) for scenario in system.scenarios]
BATTLES = [(system, scenario) for system in registry.systems().values() for scenario in system.scenarios]
SHARE = {"ci": 0.12, "full": 1.0}
"""What part of a battle's decisions is looked at."""

CHECKS = {
    "set_up",
    "someone_can_act",
    "choices",
    "plain_data",
    "invariants",
    "save_and_load",
    "clone",
    "imagine",
    "imagined_plays_out",
    "secrets_do_not_matter",
    "references",
    "no_leaks",
    "atomic",
    "undo",
    "ends",
    "same_seed",
    "replay",
    "no_crash",
}


@pytest.mark.parametrize(("system", "scenario"), EVERY, ids=[f"{s.name}-{name}" for s, name in EVERY])
def test_system_conforms(system: System[Any], scenario: str, size: Size) -> None:
    report = conform(system, scenario, size=size)
    assert set(report.made) == CHECKS


@pytest.mark.parametrize(("system", "scenario"), BATTLES, ids=[f"{s.name}-{name}" for s, name in BATTLES])
def test_a_battle_conforms(system: System[Any], scenario: str, size: Size) -> None:
    conform(system, scenario, games=1 if size == "ci" else 3, share=SHARE[size], seed=1)


def test_every_value_of_an_option_conforms() -> None:
    for option in DUEL.options:
        for value in option.values:
            conform(DUEL, "pair", options={option.name: value})
