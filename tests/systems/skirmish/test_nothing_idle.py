"""Every attribute, trait and piece of gear in the data is read by a rule, and every named option has its tests.

What has no part in a battle of infantry is named here with the reason; nothing else may lie in the data unread.
"""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path
from typing import get_args

import pytest

import deadground.systems.skirmish
from deadground.systems.skirmish.attributes import Changed, attributes
from deadground.systems.skirmish.lists import ListedUnit, all_nations, all_units, variant_of
from deadground.systems.skirmish.rules.grenades.lobs import munition
from deadground.systems.skirmish.rules.troops.equipment import all_gear, weapon_of
from tests.systems.skirmish.table import man, table

RULES = Path(deadground.systems.skirmish.__file__).parent / "rules"

IDLE_GEAR = {
    "ap_mines": "laid before a battle by rules that are not those of infantry in a fight: COT-MINE",
    "at_mines": "only a vehicle sets one off: COT-MINE",
    "medical_bag": "a medic is known as such by himself, whatever he carries: NUTS-WOUND-04",
}

IDLE_TYPES = {
    "infantry": "the rules are written for it",
    "airborne": "outside a drop it fights like any other infantry: COT-UNIT-01",
    "assault": "its Rep die, LMG and loadout are in its roster: COT-UNIT-02, COT-ARMY-08",
    "bicycle": "it rides to the battle",
    "cavalry": "it dismounts to fight: COT-UNIT-04",
    "militia": "its variants are what differs: COT-UNIT-07",
    "mountain": "it fights like infantry",
    "naval": "it fights like infantry: COT-UNIT-01",
    "nkvd": "its Kommissar is in its roster: COT-UNIT-08",
    "penal": "its Kommissar and attributes are in its roster: COT-UNIT-08, COT-UNIT-11",
    "tank_riders": "they stay by their tank, and there is none: COT-ARMY-09",
}


@cache
def words(folder: Path = RULES) -> dict[str, set[str]]:
    """Every word that stands in quotes in a module of the rules, with the modules it stands in; no docstrings."""
    found: dict[str, set[str]] = {}
    for path in sorted(folder.rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        texts = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in texts:
                found.setdefault(node.value, set()).add(path.stem)
    return found


ASK_FOR_EFFECTS = ("effects_on", "add_attributes", "rep_for")


@cache
def asked_for() -> set[str]:
    """Every effect that a rule asks a man's attributes for."""
    calls = [
        node
        for path in RULES.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ASK_FOR_EFFECTS
    ]
    given = (argument for call in calls for argument in call.args)
    return {one.value for one in given if isinstance(one, ast.Constant) and isinstance(one.value, str)}


@pytest.mark.parametrize("id", list(attributes()))
def test_every_attribute_is_read_by_a_rule(id: str) -> None:
    """By what it changes, or by its name; morale by those who ask for the Rep of a Reaction Test."""
    one = attributes()[id]
    assert one.effects or one.morale, f"{id} changes nothing"
    for effect in one.effects:
        assert effect.on in asked_for() or words().get(id), f"no rule reads what {id} does: {effect.on}"
    if one.morale:
        assert "morale_rep" in (RULES / "activation" / "rep.py").read_text("utf-8")


def test_nothing_can_be_changed_that_no_attribute_changes() -> None:
    used = {effect.on for one in attributes().values() for effect in one.effects}
    assert used == set(get_args(Changed))


@pytest.mark.parametrize("id", list(all_gear()))
def test_every_thing_carried_is_read_by_a_rule(id: str) -> None:
    """It is named in a rule, is a weapon that can be sent at men, or is a weapon for the hand."""
    carrier = man("a", (10, 10), gear=((id, 1),))
    sent = False
    for nation in all_nations():
        state = table(carrier)
        state.sides["red"].nation = nation
        thing = munition(state, carrier, id) if weapon_of(nation, id) or id == "smoke_grenade" else None
        sent = sent or (thing is not None and (thing.impact is not None or id == "smoke_grenade"))
    read = sent or bool(words().get(id)) or bool(all_gear()[id].melee)
    assert read or id in IDLE_GEAR, f"no rule reads the {id}"


def test_nothing_is_excused_that_is_not_there() -> None:
    assert set(IDLE_GEAR) <= set(all_gear())
    assert all(reason for reason in (*IDLE_GEAR.values(), *IDLE_TYPES.values()))


@pytest.mark.parametrize("nation", list(all_nations()))
def test_every_unit_type_has_its_rules_or_needs_none(nation: str) -> None:
    for id, one in all_units(nation).items():
        assert one.type in IDLE_TYPES or variant_of(nation, id), f"{nation} {id}: {one.type}"
        if one.variant:
            assert words().get("militia_variants")


def test_every_type_of_unit_is_accounted_for() -> None:
    kinds = {one.type for nation in all_nations() for one in all_units(nation).values()}
    assert kinds - set(IDLE_TYPES) == {"engineer"}
    assert isinstance(next(iter(all_units("soviet").values())), ListedUnit)
