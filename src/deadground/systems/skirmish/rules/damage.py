"""Damage: what a hit does to a man. NUTS-FIRE-04"""

from __future__ import annotations

from deadground.core.dice import D6
from deadground.systems.skirmish.charts import chart
from deadground.systems.skirmish.game import Skirmish
from deadground.systems.skirmish.rules.casualties import take_down
from deadground.systems.skirmish.rules.equipment import impact_on
from deadground.systems.skirmish.rules.luck import with_luck
from deadground.systems.skirmish.rules.recover import recover_from_damage
from deadground.systems.skirmish.rules.stars import cheats_death, killer_rep, larger_than_life, star_power
from deadground.systems.skirmish.state import Figure, Result

RECOVER = "recover_test"
WORST_FIRST = ("obviously_dead", "out_of_the_fight", RECOVER)


def damage(g: Skirmish, target: Figure, impact: int, by: str, hits: int = 1) -> Result:
    """One die per hit against the weapon's Impact; the worst line stands, a Recover Test is taken once.

    NUTS-FIRE-04, NR-40. An assault vest lowers the Impact. COT-EQUIP-01
    """
    impact = impact_on(impact, dict(target.gear))
    dice = g.roll(hits, D6, "damage", g.figure(by).side if by else "")
    many = "is hit" if hits == 1 else f"is hit {hits} times"
    text = f"{target.name} {many}, Impact {impact}."
    g.tell_of([target], "damage", text, "NUTS-FIRE-04", "NR-40", rolls=[dice], figure=target.id, by=by)
    faces = with_luck(g, target, dice.faces, impact)
    line = min((damage_line(face, impact) for face in faces), key=WORST_FIRST.index)
    result = recover_from_damage(g, target) if line == RECOVER else as_result(line)
    return settle(g, target, result, by)


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


def damage_line(face: int, impact: int) -> str:
    """1 is Obviously Dead, up to Impact Out of the Fight, above it a Recover Test. NUTS-FIRE-04

    With an Impact of 0 or less every score is above it. NR-96
    """
    score = "above_impact" if face > impact else "one" if face == 1 else "up_to_impact"
    return str(chart("ranged_damage").look_up(score).value)


def as_result(line: str) -> Result:
    return "obviously_dead" if line == "obviously_dead" else "out_of_the_fight"
