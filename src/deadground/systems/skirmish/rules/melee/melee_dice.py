"""The dice of a melee: what each man throws, and what the winner does. NUTS-MELEE-08 to NUTS-MELEE-11"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from deadground.core.citing import cite
from deadground.core.tally import Tally
from deadground.systems.skirmish.attributes import Changed, effects_on
from deadground.systems.skirmish.charts import chart, whole
from deadground.systems.skirmish.game import Skirmish
from deadground.systems.skirmish.rules.troops.equipment import gear
from deadground.systems.skirmish.rules.troops.unit_types import militia_melee_dice, woman_rep
from deadground.systems.skirmish.state import Figure
from deadground.systems.skirmish.weapons import weapon

BLADES = ("knife", "bayonet")
"""What a Knifeman knows how to use. NUTS-MELEE-08"""

KNIFE = "knife"
"""What everybody has. NS-06"""


class Arm(msgspec.Struct, frozen=True):
    """What a man fights with: its name, whether one or two hands hold it, and whether it has a blade."""

    name: str
    hands: str
    blade: bool = False


def arms_of(figure: Figure) -> Iterator[Arm]:
    """Everything a man could fight with. A bayonet is on the rifle, or in the hand of who has none. NR-50"""
    cite("NR-50", "NS-06")
    carried = dict.fromkeys((*(id for id, count in figure.pack.gear if count), KNIFE))
    fixed = "bayonet" in carried
    for id in figure.arms.weapons:
        if weapon(id).long_arm:
            yield Arm(weapon(id).name, "two_hand", fixed)
    for id in carried:
        if gear(id).melee:
            yield Arm(gear(id).name, gear(id).melee, id in BLADES)


def best_arm(figure: Figure) -> Arm:
    """What a man fights with: whatever gives him most dice, for only one weapon counts. NUTS-MELEE-08, NR-50"""
    return max(arms_of(figure), key=lambda arm: arm_dice(figure, arm))


def arm_dice(figure: Figure, arm: Arm) -> int:
    knifeman = sum(effect.dice for _, effect in effects_on(figure.attributes, "melee_knife"))
    return circumstance(arm.hands) + (knifeman if arm.blade else 0)


def circumstance(name: str) -> int:
    return whole(chart("melee_modifiers").number(name))


def pool(g: Skirmish, figure: Figure, against: Figure) -> Tally:
    """A die for each point of Rep, and what attributes, weapon and circumstances add. NUTS-MELEE-08, -09"""
    cite("NUTS-MELEE-14")
    dice = Tally(f"melee dice of {figure.name}")
    dice.on_die("Rep", g.rep(figure), "NUTS-MELEE-08")
    if figure.woman:
        dice.on_die("a woman in melee", woman_rep(None, g.options, melee=True), "COT-UNIT-12")
    young = militia_melee_dice(g.state.units[figure.unit].variant)
    dice.on_die("Jugend", young, "COT-UNIT-07", "COT-ARMY-13", when=young != 0)
    add_attributes(g, dice, figure, "melee")
    arm = best_arm(figure)
    dice.on_die(arm.name, circumstance(arm.hands), "NUTS-MELEE-08", "NR-50")
    if arm.blade:
        add_attributes(g, dice, figure, "melee_knife")
    matched = against.melee.evenly * circumstance("evenly_matched")
    dice.on_die(f"{against.name} was Evenly Matched", matched, "NUTS-MELEE-09", "NR-51")
    dice.on_die(f"{against.name} is prone", circumstance("prone_enemy"), "NUTS-MELEE-09", when=against.prone)
    rear = figure.melee.rear_round == against.id
    dice.on_die("from the rear, first round", circumstance("rear"), "NUTS-MELEE-09", when=rear)
    return dice


def add_attributes(g: Skirmish, dice: Tally, figure: Figure, on: Changed) -> None:
    """What a man's attributes add, which is known from now on."""
    for attribute, effect in effects_on(figure.attributes, on):
        dice.on_die(attribute.name, effect.dice, *attribute.rows)
        g.shows(figure, attribute.id)


def damage_line(face: int, margin: int) -> str:
    """1 kills, up to the margin Out of the Fight, above it a Recover Test. NUTS-MELEE-11, NR-47, NR-48

    Where a vest leaves no margin at all, every score is above it. LR-058
    """
    cite("NR-47", "NR-48", "LR-058")
    score = "above_margin" if face > margin else "one" if face == 1 else "up_to_margin"
    return str(chart("melee_damage").look_up(score).value)
