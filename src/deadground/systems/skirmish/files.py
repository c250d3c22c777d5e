"""The files of the skirmish as `deadground check` reads them: scenarios, rosters and lessons."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from deadground.core.called import command
from deadground.core.files import KindOfFile, Sound, lessons, scenarios
from deadground.core.loader import Document
from deadground.systems.maps import picture
from deadground.systems.skirmish.armies.check import checked_roster
from deadground.systems.skirmish.armies.sheet import sheet
from deadground.systems.skirmish.game import map_named
from deadground.systems.skirmish.lesson import LESSONS
from deadground.systems.skirmish.scenario_file import ScenarioFile, SideFile, read_scenario, scenario_ids


def scenario(source: Document, file: Path) -> Sound:
    found = read_scenario(source, file.stem).file
    sides = "; ".join(f"{side.name}: {about_men(side)}" for side in found.sides)
    on = map_named(found.map)
    about = f"the scenario '{found.scenario}', {found.turns} turns on '{on.name}'; {sides}"
    return Sound(about, partial(picture, on))


def about_men(side: SideFile) -> str:
    if not side.played:
        return "question marks"
    count = len(side.units)
    men = sum(len(unit.men) for unit in side.units)
    return f"{count} unit{'' if count == 1 else 's'}, {men} {'man' if men == 1 else 'men'}"


def roster(source: Document, file: Path) -> Sound:
    """A roster in a line; a house roster in as many lines more as it breaks its list."""
    found = checked_roster(source)
    shown = sheet(found)
    words = f"the roster '{found.roster}', {shown.subtitle}, {len(found.men)} men"
    house = f"; a house roster that breaks its list in {len(shown.faults)} places" if shown.faults else ""
    about = "\n  ".join([words + house, *shown.faults])
    return Sound(about, instead=f"`{command('roster', 'print')}` makes its sheet")


FILES = (
    scenarios(scenario, ScenarioFile, SideFile),
    KindOfFile("a roster", ("roster", "men"), roster),
    lessons(LESSONS.read, scenario_ids),
)
