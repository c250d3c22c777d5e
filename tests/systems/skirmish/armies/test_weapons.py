"""Weapons: two ratings, sights, modes, models, jams. COT-WEAP-07 to COT-WEAP-15"""

from __future__ import annotations

import pytest

from deadground.systems.registry import catalogue
from deadground.systems.skirmish.charts import chart, charts
from deadground.systems.skirmish.lists import in_service
from deadground.systems.skirmish.weapons import (
    Mode,
    all_weapons,
    jams,
    kinds,
    malfunction_dice,
    malfunctions,
    rep_to_fire,
    weapon,
)
from deadground.testing import bounds, rule


def mode_of(id: str, name: str = "") -> Mode:
    """A weapon as it is used, plain or in a mode of its own."""
    one = weapon(id)
    return one.mode(name) or one.plain


NATIONS = ("soviet", "german", "italian", "hungarian", "romanian", "finnish")


@pytest.mark.parametrize(
    ("id", "impact", "apr"),
    [
        ("soviet.hmg", 5, 2),
        ("german.sturmpistole", 4, 4),
        ("soviet.atr", None, 3),
        ("soviet.ba_rifle", 3, None),
        ("romanian.hmg", 4, 1),
        ("german.geballte_ladung", 5, 5),
        ("italian.passaglia_bomba", 2, 4),
    ],
)
def test_impact_is_for_figures_and_the_apr_for_armour(id: str, impact: int | None, apr: int | None) -> None:
    """COT-WEAP-07"""
    mode = mode_of(id)
    assert (mode.impact, mode.apr) == (impact, apr)


@pytest.mark.parametrize("id", [id for id, one in all_weapons().items() if one.kind == "mortar"])
def test_mortars_reach_from_ten_to_a_hundred_and_twenty(id: str) -> None:
    """COT-WEAP-07"""
    mode = mode_of(id)
    assert (mode.min_range, mode.range, mode.target, mode.circle) == (10, 120, 0, 5)


@pytest.mark.parametrize(
    "id", [f"{nation}.{rifle}" for nation in NATIONS for rifle in ("ba_rifle", "sa_rifle")][:-1]
)
def test_a_scope_gives_a_rifle_range_sixty(id: str) -> None:
    """COT-WEAP-08"""
    assert (mode_of(id).range, mode_of(id, "scope").range) == (48, 60)


def test_a_stock_gives_the_german_pistol_range_twenty_four_and_no_other() -> None:
    """COT-WEAP-08"""
    assert mode_of("german.pistol", "stock").range == 24
    assert mode_of("german.pistol").range == 12
    assert mode_of("soviet.pistol", "stock").range == 12


@pytest.mark.parametrize(("id", "near"), [("german.fg42", 10), ("german.mp44", 24)])
def test_assault_rifles_fire_three_on_full_auto_nearby(id: str, near: int) -> None:
    """COT-WEAP-09"""
    rifle = weapon(id)
    plain, auto, scoped = mode_of(id), mode_of(id, "full_auto"), mode_of(id, "scope")
    assert (plain.range, plain.target) == (48, 2)
    assert (auto.range, auto.target, auto.impact) == (near, 3, rifle.impact)
    assert (scoped.range, scoped.target) == (48, 2)


@rule("COT-WEAP-10")
def test_the_german_lmg_is_two_guns() -> None:
    first, second = weapon("german.mg34"), weapon("german.mg42")
    assert [(one.range, one.target, one.impact) for one in (first, second)] == [(48, 5, 3), (48, 6, 3)]
    assert "german.lmg" not in all_weapons()
    heavy = weapon("german.mmg_heavy_barrel")
    assert (heavy.range, heavy.target) == (60, 6)


@bounds("COT-WEAP-11")
def test_an_ampulomet_blows_up_on_a_second_one() -> None:
    mortar = weapon("soviet.ampulomet")
    assert malfunction_dice(mortar, (1, 3, 1)) == 2
    assert malfunction_dice(mortar, (2, 3)) == 0
    assert malfunctions(mortar, (4, 1))
    assert not malfunctions(mortar, (2, 6))


@bounds("COT-WEAP-12")
def test_a_chauchat_jams_on_two_sixes() -> None:
    gun = weapon("hungarian.chauchat")
    assert jams(gun, (6, 2, 6, 1))
    assert not jams(gun, (6, 5, 5, 1))
    assert gun.jam is not None
    assert gun.jam[2] == 1


@rule("COT-WEAP-01", "COT-WEAP-04")
def test_other_weapons_neither_jam_nor_blow_up() -> None:
    for id in ("hungarian.lmg", "soviet.lmg"):
        assert not jams(weapon(id), (6, 6, 6, 6))
        assert malfunction_dice(weapon(id), (1, 1)) == 0
        assert not malfunctions(weapon(id), (1, 1))


@bounds("COT-WEAP-13")
def test_a_sturmpistole_costs_a_point_of_rep() -> None:
    assert rep_to_fire(weapon("german.sturmpistole")) == -1
    assert rep_to_fire(weapon("german.pistol")) == 0


@pytest.mark.parametrize("id", ["german.panzerschreck", "finnish.panzerschreck"])
def test_a_panzerschreck_reaches_farther_against_buildings(id: str) -> None:
    """COT-WEAP-13. The Finnish key belongs to another weapon; the German one is used. LR-100"""
    assert (mode_of(id).range, mode_of(id, "building").range, mode_of(id).apr) == (15, 30, 9)


@pytest.mark.parametrize(
    ("id", "near", "far", "beyond"),
    [
        ("german.atr", 30, 4, 1),
        ("finnish.atr", 30, 4, 1),
        ("italian.atr", 12, 4, 3),
        ("hungarian.atr", 12, 4, 3),
        ("romanian.atr", 12, 4, 3),
    ],
)
def test_anti_tank_rifles_lose_power_with_range(id: str, near: int, far: int, beyond: int) -> None:
    """COT-WEAP-14"""
    assert (mode_of(id).apr, mode_of(id).apr_far) == (far, (near, beyond))


NOTES = {
    "notes_sights": {
        "soviet_small_arms_1": ("scope", 60),
        "german_small_arms_1": ("stock", 24),
        "german_small_arms_2": ("scope", 60),
        "italian_small_arms_1": ("scope", 60),
        "hungarian_small_arms_1": ("scope", 60),
        "romanian_small_arms_1": ("scope", 60),
        "finnish_small_arms_1": ("scope", 60),
    },
    "notes_full_auto": {
        "german_small_arms_3": (10, None, 48),
        "german_small_arms_4": (24, None, 48),
        "german_small_arms_star": (None, 3, None),
    },
    "notes_launchers": {
        "german_antitank_1": (15, 30, None),
        "german_antitank_3": (None, None, -1),
        "finnish_antitank_1": (None, None, None),
    },
    "notes_apr": {
        "german_antitank_2": (30, 1),
        "italian_antitank_1": (12, 3),
        "hungarian_antitank_1": (12, 3),
        "romanian_antitank_1": (12, 3),
        "finnish_antitank_1": (12, 3),
        "finnish_antitank_2": (30, 1),
    },
}
"""The notes under the weapon tables as printed, typed a second time."""


@pytest.mark.parametrize("table", NOTES)
def test_the_notes_are_kept_as_printed(table: str) -> None:
    found = chart(table)
    kept = {
        line: tuple(found.as_printed(line, entry).value for entry in found.lines(1)) for line in found.lines()
    }
    assert kept == NOTES[table]


@pytest.mark.parametrize("nation", ["german", "finnish"])
def test_the_note_and_the_cell_of_the_panzerschreck_agree(nation: str) -> None:
    """COT-WEAP-13"""
    note = f"{nation}_antitank_1"
    ranges = tuple(
        chart("notes_launchers").number(note, entry) for entry in ("vehicle_range", "building_range")
    )
    modes = [mode_of(f"{nation}.panzerschreck", name) for name in ("", "building")]
    assert ranges == tuple(mode.range for mode in modes)


@pytest.mark.parametrize("id", ["german.atr", "finnish.atr"])
def test_a_second_man_makes_the_heavy_rifle_shoot_three(id: str) -> None:
    """COT-WEAP-14. LR-102"""
    assert (mode_of(id).target, mode_of(id, "crewed").target) == (2, 3)
    assert mode_of(id, "crewed").apr_far == (30, 1)


@bounds("COT-WEAP-15")
@pytest.mark.parametrize(
    ("year", "month", "switch", "there"),
    [
        (1944, 3, "off", True),
        (1944, 3, "on", False),
        (1944, 4, "on", True),
        (1943, 12, "on", False),
        (1944, 0, "on", True),
        (1943, 0, "on", False),
    ],
)
def test_finnish_at_weapons_wait_for_april_1944_by_option(
    year: int, month: int, switch: str, there: bool
) -> None:
    options = {"finnish_at_from_april_1944": switch}
    for id in ("finnish.panzerschreck", "finnish.panzerfaust_60"):
        assert in_service(id, year, month, options) is there
    assert in_service("finnish.atr", year, month, options)


@rule("NUTS-FIRE-17")
def test_every_weapon_has_what_a_shot_needs() -> None:
    assert {one.nation for one in all_weapons().values()} >= {*NATIONS, "core", "supplement"}
    for one in all_weapons().values():
        mode = one.modes[0]
        assert mode.range > 0
        assert mode.target or mode.circle or mode.path
        assert mode.impact is not None or mode.apr is not None
        assert 1 <= one.rank <= 5
    assert (weapon("core.smg").target, weapon("core.smg").rank) == (3, 3)
    assert weapon("core.german_lmg").target == 6


RANKS = {
    5: "flamethrower flame_mortar grenade rifle_grenade charge molotov at_grenade atr at_pistol launcher "
    "spring_launcher panzerfaust",
    4: "hmg mmg lmg",
    3: "bar smg assault_rifle",
    2: "sa_rifle",
    1: "pistol rifle sniper_rifle shotgun mortar",
}


@pytest.mark.parametrize("rank", RANKS)
def test_ranks_are_those_of_the_outgunned_table(rank: int) -> None:
    """NUTS-FIRE-13; an assault rifle as NS-07 has it."""
    found = {kind.id for kind in kinds().values()}
    for id in RANKS[rank].split():
        assert id in found
        assert {kind.rank for kind in kinds().values() if kind.id == id} == {rank}


CREWS = {"mmg": 3, "hmg": 3, "mortar": 3, "flame_mortar": 3, "atr": 2, "launcher": 2, "spring_launcher": 2}
RATES = {"flamethrower": (1, 1), "launcher": (1, 2), "spring_launcher": (2, 3)}
FLAGS = {
    "loader": "lmg mmg hmg",
    "long_arm": "rifle sniper_rifle sa_rifle assault_rifle shotgun bar",
    "thrown": "grenade at_grenade charge molotov",
    "readied": "grenade rifle_grenade at_grenade charge molotov",
    "used_up": "grenade rifle_grenade at_grenade charge molotov panzerfaust",
    "indirect": "mortar",
}


def test_crews_rates_and_flags_of_the_kinds() -> None:
    """NS-07; a Panzerfaust, a grenade and the like are used up, rifles are long arms."""
    found = {kind.id: kind for kind in kinds().values()}
    assert {id: kind.crew for id, kind in found.items() if kind.crew > 1} == CREWS
    assert {id: kind.shots_every for id, kind in found.items() if kind.shots_every != (0, 0)} == RATES
    for flag, ids in FLAGS.items():
        assert [id for id, kind in found.items() if getattr(kind, flag)] == ids.split(), flag
    assert {id: kind.moved for id, kind in found.items() if kind.moved} == {
        "mmg": "target_3",
        "hmg": "no_shot",
    }


CORE = {
    "pistol": (12, 1, 0, 1, None),
    "ba_rifle": (48, 1, 0, 3, None),
    "sniper_rifle": (60, 1, 0, 3, None),
    "sa_rifle": (48, 2, 0, 3, None),
    "carbine": (36, 2, 0, 2, None),
    "smg": (24, 3, 0, 2, None),
    "assault_rifle": (36, 3, 0, 3, None),
    "bar": (48, 3, 0, 3, None),
    "lmg": (48, 4, 0, 3, None),
    "german_lmg": (48, 6, 0, 3, None),
    "mmg": (60, 6, 0, 3, None),
    "hmg": (72, 6, 0, 4, 2),
    "atr": (48, 1, 0, 4, 4),
    "grenade": (6, 0, 5, 2, None),
    "rifle_grenade": (20, 0, 5, 2, None),
    "at_grenade": (4, 1, 0, 3, 7),
    "rifle_at_grenade": (20, 1, 0, 3, 7),
    "molotov": (4, 0, 3, 4, 5),
    "satchel": (1, 0, 5, 5, 10),
    "flamethrower": (12, 0, 0, 5, 5),
    "bazooka": (36, 1, 3, 3, 9),
    "piat": (24, 1, 3, 3, 9),
    "panzerschreck": (36, 1, 3, 3, 11),
    "panzerfaust": (12, 1, 3, 3, 12),
}
"""Range, Target, circle, Impact and APR of NS-07."""


@rule("NUTS-FIRE-17")
def test_the_core_weapons_are_those_of_the_stand_in() -> None:
    found = {id: weapon(id) for id, one in all_weapons().items() if one.nation == "core"}
    assert list(found) == [f"core.{line}" for line in CORE]
    for line, numbers in CORE.items():
        one = found[f"core.{line}"]
        assert (one.range, one.target, one.circle, one.impact, one.apr) == numbers, line
    printed = {id for id, one in found.items() if not one.stand_in}
    assert printed == {"core.grenade", "core.flamethrower"}
    assert found["core.flamethrower"].modes[0].path == 3


@rule("COT-DEMO-05")
def test_the_supplement_has_its_own_satchels_and_molotovs() -> None:
    satchel, molotov = weapon("supplement.satchel"), weapon("supplement.molotov")
    assert (satchel.range, satchel.circle, satchel.impact, satchel.apr) == (1, 1, 5, 5)
    assert (molotov.range, molotov.circle, molotov.impact, molotov.apr) == (6, 3, 5, 5)


def test_an_unknown_weapon_is_named_with_the_nearest() -> None:
    with pytest.raises(KeyError, match=r"did you mean 'german\.mp44'"):
        weapon("german.mp4")


def test_every_row_that_the_charts_name_is_in_the_catalogue() -> None:
    rules = catalogue("skirmish")
    for one in charts().charts.values():
        for row in one.rows:
            assert rules.resolve(row), f"{one.name} names {row}"
