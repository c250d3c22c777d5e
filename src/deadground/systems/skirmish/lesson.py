"""Lessons for skirmishes: read from their files, and checked against the battle they belong to."""

from __future__ import annotations

from pathlib import Path

from deadground.core.lesson_check import Setting
from deadground.space.units import inches
from deadground.systems.kit.lessons import Lessons
from deadground.systems.skirmish.game import map_named
from deadground.systems.skirmish.rules import book  # noqa: F401 (its chapters bring the questions and the cards)
from deadground.systems.skirmish.rules.activation.orders import LAWS
from deadground.systems.skirmish.scenario_file import SCENARIOS, Scenario, scenario_ids


def setting_of(scenario: Scenario) -> Setting:
    """What a lesson for a battle may speak of."""
    file = scenario.file
    ground = map_named(file.map).ground
    return Setting(
        units={side.id: {unit.name for unit in side.units} for side in file.sides},
        cards=set(LAWS),
        battles=scenario_ids(),
        unit="in",
        width=ground.width / inches(1),
        height=ground.height / inches(1),
    )


LESSONS = Lessons(Path(__file__).parent / "lessons", SCENARIOS, setting_of)
