"""Special equipment, vests, whose weapons an ally has. COT-UNIT-02, -03, -05, COT-EQUIP

LR-030, LR-041, LR-207, NS-06
"""

from __future__ import annotations

import pytest

from deadground.core.faults import Refused
from deadground.systems.skirmish.armies.gear import given
from deadground.systems.skirmish.rules.troops.equipment import (
    assault_equipment,
    assault_loadout,
    availability,
    engineer_equipment,
    impact_on,
    supplier,
    suppliers,
    vest_move,
    weapon_of,
    why_not_supplied,
)
from deadground.systems.skirmish.weapons import CATEGORIES, weapon
from deadground.testing import bounds, rule
from tests.systems.skirmish.armies.dice import Script, squad


@rule("COT-UNIT-02", "COT-UNIT-03")
@pytest.mark.parametrize(
    ("of", "id", "smgs", "dice"),
    [
        ("soviet", "assault_troops", 5, [1, *[4] * 6, 5]),
        ("german", "stosstruppen", 4, [2, 1, *[4] * 6, 5]),
    ],
)
def test_every_assault_figure_has_satchels_smoke_and_grenades(
    of: str, id: str, smgs: int, dice: list[int]
) -> None:
    made = squad(of, id, *dice)
    for man in made.men:
        assert {item: man.gear[item] for item in ("grenade", "smoke_grenade", "satchel")} == assault_loadout(
            {}
        )
    assert sum("smg" in arm for man in made.men for arm in man.weapons) >= smgs
    assert "lmg_gunner" in [man.role for man in made.men]
    assert "core.flamethrower" in made.men[-1].weapons


@rule("COT-UNIT-02")
@pytest.mark.parametrize(("switch", "smoke"), [("on", 1), ("off", 0)])
def test_smoke_grenades_can_be_switched_off(switch: str, smoke: int) -> None:
    """LR-041"""
    made = squad("soviet", "assault_troops", 1, *[4] * 6, 5, options={"smoke_grenades": switch})
    assert [man.gear.get("smoke_grenade", 0) for man in made.men] == [smoke] * 6
    assert [man.gear["satchel"] for man in made.men] == [1] * 6


@rule("COT-UNIT-03")
@pytest.mark.parametrize(
    ("of", "prefer", "dice", "found"),
    [
        ("soviet", "", [1, 5], ("satchel", 3)),
        ("soviet", "", [2, 1], ("satchel", 1)),
        ("german", "geballte_ladung", [1, 3], ("geballte_ladung", 2)),
        ("german", "satchel", [2, 4], ("satchel", 2)),
        ("german", "", [1, 2, 6], ("geballte_ladung", 3)),
        ("soviet", "", [3, 5], ("at_grenade", 5)),
        ("soviet", "at_grenade", [4, 6], ("at_grenade", 6)),
        ("soviet", "sn42_vest", [4], ("sn42_vest", 0)),
        ("german", "sn42_vest", [4, 1], ("at_grenade", 1)),
        ("soviet", "", [5], ("flamethrower", 1)),
        ("german", "", [6], ("flamethrower", 1)),
    ],
)
def test_assault_equipment(of: str, prefer: str, dice: list[int], found: tuple[str, int]) -> None:
    script = Script(*dice)
    assert assault_equipment(script, of, prefer) == found
    script.finish()


@rule("COT-UNIT-03")
def test_vests_are_for_the_whole_squad() -> None:
    made = squad("soviet", "assault_troops", 1, *[4] * 6, 4, picks={"special": "sn42_vest"})
    assert [man.gear["sn42_vest"] for man in made.men] == [1] * 6


@rule("COT-UNIT-05")
@pytest.mark.parametrize(
    ("dice", "found"),
    [
        ([1, 6], ("ap_mines", 3)),
        ([2], ("at_mines", 1)),
        ([3, 1], ("demolition_charge", 1)),
        ([4, 3], ("demolition_charge", 2)),
        ([5], ("flamethrower", 1)),
        ([6], ("flamethrower", 1)),
    ],
)
def test_engineer_equipment(dice: list[int], found: tuple[str, int]) -> None:
    script = Script(*dice)
    assert engineer_equipment(script) == found
    script.finish()


@rule("COT-UNIT-05")
def test_mines_belong_to_the_squad_and_charges_to_its_last_men() -> None:
    mined = squad("soviet", "pioneers", 1, *[4] * 3, 1, 6)
    assert mined.stores == {"ap_mines": 3}
    charged = squad("soviet", "pioneers", 1, *[4] * 3, 3, 4)
    assert [man.gear.get("demolition_charge", 0) for man in charged.men] == [0, 1, 1]


@rule("COT-EQUIP-01")
def test_a_vest_softens_hits_and_slows() -> None:
    vest = {"sn42_vest": 1}
    assert [impact_on(impact, vest) for impact in (0, 1, 3)] == [0, 0, 2]
    assert impact_on(3, {}) == 3
    assert (vest_move(vest.items()), vest_move([("sn42_vest", 0)]), vest_move(())) == (-254, 0, 0)


AXIS = {1: "own", 4: "own", 5: "german", 6: "german"}
FINNISH = {
    "small_arms": {1: "own", 3: "own", 4: "soviet", 5: "soviet", 6: "german"},
    "machine_guns": {1: "own", 4: "own", 5: "soviet", 6: "german"},
    "grenades": {1: "own", 3: "own", 4: "soviet", 5: "soviet", 6: "german"},
    "antitank": {1: "own", 4: "own", 5: "german", 6: "german"},
}


@rule("COT-EQUIP-03")
@pytest.mark.parametrize("category", CATEGORIES)
def test_equipment_availability_by_die(category: str) -> None:
    for nation in ("hungarian", "romanian", "italian"):
        for die, whose in AXIS.items():
            assert supplier(Script(die), nation, category) == (nation if whose == "own" else whose)
    for die, whose in FINNISH[category].items():
        assert supplier(Script(die), "finnish", category) == ("finnish" if whose == "own" else whose)


@rule("COT-EQUIP-03")
@bounds("COT-EQUIP-02")
def test_one_die_for_each_category() -> None:
    dice = Script(4, 5, 1, 6)
    assert availability(dice, "hungarian", {}) == {
        "small_arms": "hungarian",
        "machine_guns": "german",
        "grenades": "hungarian",
        "antitank": "german",
    }
    assert dice.purposes == [
        f"equipment availability: {one}" for one in ("small arms", "machine guns", "grenades", "antitank")
    ]


@bounds("COT-EQUIP-02")
@pytest.mark.parametrize(
    ("of", "options", "allowed"),
    [
        ("romanian", {}, True),
        ("finnish", {}, True),
        ("italian", {}, False),
        ("italian", {"italian_equipment_roll": "on"}, True),
        ("soviet", {}, False),
        ("american", {}, False),
    ],
)
def test_who_rolls_for_foreign_equipment(of: str, options: dict[str, str], allowed: bool) -> None:
    """LR-061"""
    if allowed:
        assert len(availability(Script(1, 1, 1, 1), of, options)) == 4
        return
    with pytest.raises(Refused, match="roll for"):
        availability(Script(), of, options)


@bounds("COT-EQUIP-04")
def test_a_result_allows_the_weapons_of_its_list_and_category() -> None:
    supply = {"machine_guns": "german", "small_arms": "hungarian"}
    assert why_not_supplied("hungarian", weapon("hungarian.lmg"), supply) is None
    assert why_not_supplied("hungarian", weapon("german.mg42"), supply) is None
    for id in ("german.smg", "german.panzerschreck", "soviet.lmg"):
        fault = why_not_supplied("hungarian", weapon(id), supply)
        assert fault is not None
        assert fault.rows == ("COT-EQUIP-04",)
    assert why_not_supplied("finnish", weapon("soviet.smg"), {"small_arms": "soviet"}) is None


@bounds("COT-EQUIP-04")
@pytest.mark.parametrize(("of", "rolls"), [("hungarian", True), ("german", False)])
def test_only_one_who_rolls_for_equipment_is_told_that_no_roll_gave_it(of: str, rolls: bool) -> None:
    fault = why_not_supplied(of, weapon("soviet.smg"), {})
    assert fault is not None
    assert ("no equipment roll gave the unit soviet small arms" in fault.reason) == rolls


@rule("COT-EQUIP-02", "COT-EQUIP-04")
def test_a_squad_may_take_what_was_rolled() -> None:
    picks = {"jr_nco": "german.smg", "lmg": "german.mg42", "nco": "smg", "riflemen": "ba_rifle"}
    made = squad("hungarian", "infantry", 5, 6, 1, 1, 1, *[4] * 6, supply=True, picks=picks)
    assert made.men[1].weapons == ("german.smg",)
    assert made.men[2].weapons == ("german.mg42", "hungarian.pistol")
    with pytest.raises(Refused, match="not offered here"):
        squad("hungarian", "infantry", 1, 1, 1, 1, 1, supply=True, picks=picks)


@rule("COT-EQUIP-03")
def test_suppliers_are_those_of_the_table() -> None:
    assert suppliers("finnish", "antitank") == ("finnish", "german")
    assert suppliers("german", "antitank") == ("german",)


def test_gear_is_a_weapon_of_the_mans_own_list() -> None:
    found = [
        weapon_of(nation, id)
        for nation, id in (("soviet", "satchel"), ("american", "satchel"), ("german", "at_grenade"))
    ]
    assert [one.id if one else None for one in found] == [
        "supplement.satchel",
        "core.satchel",
        "german.at_grenade",
    ]
    assert weapon_of("soviet", "sn42_vest") is None
    assert weapon_of("soviet", "rifle_grenade") is None


@rule("COT-UNIT-02")
def test_special_equipment_is_given_from_the_last_man_upwards_and_round_again() -> None:
    made = squad("soviet", "assault_troops", 1, *[4] * 6, 5)
    found = given(made, "molotov", 8)
    assert [man.gear.get("molotov", 0) for man in found.men] == [1, 1, 1, 1, 2, 2]
    assert [man.gear["satchel"] for man in found.men] == [1] * 6, "he keeps what he has"
    assert [man.gear.get("molotov", 0) for man in given(made, "molotov", 1).men] == [0] * 5 + [1]
