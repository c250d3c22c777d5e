"""Lessons for battles of stands: read from their files, and checked against the battle they belong to."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from deadground.core.faults import did_you_mean
from deadground.core.lesson import Lesson
from deadground.core.lesson_check import Setting, checked
from deadground.core.loader import Document, load
from deadground.space.units import mm
from deadground.systems.stands import turn  # noqa: F401 (its rules bring the questions)
from deadground.systems.stands.rules.cards.card_law import CARDS
from deadground.systems.stands.scenario_file import Scenario, scenario_ids, scenario_named, seats_of

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
    return checked(source, setting_of(scenario_named(id)))


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
