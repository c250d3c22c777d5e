"""The files of stands as `deadground check` reads them: scenarios, armies and lessons."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from deadground.core.files import KindOfFile, Sound, lessons, scenarios
from deadground.core.loader import Document
from deadground.systems.maps import picture
from deadground.systems.stands.army import Army, army_from, army_size
from deadground.systems.stands.lesson import LESSONS
from deadground.systems.stands.scenario_file import ScenarioFile, SideFile, scenario_from, scenario_ids


def scenario(source: Document, file: Path) -> Sound:
    found = scenario_from(source, file.stem, file.parent)
    sides = "; ".join(f"{side.name}: {about_army(found.armies[side.id])}" for side in found.file.sides)
    about = f"the scenario '{found.file.scenario}', {found.file.turns} turns on '{found.map.name}'; {sides}"
    return Sound(about, partial(picture, found.map))


def army(source: Document, file: Path) -> Sound:
    found = army_from(source)
    return Sound(f"the army '{found.army}', {about_army(found)}")


def about_army(found: Army) -> str:
    units = sum(len(group.units) for group in found.commands)
    groups = f"{len(found.commands)} command group{'s' if len(found.commands) > 1 else ''}"
    return f"{groups}, {units} units, {army_size(found)} stands"


FILES = (
    scenarios(scenario, ScenarioFile, SideFile),
    KindOfFile("an army", ("army", "commands"), army),
    lessons(LESSONS.read, scenario_ids),
)
