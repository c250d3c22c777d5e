"""A scenario as it is chosen: title, text, size and length; and the rulings worth arguing about."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from deadground.core.events import SeenEvent
from deadground.core.loader import load
from deadground.core.sheet import Argued, Luck, Sheet, SideSheet
from deadground.core.signs import signs_of
from deadground.space.pictures import thumbnail_svg
from deadground.space.pictures.ink import tag
from deadground.systems.kit.sheet import sheet_of
from deadground.systems.stands.army import army_size
from deadground.systems.stands.game import ground_of
from deadground.systems.stands.scenario_file import Scenario, SideFile, scenario_named, seats_of
from deadground.systems.stands.setup import battle
from deadground.systems.stands.state import Stand

ARGUED = Path(__file__).parent / "argued.yaml"
LESSON = "first-lesson"
SIDE_COLOURS = (("#b5634c", "#55190f"), ("#6a8ea4", "#17303f"))

SECONDS_A_TURN = 90
SECONDS_A_STAND = 4
"""How long a person takes: for a turn, and for each stand of his in it."""


def sheet(id: str) -> Sheet:
    """What a player reads before he chooses a scenario. KIM-8.2"""
    scenario = scenario_named(id)
    file = scenario.file
    signs = signs_of([side.id for side in file.sides])
    sides = tuple(side_sheet(scenario, side, sign) for side, sign in zip(file.sides, signs, strict=True))
    return sheet_of(
        file,
        sides,
        a_turn=SECONDS_A_TURN,
        a_piece=SECONDS_A_STAND,
        text=f"{file.text.rstrip()}\n\n{what_sides_know(file.sides)}\n",
        date=file.date,
        pieces="stands",
        lesson=id == LESSON,
    )


def side_sheet(scenario: Scenario, side: SideFile, sign: int) -> SideSheet:
    army = scenario.armies[side.id]
    return SideSheet(
        id=side.id,
        name=side.name,
        sign=sign,
        seats=tuple(seat.id for seat in seats_of(side, army)),
        army=army.army,
        pieces=army_size(army),
        attacker=side.attacker,
    )


KNOWS = {
    "list": "every kind of stand that the enemy has, and how many",
    "totals": "how many stands of each sort the enemy has",
    "pool": "only what the enemy may have",
}
"""What a side is told of the enemy when the battle begins; the log then tells it in full."""


def what_sides_know(sides: Sequence[SideFile]) -> str:
    """What the log will tell each side of its enemy. KIM-8.2b"""
    said = [f"The {side.name} side knows {KNOWS[side.intelligence]}." for side in sides]
    alike = {side.intelligence for side in sides}
    if len(alike) == 1:
        said = [f"Both sides know {KNOWS[alike.pop()]}."]
    return "\n".join(["## What the sides know", *said, "Where the enemy is, a side must see for itself."])


def luck(event: SeenEvent) -> Luck | None:
    """A shot as a matter of luck: what its dice could be expected to hit. KIM-4.2a, KIM-4.3a"""
    if event.kind != "shot" or not event.rolls:
        return None
    (roll,) = event.rolls
    needed = event.data.get("needed")
    one = 0.0 if needed is None else (roll.sides - max(1, needed) + 1) / roll.sides
    dice = len(roll.faces)
    return Luck(side=roll.owner, expected=one * dice, hits=event.data["hits"], chance=1 - (1 - one) ** dice)


@cache
def argued() -> tuple[Argued, ...]:
    return load(ARGUED).to(tuple[Argued, ...])


@cache
def thumbnail(id: str) -> str:
    """The ground of a scenario, small, with the stands that are not hidden when it begins."""
    state = battle(scenario_named(id))
    ground = ground_of(state)
    unit = max(ground.width, ground.height) // 130
    sides = list(state.sides)
    marks = [
        base_mark(stand, sides.index(stand.side), unit) for stand in state.stands.values() if not stand.hidden
    ]
    return thumbnail_svg(ground).removesuffix("</svg>\n") + "".join(marks) + "</svg>\n"


def base_mark(stand: Stand, side: int, unit: int) -> str:
    """A stand as a spot in the colour of its side: square for the first, with cut corners for the others."""
    x, y = stand.at
    fill, edge = SIDE_COLOURS[side % len(SIDE_COLOURS)]
    cut = 0 if side == 0 else unit // 2
    d = (
        f"M{x - unit + cut} {y - unit}H{x + unit - cut}L{x + unit} {y - unit + cut}V{y + unit - cut}"
        f"L{x + unit - cut} {y + unit}H{x - unit + cut}L{x - unit} {y + unit - cut}V{y - unit + cut}z"
    )
    return tag("path", d=d, fill=fill, stroke=edge, stroke_width=unit // 3)
