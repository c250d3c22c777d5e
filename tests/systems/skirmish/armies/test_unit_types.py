"""Cavalry, engineers, militia, women, tank riders. COT-UNIT-04 to COT-UNIT-14, COT-ARMY-09, LR-036"""

from __future__ import annotations

import pytest

from deadground.space.units import inches
from deadground.systems.skirmish.charts import chart
from deadground.systems.skirmish.lists import all_nations, units
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.rules.troops.unit_types import (
    engineer_received_fire,
    has_sabres,
    is_lucky_for_now,
    militia_melee_dice,
    militia_morale,
    why_no_woman,
    woman_rep,
)
from deadground.systems.skirmish.weapons import weapon
from deadground.testing import bounds, rule
from tests.systems.skirmish.armies.dice import Script, squad


@bounds("COT-UNIT-04")
def test_five_nations_cavalry_has_sabres_and_german_cavalry_none() -> None:
    """The Finnish column is marked, its key is missing. LR-037"""
    trained = [(of, id) for of in all_nations() for id in units(of) if has_sabres(of, id)]
    assert trained == [
        ("soviet", "cavalry"),
        ("italian", "cavalry"),
        ("hungarian", "huszars"),
        ("romanian", "cavalerie"),
        ("finnish", "cavalry"),
    ]


@rule("COT-UNIT-04")
def test_trained_cavalry_carries_the_sabre() -> None:
    made = squad("soviet", "cavalry", 1, *[4] * 6, picks={"riflemen": "smg"})
    assert [man.gear["sabre"] for man in made.men] == [1] * 6


SITUATIONS: dict[str, dict[str, bool]] = {
    "charging": {"charging": True},
    "charging without a gun": {"charging": True, "ranged": False},
    "working": {"working": True},
    "working in cover": {"working": True, "in_cover": True},
    "fetching": {"retrieving": True},
    "in cover": {"in_cover": True},
    "in the open": {},
    "outgunned": {"outgunned": True},
    "outgunned in cover": {"outgunned": True, "in_cover": True},
}
RECEIVED_FIRE = {
    2: "go_on go_on go_on go_on go_on finish_and_fire finish_and_fire duck_back duck_back",
    1: "stop_and_fire go_on duck_back go_on go_on return_fire_minus_1 duck_back duck_back duck_back",
    0: "duck_back duck_back duck_back duck_back go_prone hunker_down leave_battlefield leave_battlefield "
    "hunker_down",
}


@rule("COT-UNIT-06")
@pytest.mark.parametrize("passed", RECEIVED_FIRE)
def test_engineers_under_fire(passed: int) -> None:
    found = [engineer_received_fire(passed, **situation) for situation in SITUATIONS.values()]
    assert found == RECEIVED_FIRE[passed].split()


@rule("COT-UNIT-06")
def test_three_passed_count_as_two() -> None:
    """LR-007"""
    assert engineer_received_fire(3, charging=True) == "go_on"


@bounds("COT-UNIT-07")
@pytest.mark.parametrize(("variant", "dice"), [("jugend", -1), ("partisans", 0)])
def test_jugend_fights_hand_to_hand_with_a_die_fewer(variant: str, dice: int) -> None:
    assert militia_melee_dice(variant) == dice
    assert [militia_morale(Script(die), variant) for die in (2, 3, 4, 5)] == [
        "plucky",
        "fanatic",
        "fanatic",
        "",
    ]


@bounds("COT-ARMY-13")
def test_the_note_on_jugend_and_the_text_on_militia_agree() -> None:
    noted = {chart("notes_jugend").number(die, "melee_dice") for die in chart("notes_jugend").lines()}
    assert noted == {militia_melee_dice("jugend")} == {-1}


def test_ordinary_militia_rolls_for_no_morale() -> None:
    assert militia_morale(Script(), "") == ""
    assert militia_melee_dice("") == 0


@bounds("COT-UNIT-12")
@pytest.mark.parametrize(
    ("id", "rep"),
    [
        ("soviet.mmg", -1),
        ("soviet.hmg", -1),
        ("soviet.mortar_50", -1),
        ("german.mmg_heavy_barrel", -1),
        ("soviet.lmg", 0),
        ("soviet.smg", 0),
        ("soviet.atr", 0),
    ],
)
def test_heavy_weapons_cost_a_woman_a_point_of_rep(id: str, rep: int) -> None:
    assert woman_rep(weapon(id), {}) == rep
    assert woman_rep(weapon(id), {"women_in_combat": "off"}) == 0


@bounds("COT-UNIT-12")
def test_melee_and_towed_guns_too_but_no_stationary_aa_gun() -> None:
    assert woman_rep(None, {}, melee=True) == -1
    assert woman_rep(None, {"women_in_combat": "off"}, melee=True) == 0
    assert woman_rep(None, {}, at_gun="towed_at_gun") == -1
    assert woman_rep(None, {}, at_gun="stationary_aa_gun") == 0


@bounds("COT-UNIT-13")
@pytest.mark.parametrize(
    ("of", "id", "post", "allowed"),
    [
        ("soviet", "militia", "", True),
        ("soviet", "partisans", "", True),
        ("german", "volksturm", "", True),
        ("soviet", "infantry", "sniper", True),
        ("soviet", "infantry", "driver", True),
        ("soviet", "infantry", "", False),
        ("german", "infantry", "sniper", False),
        ("finnish", "infantry", "", False),
    ],
)
def test_where_women_serve(of: str, id: str, post: str, allowed: bool) -> None:
    assert (why_no_woman(of, id, post) is None) is allowed


@bounds("COT-UNIT-14")
def test_near_is_four_inches() -> None:
    """LR-036"""
    assert number("lucky_man_near") == inches(4)


@bounds("COT-UNIT-14")
def test_she_is_lucky_while_a_male_friend_is_near() -> None:
    assert is_lucky_for_now({}, woman=True, man_near=True)
    assert not is_lucky_for_now({}, woman=True, man_near=False)
    assert not is_lucky_for_now({}, woman=False, man_near=True)
    assert not is_lucky_for_now({"women_in_combat": "off"}, woman=True, man_near=True)


@bounds("COT-ARMY-09")
def test_the_note_on_tank_riders() -> None:
    """They wait for tanks: with heavy companies of five always, with medium ones by choice, within one move."""
    table = chart("notes_tank_riders")
    heavy = ("is_2", "isu_122", "isu_152")
    assert [table.look_up(one, "riders").value for one in (*heavy, "medium_tank")] == ["always"] * 3 + [
        "optional"
    ]
    assert [table.number(one, "vehicles") for one in heavy] == [5, 5, 5]
    assert table.number("is_2", "moves_from_tank") == 1
