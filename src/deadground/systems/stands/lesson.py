"""Lessons for battles of stands: read from their files, and checked against the battle they belong to."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from deadground.core.lesson_check import Setting
from deadground.space.units import mm
from deadground.systems.kit.lessons import Lessons
from deadground.systems.stands.rules.cards import turn  # noqa: F401 (its rules bring the questions)
from deadground.systems.stands.rules.cards.card_law import CARDS
from deadground.systems.stands.scenario_file import SCENARIOS, Scenario, scenario_ids, seats_of


def setting_of(scenario: Scenario) -> Setting:
    """What a lesson for a battle may speak of."""
    ground = scenario.map.ground
    return Setting(
        units={
            seat.id: set(unit_names(scenario, side.id))
            for side in scenario.file.sides
            for seat in seats_of(side, scenario.armies[side.id])
        },
        cards={card.id for card in CARDS},
        battles=scenario_ids(),
        unit="mm",
        width=ground.width // mm(1),
        height=ground.height // mm(1),
    )


def unit_names(scenario: Scenario, side: str) -> Iterator[str]:
    """What a seat calls its units when it is asked for cards: units, recon, headquarters."""
    for group in scenario.armies[side].commands:
        yield from (unit.name for unit in group.units)
        yield from (one.name for one in group.recon)
        yield group.hq.name


LESSONS = Lessons(Path(__file__).parent / "lessons", SCENARIOS, setting_of)
