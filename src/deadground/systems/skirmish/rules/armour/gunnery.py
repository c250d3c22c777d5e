"""The main gun's roll: whether it hits, and where. NUTS-VEH-09 to NUTS-VEH-14"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

from deadground.core.citing import cite
from deadground.core.dice import D6, Roll
from deadground.core.tally import Tally
from deadground.systems.skirmish.charts import chart
from deadground.systems.skirmish.game import Skirmish
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.reckoning import Die, against
from deadground.systems.skirmish.rules.activation.dice import at_most_two, passed
from deadground.systems.skirmish.vehicle_lists import Face

Spoils = Literal["target_fast", "shooter_fast", "low_silhouette", "far"]
Part = Literal["turret", "hull"]

WORDS: dict[Spoils, str] = {
    "target_fast": "the target has Fast Moved",
    "shooter_fast": "the shooter has Fast Moved",
    "low_silhouette": "the target is low",
    "far": "over 48 inches away",
}
"""What makes a miss of one die passed. NUTS-VEH-11"""


class Mark(msgspec.Struct, frozen=True):
    """What a gunner shoots at, as his roll has it: what spoils half a success, and how it stands.

    `face` is that towards him. `turreted`: whether it has a turret to be hit.
    """

    face: Face = "front"
    spoils: tuple[Spoils, ...] = ()
    hull_down: bool = False
    turreted: bool = True
    low: bool = False


class Strike(msgspec.Struct, frozen=True):
    """Where a round strikes."""

    face: Face
    turret: bool = False


class Gunnery(msgspec.Struct, frozen=True):
    """A roll of a main gun as it was thrown: its dice, how many were passed, where it struck, and why not."""

    rolls: tuple[Roll, ...]
    dice: tuple[Die, ...]
    passed: int
    strike: Strike | None
    words: str


def fire_at(g: Skirmish, rep: int, mark: Mark, side: str) -> Gunnery:
    """2d6 against the gunner's Rep as it counts now. NUTS-VEH-09"""
    cite("NUTS-VEH-09")
    dice = g.roll(number("gunnery_dice"), D6, "main gun", side)
    many = at_most_two(passed(dice.faces, rep))
    counted = against(dice.faces, rep)
    result = str(chart("main_gun").look_up(str(many)).value)
    if result == "hit":
        strike = aimed(mark)
        return Gunnery((dice,), counted, many, strike, f"hits {where(strike)}")
    if result == "miss":
        return Gunnery((dice,), counted, many, None, "misses")
    if mark.spoils:
        why = spoiled(mark.spoils)
        return Gunnery((dice,), counted, many, None, f"misses: {why}")
    die = g.roll(1, D6, "hit location", side)
    struck = at_random(mark, located(die.one))
    words = f"hits {where(struck)}" if struck else "misses: the hull is down"
    return Gunnery((dice, die), counted, many, struck, words)


def spoiled(spoils: Iterable[Spoils]) -> str:
    """What makes a miss of one die passed, in words. NUTS-VEH-11"""
    cite("NUTS-VEH-11")
    return ", ".join(WORDS[why] for why in spoils)


def located(face: int) -> Part:
    """The place that a die of hit location says. NUTS-VEH-12"""
    part: Part = msgspec.convert(chart("hit_location").look_up(str(face)).value, Part)
    return part


def aimed(mark: Mark) -> Strike:
    """Two dice passed: the turret of what is hull down, otherwise the hull. NUTS-VEH-10"""
    cite("NUTS-VEH-10")
    return in_turret(mark) if mark.hull_down else Strike(mark.face)


def at_random(mark: Mark, part: Part) -> Strike | None:
    """A random place: what would strike a hull that is down misses. NUTS-VEH-12, NR-92"""
    cite("NUTS-VEH-12")
    if part == "turret":
        return None if mark.low and not mark.hull_down else in_turret(mark)
    if mark.hull_down:
        cite("NR-92")
        return None
    return Strike(mark.face)


def in_turret(mark: Mark) -> Strike:
    """The turret; of what is low and hull down the front of its hull, and of what has no turret the hull.

    COT-VEH-20, LR-138, NR-240
    """
    if mark.low and mark.hull_down:
        cite("COT-VEH-20", "LR-138")
        return Strike("front")
    if not mark.turreted:
        cite("NR-240")
    return Strike(mark.face, turret=mark.turreted)


def where(strike: Strike) -> str:
    """Where a round strikes, in words."""
    return "the turret" if strike.turret else f"the {strike.face} of the hull" if strike.face else "it"


def rep_at(rep: int, *, far: bool) -> Tally:
    """A gunner's Rep as it counts over this range. NUTS-VEH-09, NR-93"""
    cite("NUTS-VEH-09", "NR-93")
    tally = Tally("Rep of the gunner")
    tally.on_die("Rep", rep, "NUTS-VEH-09")
    tally.on_die("beyond 48 inches", number("main_gun_far_rep"), "NUTS-VEH-09", "NR-93", when=far)
    return tally
