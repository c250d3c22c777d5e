"""``deadground check``: is a file that somebody wrote fit to be used, and what does it look like."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from deadground.cli import Trouble
from deadground.core.called import command
from deadground.core.lesson import Lesson
from deadground.core.loader import DataError, Document, load
from deadground.space.pictures import Options, map_svg
from deadground.space.units import shown
from deadground.systems.maps import Map, from_document
from deadground.systems.skirmish import scenario_file as skirmish
from deadground.systems.skirmish.armies.check import RosterRefused, checked_roster
from deadground.systems.skirmish.armies.rosters import Roster
from deadground.systems.skirmish.armies.sheet import sheet, subtitle
from deadground.systems.skirmish.game import map_named
from deadground.systems.skirmish.lesson import lesson_from as skirmish_lesson
from deadground.systems.stands import scenario_file as stands
from deadground.systems.stands.army import Army, army_from, army_size
from deadground.systems.stands.lesson import lesson_from

Found = Map | stands.Scenario | skirmish.Scenario | Army | Lesson | Roster

KINDS_OF_FILE = (
    "a map has `size`, `unit` and `features`, a scenario `scenario` and `sides`, an army `army` and `commands`, "
    "a roster `roster` and `men`, a lesson `lesson` and `steps`"
)
STAND_IN = "† stand-in: our own, the book's map is a picture"


def check(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE", help="A map, a scenario, an army, a lesson or a roster.", show_default=False
        ),
    ],
    picture: Annotated[
        Path | None, typer.Option(metavar="OUT.svg", help="Draw it into this file.", show_default=False)
    ] = None,
) -> None:
    """Check a map, scenario, army, lesson or roster. Tells the line, what is wrong and what would be right.

    Ends with 0 if the file is right and with 1 if it is not.
    """
    if not file.exists():
        raise Trouble(f"there is no file {file}")
    try:
        found = recognised(load(file), file)
    except (DataError, RosterRefused) as fault:
        sys.stderr.write(f"{fault}\n")
        raise typer.Exit(1) from None
    sys.stdout.write(f"{file}: {about(found)}\n")
    if picture is not None:
        draw(pictured(found), picture)


def recognised(source: Document, file: Path) -> Found:
    """What the file holds, told by the fields it has."""
    fields = source.value if isinstance(source.value, dict) else {}
    if "scenario" in fields or "sides" in fields:
        if is_skirmish(fields):
            return skirmish.read_scenario(source, file.stem)
        return stands.scenario_from(source, file.stem, file.parent)
    if "roster" in fields or "men" in fields:
        return checked_roster(source)
    if "army" in fields or "commands" in fields:
        return army_from(source)
    if "lesson" in fields or "steps" in fields:
        man_to_man = file.stem in skirmish.scenario_ids()
        return skirmish_lesson(source, file.stem) if man_to_man else lesson_from(source, file.stem)
    if "features" in fields or "size" in fields:
        return from_document(source)
    raise source.error((), "this is no kind of file that can be checked", KINDS_OF_FILE)


def is_skirmish(fields: dict[str, Any]) -> bool:
    """Whether a battle is one of the skirmish: its fields fit that system's better than those of stands."""
    sides = [side for side in fields.get("sides") or () if isinstance(side, dict)]

    def misfits(scenario: type[msgspec.Struct], side: type[msgspec.Struct]) -> int:
        return strange(fields, scenario) + sum(strange(one, side) for one in sides)

    return misfits(skirmish.ScenarioFile, skirmish.SideFile) < misfits(stands.ScenarioFile, stands.SideFile)


def strange(given: dict[str, Any], shape: type[msgspec.Struct]) -> int:
    """How many fields a shape does not know, and how many of those it needs are missing."""
    known = msgspec.structs.fields(shape)
    unknown = given.keys() - {field.encode_name for field in known}
    missing = {field.encode_name for field in known if field.required} - given.keys()
    return len(unknown) + len(missing)


def about(found: Found) -> str:
    """One line that says what it is."""
    match found:
        case Map():
            return about_map(found)
        case stands.Scenario():
            return about_scenario(found)
        case skirmish.Scenario():
            return about_skirmish(found)
        case Army():
            return f"the army '{found.army}', {about_army(found)}"
        case Lesson():
            return f"the lesson '{found.lesson}' for {found.seat}, {len(found.steps)} steps"
        case Roster():
            return about_roster(found)


def about_roster(found: Roster) -> str:
    """A roster in a line; one that breaks its list in as many lines more as it has faults."""
    words = f"the roster '{found.roster}', {subtitle(found)}, {len(found.men)} men"
    faults = sheet(found).faults
    house = f"; a house roster that breaks its list in {len(faults)} places" if faults else ""
    return "\n  ".join([words + house, *faults])


def about_map(found: Map) -> str:
    ground = found.ground
    corners = sum(len(piece.points) for piece in ground.pieces)
    size = f"{shown(ground.width, ground.unit)} by {shown(ground.height, ground.unit)}"
    mark = ", a stand-in" if found.stand_in else ""
    return f"the map '{found.name}'{mark}, {size}, {len(ground.pieces)} pieces with {corners} corners"


def about_scenario(found: stands.Scenario) -> str:
    sides = "; ".join(f"{side.name}: {about_army(found.armies[side.id])}" for side in found.file.sides)
    return f"the scenario '{found.file.scenario}', {found.file.turns} turns on '{found.map.name}'; {sides}"


def about_skirmish(found: skirmish.Scenario) -> str:
    sides = "; ".join(f"{side.name}: {about_men(side)}" for side in found.file.sides)
    on = map_named(found.file.map).name
    return f"the scenario '{found.file.scenario}', {found.file.turns} turns on '{on}'; {sides}"


def about_men(side: skirmish.SideFile) -> str:
    if not side.played:
        return "question marks"
    count = len(side.units)
    men = sum(len(unit.men) for unit in side.units)
    return f"{count} unit{'' if count == 1 else 's'}, {men} {'man' if men == 1 else 'men'}"


def about_army(found: Army) -> str:
    units = sum(len(group.units) for group in found.commands)
    groups = f"{len(found.commands)} command group{'s' if len(found.commands) > 1 else ''}"
    return f"{groups}, {units} units, {army_size(found)} stands"


def pictured(found: Found) -> Map:
    """The map to draw."""
    match found:
        case Map():
            return found
        case stands.Scenario():
            return found.map
        case skirmish.Scenario():
            return map_named(found.file.map)
        case Army():
            raise Trouble("an army has no picture; give a map or a scenario")
        case Lesson():
            raise Trouble("a lesson has no picture; give a map or a scenario")
        case Roster():
            raise Trouble(f"a roster has no picture; `{command('roster', 'print')}` makes its sheet")


def draw(found: Map, file: Path) -> None:
    mark = " †" if found.stand_in else ""
    options = Options(title=found.name + mark, note=STAND_IN if found.stand_in else "")
    try:
        file.write_text(map_svg(found.ground, options), "utf-8", newline="\n")
    except OSError as fault:
        raise Trouble(f"the picture cannot be written to {file}: {fault.strerror}") from None
