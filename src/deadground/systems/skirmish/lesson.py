"""Lessons for skirmishes: read from their files, and checked against the battle they belong to."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from deadground.core.faults import did_you_mean
from deadground.core.lesson import Lesson
from deadground.core.lesson_check import Setting, checked
from deadground.core.loader import Document, load
from deadground.space.units import inches
from deadground.systems.skirmish.game import map_named
from deadground.systems.skirmish.rules import book  # noqa: F401 (its chapters bring the questions and the cards)
from deadground.systems.skirmish.rules.activation.orders import LAWS
from deadground.systems.skirmish.scenario_file import ScenarioFile, scenario_ids, scenario_named

LESSONS = Path(__file__).parent / "lessons"


@cache
def lesson_of(scenario: str) -> Lesson | None:
    """The lesson of a battle, if it has one. Its file has the battle's name."""
    path = LESSONS / f"{scenario}.yaml"
    return lesson_from(load(path), scenario) if path.exists() else None


def lesson_from(source: Document, id: str) -> Lesson:
    """A lesson whose every name stands for something in its battle."""
    if id not in scenario_ids():
        raise source.error((), f"no battle is called '{id}'", did_you_mean(id, scenario_ids()))
    return checked(source, setting_of(scenario_named(id).file))


def setting_of(file: ScenarioFile) -> Setting:
    """What a lesson for a battle may speak of."""
    ground = map_named(file.map).ground
    return Setting(
        units={side.id: {unit.name for unit in side.units} for side in file.sides},
        cards=set(LAWS),
        battles=scenario_ids(),
        unit="in",
        width=ground.width / inches(1),
        height=ground.height / inches(1),
    )
