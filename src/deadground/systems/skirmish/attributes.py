"""Attributes of soldiers: what each does, and how they are rolled. COT-SQUAD-03, COT-UNIT-10, COT-UNIT-11, COT-ATTR

The effects are numbers in data/attributes, so that a rule asks for them by what they change. Plucky, Fanatic and
Terrified are kept with the attributes of a man; what they change is in their own charts.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Literal

import msgspec

from deadground.core.citing import cite
from deadground.core.faults import did_you_mean
from deadground.core.loader import load
from deadground.core.roster import Start
from deadground.systems.kit.options import Options
from deadground.systems.skirmish.armies.throws import Throws, one_die
from deadground.systems.skirmish.charts import DATA, chart, whole
from deadground.systems.skirmish.options import option

NORMAL_ROLL = "normal_roll"

Changed = Literal[
    "throw",
    "melee",
    "melee_knife",
    "charge",
    "in_sight",
    "enemy_in_sight",
    "move",
    "leader_die",
    "crisis",
    "recover",
    "ordered_forward",
    "loot",
    "everything_once_shot_at",
    "damage_again",
    "first_rifle_die",
    "inspiration",
]


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What an attribute changes, and by how much. NS-04"""

    on: Changed
    dice: int = 0
    rep: int = 0
    score: int = 0
    inches: int = 0
    stays_on: int = 0
    """A d6 up to this and he stays put."""


class Attribute(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An attribute; `ours` where nothing on hand says what it does."""

    id: str
    name: str
    does: str
    effects: tuple[Effect, ...] = ()
    opposite: tuple[str, ...] = ()
    morale: bool = False
    ours: bool = False
    rows: tuple[str, ...] = ()


class AttributeFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    attributes: tuple[Attribute, ...]


@cache
def attributes() -> dict[str, Attribute]:
    """Every attribute by id."""
    found = load(DATA / "attributes" / "attributes.yaml").to(AttributeFile).attributes
    return {one.id: one for one in found}


def attribute(id: str) -> Attribute:
    """An attribute by id."""
    found = attributes().get(id)
    if found is None:
        raise KeyError(f"no attribute is called '{id}': {did_you_mean(id, attributes())}")
    return found


def effects_on(having: Iterable[str], on: Changed) -> list[tuple[Attribute, Effect]]:
    """The effects that a man's attributes have on something; asking cites the rows of those that have one."""
    found = [(attribute(id), effect) for id in having for effect in attribute(id).effects if effect.on == on]
    for one, _ in found:
        cite(*one.rows)
    return found


def morale_rep(having: Iterable[str]) -> list[tuple[str, int, tuple[str, ...]]]:
    """What morale adds to Rep on reactions that are not combat: name, amount and rows. COT-ATTR-05, LR-054, LR-055

    The higher of Plucky and Fanatic counts; Terrified counts besides.
    """
    held = set(having)
    table = chart("morale_advantages")
    lines: list[tuple[str, int, tuple[str, ...]]] = []
    best = max(held & set(table.lines()), key=lambda id: whole(table.number(id, "rep")), default="")
    if best:
        lines.append((attribute(best).name, whole(table.number(best, "rep")), table.rows))
    if "terrified" in held:
        foes = chart("fanatic_foes")
        lines.append((attribute("terrified").name, whole(foes.number("0", "rep")), foes.rows))
    return lines


def attributes_are_on(start: Start, options: Options) -> bool:
    """Whether the soldiers of the player squad have attributes. COT-SQUAD-03, LR-024"""
    cite("COT-SQUAD-03")
    value = option(options, "squad_attributes")
    return start == "campaign" if value == "by_mode" else value == "on"


def roll_attribute(dice: Throws, having: Iterable[str] = (), owner: str = "") -> str:
    """A normal roll: which list, which row; again for a double or an opposite of what he has. NS-04"""
    held = set(having)
    while True:
        which = "a" if one_die(dice, "attribute: list", owner) <= 3 else "b"
        row = one_die(dice, "attribute: row", owner)
        found = str(chart("attribute_table").look_up(which, str(row)).value)
        if found not in held and held.isdisjoint(attribute(found).opposite):
            return found


def kommissar_attribute(dice: Throws, owner: str = "") -> str:
    """The attribute of a Kommissar. COT-UNIT-10"""
    die = one_die(dice, "Kommissar attribute", owner)
    found = str(chart("kommissar_attributes").look_up(str(die), "attribute").value)
    return roll_attribute(dice, (), owner) if found == NORMAL_ROLL else found


def penal_attribute(dice: Throws, having: Iterable[str] = (), owner: str = "") -> str:
    """The attribute of a man in the player's penal squad, rolled before a normal one. COT-UNIT-11, LR-035"""
    die = one_die(dice, "penal attribute", owner)
    found = str(chart("penal_attributes").look_up(str(die), "attribute").value)
    return roll_attribute(dice, having, owner) if found == NORMAL_ROLL else found
