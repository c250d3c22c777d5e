"""Which vehicles and guns a nation may field at a date. COT-VEH-28 to COT-VEH-32, LR-010, LR-149, LR-214"""

from __future__ import annotations

import pytest

from deadground.systems.skirmish.availability import every_offer
from deadground.systems.skirmish.foreign_vehicles import (
    foreign_file,
    gun_fault,
    rungs_behind,
    vehicle_fault,
)
from deadground.systems.skirmish.gun_lists import all_guns
from deadground.systems.skirmish.vehicle_lists import all_vehicles
from deadground.systems.skirmish.weapons import PRINTED_LISTS
from deadground.testing import bounds


@bounds("COT-REINF-15", "COT-REINF-20")
def test_what_a_table_gives_may_be_fielded_from_then_on() -> None:
    """LR-149, LR-150"""
    for nation in PRINTED_LISTS:
        for _, _, year, one in every_offer(nation):
            for id in one.vehicles:
                assert vehicle_fault(nation, id, year) is None, (nation, id, year)


@bounds("COT-VEH-28")
@pytest.mark.parametrize("id", ["soviet.kv_1", "soviet.t_20", "soviet.ba_10", "german.pz_iv_g_j"])
def test_finns_have_what_they_captured(id: str) -> None:
    assert vehicle_fault("finnish", id, 1941) is None
    assert vehicle_fault("finnish", "soviet.kv_2", 1944) is not None
    assert gun_fault("finnish", "soviet.at_45mm", 1941) is None
    assert gun_fault("finnish", "soviet.zis_3_76mm", 1941) is None
    assert gun_fault("finnish", "soviet.zis_2_57mm", 1944) is not None


@bounds("COT-VEH-29")
@pytest.mark.parametrize(
    ("year", "month", "there"), [(1943, 9, False), (1943, 10, True), (1943, 0, True), (1942, 0, False)]
)
def test_germans_have_italian_vehicles_after_late_1943(year: int, month: int, there: bool) -> None:
    """LR-010"""
    assert (vehicle_fault("german", "italian.l6_40", year, month) is None) is there
    assert vehicle_fault("german", "soviet.t_34_85", 1941) is None
    assert vehicle_fault("german", "soviet.churchill", 1942) is None
    assert vehicle_fault("german", "hungarian.turan_i", 1944) is not None


@bounds("COT-VEH-30")
def test_hungarians_are_a_model_behind_germany() -> None:
    """LR-149: a rolled Pz IV J stands."""
    assert vehicle_fault("hungarian", "german.pz_iv_a_d", 1941) is None
    fault = vehicle_fault("hungarian", "german.pz_iv_e_f", 1941)
    assert fault is not None
    assert (fault.rows, "newest model" in fault.reason) == (("COT-VEH-30",), True)
    assert vehicle_fault("hungarian", "german.pz_iv_e_f", 1942) is None
    assert vehicle_fault("hungarian", "german.pz_iii_h_k", 1942) is not None
    assert vehicle_fault("hungarian", "german.pz_iv_g_j", 1943) is not None
    assert vehicle_fault("hungarian", "german.pz_iv_g_j", 1944) is None
    assert gun_fault("hungarian", "german.pak_38", 1941) is None
    assert gun_fault("hungarian", "german.pak_43", 1945) is not None


@bounds("COT-VEH-30")
@pytest.mark.parametrize(("month", "there"), [(9, False), (10, True)])
@pytest.mark.parametrize("id", ["german.panther_d", "german.tiger_i"])
def test_a_few_heavy_tanks_come_to_hungary_late(id: str, month: int, there: bool) -> None:
    """LR-010"""
    assert (vehicle_fault("hungarian", id, 1944, month) is None) is there


@bounds("COT-VEH-31")
def test_romanians_have_german_vehicles_from_1942_and_captured_ones_always() -> None:
    fault = vehicle_fault("romanian", "german.pz_38t", 1941, 12)
    assert fault is not None
    assert "before 1/1942" in fault.reason
    assert vehicle_fault("romanian", "german.pz_38t", 1942, 1) is None
    assert vehicle_fault("romanian", "german.pz_iii_l_m", 1943) is not None
    assert vehicle_fault("romanian", "german.pz_iii_l_m", 1944) is None
    assert vehicle_fault("romanian", "german.sdkfz_222", 1941) is None
    assert vehicle_fault("romanian", "soviet.gaz_aa", 1941) is None
    assert gun_fault("romanian", "soviet.zis_3_76mm", 1941) is None
    assert gun_fault("romanian", "german.pak_40", 1941) is not None
    assert gun_fault("romanian", "german.pak_40", 1942) is None


def test_soviets_have_what_their_note_names() -> None:
    """COT-VEH-32, LR-205"""
    (note,) = [one for one in foreign_file().foreign if one.nation == "soviet"]
    lend_lease = {id for id, one in all_vehicles().items() if "LR-205" in one.rows}
    assert lend_lease - set(note.vehicles) == {"soviet.bt_5", "soviet.zis_57"}
    assert set(note.vehicles) - lend_lease == {"soviet.su_57"}
    assert all(vehicle_fault("soviet", id, 1945) is None for id in note.vehicles)


def test_an_own_vehicle_is_there_from_the_first_year_that_names_it() -> None:
    """LR-214"""
    fault = vehicle_fault("soviet", "soviet.t_34_85", 1943)
    assert fault is not None
    assert (fault.reason, fault.rows) == ("the Soviet tables have the T-34/85 from 1944", ("LR-214",))
    assert vehicle_fault("soviet", "soviet.t_34_85", 1944) is None
    assert vehicle_fault("soviet", "soviet.kv_85", 1941) is None
    assert vehicle_fault("soviet", "soviet.t_26", 1945) is None
    assert gun_fault("soviet", "soviet.zis_2_57mm", 1941) is None


def test_core_lists_keep_to_themselves_and_share_two() -> None:
    """LR-011, NS-33"""
    assert vehicle_fault("american", "american.m10", 1944) is None
    assert vehicle_fault("british", "american.jeep", 1944) is None
    assert vehicle_fault("british", "american.m10", 1944) is not None
    assert vehicle_fault("american", "german.tiger_i", 1944) is not None
    assert vehicle_fault("german", "german_core.tiger_i", 1944) is not None
    assert gun_fault("british", "british.6_pdr", 1944) is None
    assert gun_fault("british", "american.57mm", 1944) is not None
    assert gun_fault("german", "german_core.pak_40", 1944) is not None


@pytest.mark.parametrize(
    ("id", "year", "behind"),
    [
        ("german.pz_iv_a_d", 1941, 1),
        ("german.pz_iv_a_d", 1942, 2),
        ("german.pz_iv_h", 1945, 0),
        ("german.stug_iii_f_g", 1944, 0),
        ("german.stug_iii_f_g", 1945, 1),
        ("german.hetzer", 1944, 3),
    ],
)
def test_how_far_a_model_is_behind(id: str, year: int, behind: int) -> None:
    """COT-VEH-30"""
    assert rungs_behind(id, year) == behind


def test_notes_name_vehicles_and_guns_that_there_are() -> None:
    for one in foreign_file().foreign:
        assert set(one.vehicles) <= set(all_vehicles())
        assert set(one.guns) <= set(all_guns())
    rungs = [id for ladder in foreign_file().ladders for rung in ladder for id in rung]
    assert set(rungs) <= set(all_vehicles())
    assert len(rungs) == len(set(rungs))
