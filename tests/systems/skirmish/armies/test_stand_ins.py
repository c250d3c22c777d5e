"""Our own tables, what weapons of a kind share and what attributes do, against a second typing."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from deadground.systems.skirmish.attributes import attributes
from deadground.systems.skirmish.charts import DATA, chart
from deadground.systems.skirmish.weapons import kinds
from deadground.testing import bounds

TYPED = Path(__file__).parent / "second_typing" / "stand_ins.yaml"


@cache
def typed() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(TYPED.read_text("utf-8"))
    return found


def kept(table: str) -> dict[str, Any]:
    file = yaml.safe_load((DATA / "stand_in" / f"{table}.yaml").read_text("utf-8"))
    takes = [[one["least"], one["most"]] for one in file.get("takes", ()) if "least" in one]
    found = {"takes": takes, "cells": file["cells"]}
    bands = [list(axis["bands"].values()) for axis in file.get("axes", ()) if "bands" in axis]
    return {**found, "bands": bands} if bands else found


def compare(*tables: str) -> None:
    for table in tables:
        assert kept(table) == typed()[table], table


def test_every_table_of_ours_is_typed_twice() -> None:
    assert {file.stem for file in (DATA / "stand_in").glob("*.yaml")} == set(typed())


def test_our_weapons_and_when_they_came() -> None:
    """NS-07, LR-088"""
    compare("core_weapons", "weapon_dates")


def test_our_reps_by_grade() -> None:
    """NS-05"""
    compare("grades")


def test_our_army_lists_and_what_men_carry() -> None:
    """NS-06, LR-207, LR-082, LR-030"""
    compare("core_units", "common_gear", "assault_loadout", "finnish_units", "italian_units")


def test_our_buildings() -> None:
    """NS-09"""
    compare("building_types")


def test_our_forces_of_the_enemy() -> None:
    """NS-16"""
    compare("enemy_reinforcements", "platoon_assets")


def test_our_terrain_and_cover() -> None:
    """NS-10, NS-39"""
    compare("terrain", "other_cover", "going")


def test_our_attribute_table() -> None:
    """NS-04"""
    compare("attribute_table")


def test_our_vehicles_and_guns() -> None:
    """NR-97, NS-33, NS-34, LR-205"""
    compare("house_vehicles", "core_vehicles", "core_guns", "unlisted_vehicles")


def test_what_we_add_to_printed_vehicles() -> None:
    """LR-120, LR-144, LR-216"""
    compare("finnish_vehicles", "german_other_vehicles", "hungarian_vehicles")
    compare("italian_vehicles", "romanian_vehicles", "soviet_other_vehicles")


def test_our_arcs_rockets_and_passengers() -> None:
    """LR-137, NS-22, LR-145, NS-30"""
    compare("turret_arcs", "vehicle_rockets", "passengers")


@pytest.mark.parametrize(
    ("id", "effects"),
    [
        ("brawler", {"melee": 1}),
        ("knifeman", {"melee_knife": 1}),
        ("nerves_of_steel", {"charge": 1}),
        ("quick_reflexes", {"in_sight": 1}),
        ("steely_eyes", {"in_sight": 1}),
        ("stealthy", {"enemy_in_sight": -1}),
        ("rage", {"charge": 1, "melee": 1}),
        ("runt", {"melee": -1}),
        ("slow_to_react", {"in_sight": -1}),
        ("fleet", {"move": 10}),
        ("lumbering", {"move": 6}),
        ("ball_player", {"throw": 8}),
    ],
)
def test_what_attributes_change(id: str, effects: dict[str, int]) -> None:
    """NS-04. Dice, or the inches of the measure."""
    found = {one.on: one.dice or one.inches for one in attributes()[id].effects}
    assert found == effects


RANKS = {
    1: "pistol ba_rifle sniper_rifle shotgun mortar_50 mortar_81",
    2: "sa_rifle carbine",
    3: "smg assault_rifle fg42 mp44 bar",
    4: "lmg german_lmg chauchat mmg mmg_heavy_barrel hmg",
    5: "grenade rifle_grenade at_grenade satchel molotov flamethrower ampulomet atr sturmpistole bazooka piat "
    "panzerfaust",
}


def test_the_outgunned_ranking_of_every_kind() -> None:
    """NS-07, LR-027"""
    assert {word: rank for rank, words in RANKS.items() for word in words.split()} == {
        word: kinds()[word].rank for words in RANKS.values() for word in words.split()
    }
    named = {kinds()[word].id for words in RANKS.values() for word in words.split()}
    assert named == {kind.id for kind in kinds().values()}


def test_crews_and_rates_of_fire() -> None:
    """NS-07, LR-027"""
    assert {kind.id: kind.crew for kind in kinds().values() if kind.crew > 1} == {
        "mmg": 3,
        "hmg": 3,
        "mortar": 3,
        "flame_mortar": 3,
        "atr": 2,
        "launcher": 2,
        "spring_launcher": 2,
    }
    assert {kind.id: kind.shots_every for kind in kinds().values() if kind.shots_every != (0, 0)} == {
        "flamethrower": (1, 1),
        "launcher": (1, 2),
        "spring_launcher": (2, 3),
    }
    assert {kind.crew for kind in kinds().values()} == {1, 2, 3}
    special = {kind.id for kind in kinds().values() if kind.special}
    assert {"sniper_rifle", "lmg", "mortar", "flamethrower", "at_grenade"} <= special
    assert special.isdisjoint({"pistol", "rifle", "sa_rifle", "smg", "grenade", "rifle_grenade"})


@bounds("COT-WEAP-14")
def test_what_is_printed_for_the_solothurn_though_no_finn_has_one() -> None:
    """LR-100"""
    listed = chart("notes_apr")
    assert [listed.number("german_antitank_2", entry) for entry in ("up_to", "apr_beyond")] == [30, 1]
    printed = [listed.as_printed("finnish_antitank_1", entry).value for entry in ("up_to", "apr_beyond")]
    assert printed == [12, 3]
