"""Damage: what a hit does to a man. NUTS-FIRE-04"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from deadground.core.citing import cite
from deadground.core.dice import D6
from deadground.space.plane import Point
from deadground.systems.skirmish.charts import chart
from deadground.systems.skirmish.game import Skirmish
from deadground.systems.skirmish.man import Result
from deadground.systems.skirmish.reckoning import Die, Reckoning
from deadground.systems.skirmish.rules.reactions.casualties import capture, take_down
from deadground.systems.skirmish.rules.reactions.recover import recover_from_damage
from deadground.systems.skirmish.rules.stars.stars import (
    cheats_death,
    killer_rep,
    larger_than_life,
    star_power,
)
from deadground.systems.skirmish.rules.troops.equipment import impact_on
from deadground.systems.skirmish.rules.troops.luck import with_luck
from deadground.systems.skirmish.state import DOWN, Figure

RECOVER = "recover_test"
WORST_FIRST = ("obviously_dead", "out_of_the_fight", RECOVER)


class Hit(msgspec.Struct, frozen=True):
    """One hit on a man: whose it is, how hard, and where it came from; burning ground comes from nowhere."""

    by: str
    impact: int
    at: Point | None = None
    apr: int | None = None
    """What it does to armour; None for what cannot pierce. NUTS-FIRE-18"""


def damage_of(g: Skirmish, target: Figure, hits: Sequence[Hit]) -> Result:
    """One die per hit, each against the Impact of what hit him, whoever shot; the worst line stands, and a Recover
    Test is taken once. NUTS-FIRE-04, NR-40

    An assault vest lowers the Impact. COT-EQUIP-01. One who was Out of the Fight before only a die that kills makes
    worse. LR-209
    """
    lies = target.status == "out_of_the_fight"
    blows = [hit for one in dict.fromkeys(hits) for hit in hits if hit == one]
    dice = [g.roll(blows.count(one), D6, "damage", whose_die(g, one)) for one in dict.fromkeys(blows)]
    impacts = [impact_on(hit.impact, dict(target.pack.gear)) for hit in blows]
    often = {1: "", 2: " twice"}.get(len(blows), f" {len(blows)} times")
    where = " where he lies" if lies else ""
    power = " and ".join(str(one) for one in dict.fromkeys(impacts))
    text = f"{target.name} is hit{often}{where}, Impact {power}."
    rows = ("NUTS-FIRE-04", "LR-209" if lies else "NR-40")
    thrown = zip((face for roll in dice for face in roll.faces), impacts, strict=True)
    how = tuple(Die(face, "failed", damage_words(face, impact, lies=lies)) for face, impact in thrown)
    reckoned = [Reckoning(who=target.id, dice=how)]
    g.tell_of(
        [target], "damage", text, *rows, rolls=dice, reckoned=reckoned, figure=target.id, by=blows[0].by
    )
    faces = with_luck(g, target, [face for roll in dice for face in roll.faces], impacts)
    lines = [damage_line(face, impact) for face, impact in zip(faces, impacts, strict=True)]
    line = min(lines, key=WORST_FIRST.index)
    if lies and line != "obviously_dead":
        return "out_of_the_fight"
    places = [hit.at for hit in blows if hit.at is not None]
    result = recover_from_damage(g, target, places) if line == RECOVER else as_result(line)
    return settle(g, target, result, blows[lines.index(line)].by)


def whose_die(g: Skirmish, hit: Hit) -> str:
    """The side that throws for a hit; nobody's for burning ground."""
    return g.piece(hit.by).side if hit.by else ""


def settle(g: Skirmish, target: Figure, result: Result, by: str) -> Result:
    """What damage comes to in the end: a Star has his own ways with it. NUTS-STAR-01 to NUTS-STAR-03, NR-85"""
    if not target.star:
        take_down(g, target, result, by)
        return result
    left = larger_than_life(g, target, star_power(g, target, result), killer_rep(g, by))
    if left == "obviously_dead":
        cheats_death(g, target)
    elif left is not None:
        take_down(g, target, left, by)
    return left or "carry_on"


def recovers_or_not(g: Skirmish, target: Figure, by: str, at: Point | None) -> None:
    """A Recover Test of one whose vehicle was knocked out about him, and what comes of it. NUTS-VEH-16"""
    if target.status not in DOWN:
        cite("NUTS-VEH-16")
        settle(g, target, recover_from_damage(g, target, [at] if at else ()), by)


def dispatch(g: Skirmish, fallen: Figure, by: Figure) -> None:
    """An enemy does away with a man who is Out of the Fight. NUTS-REACT-11

    A Star whom a man of lower Rep cannot kill is taken prisoner; by others he cheats death. NUTS-STAR-02,
    NUTS-STAR-03, NR-122
    """
    dead: Result = "obviously_dead"
    if not fallen.star:
        take_down(g, fallen, dead, by.id)
    elif larger_than_life(g, fallen, dead, g.rep(by)) == dead:
        cheats_death(g, fallen)
    else:
        capture(g, fallen, by, "falls into enemy hands,", "NUTS-STAR-02", "NR-122")


def damage_line(face: int, impact: int) -> str:
    """1 is Obviously Dead, up to Impact Out of the Fight, above it a Recover Test. NUTS-FIRE-04

    With an Impact of 0 or less every score is above it. NR-96
    """
    score = "above_impact" if face > impact else "one" if face == 1 else "up_to_impact"
    return str(chart("ranged_damage").look_up(score).value)


def damage_words(face: int, most: int, against: str = "Impact", lies: bool = False) -> str:
    """What a die of damage says, as a card tells it. NUTS-FIRE-04, NUTS-MELEE-11, LR-209"""
    if face == 1 <= most:
        return "1: dead"
    if lies:
        return "changes nothing, he is out of the fight"
    return (
        f"above {against} {most}: Recover Test"
        if face > most
        else f"up to {against} {most}: out of the fight"
    )


def as_result(line: str) -> Result:
    return "obviously_dead" if line == "obviously_dead" else "out_of_the_fight"
