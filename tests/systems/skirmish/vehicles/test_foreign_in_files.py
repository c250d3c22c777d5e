"""A battle file may give a nation what it captured and was given, and nothing else. COT-VEH-28 to COT-VEH-32"""

from __future__ import annotations

import pytest

from deadground.core.loader import DataError, document
from deadground.systems.skirmish.scenario_file import read_scenario
from deadground.testing import rule
from tests.systems.skirmish.machines import LINE, UNITS, WHOLE


def checked(nation: str, year: int, type: str) -> str:
    """What is wrong with a battle in which the first side has such a vehicle; "" if nothing."""
    vehicle = f"{{name: it, type: {type}, at: [12, 20], facing: 90, crew: [{{name: Petrov}}]}}"
    head = WHOLE[:UNITS].replace("nation: soviet", f"nation: {nation}\n    year: {year}", 1)
    text = f"{head}    vehicles:\n      - {vehicle}\n{WHOLE[UNITS:]}"
    try:
        read_scenario(document(text, "battle.yaml"), "battle")
    except DataError as error:
        return str(error)
    return ""


@rule("COT-VEH-28")
def test_finns_have_what_they_captured() -> None:
    for type in ("soviet.t_26", "soviet.t_28", "soviet.ba_10", "soviet.kv_1", "german.stug_iii_f_g"):
        assert checked("finnish", 1944, type) == ""
    assert "no KV-2" in checked("finnish", 1944, "soviet.kv_2")


@rule("COT-VEH-29")
@pytest.mark.parametrize(("year", "there"), [(1942, False), (1943, True)])
def test_germans_have_italian_vehicles_late_and_soviet_ones_always(year: int, there: bool) -> None:
    assert (checked("german", year, "italian.l6_40") == "") is there
    assert checked("german", year, "soviet.t_34_85") == ""
    assert checked("german", year, "hungarian.turan_i")


@rule("COT-VEH-30")
@pytest.mark.parametrize(("year", "there"), [(1943, False), (1944, True)])
def test_hungarians_have_a_few_heavy_tanks_late(year: int, there: bool) -> None:
    assert (checked("hungarian", year, "german.panther_d") == "") is there


@rule("COT-VEH-30")
def test_hungarians_are_a_model_behind() -> None:
    assert "newest model" in checked("hungarian", 1941, "german.pz_iv_e_f")
    assert checked("hungarian", 1942, "german.pz_iv_e_f") == ""


@rule("COT-VEH-31")
@pytest.mark.parametrize(("year", "there"), [(1941, False), (1942, True)])
def test_romanians_have_german_ones_from_1942(year: int, there: bool) -> None:
    assert (checked("romanian", year, "german.pz_38t") == "") is there
    assert checked("romanian", year, "soviet.t_60") == ""


@rule("COT-VEH-32")
def test_soviets_have_what_was_sent_to_them() -> None:
    """LR-205"""
    for type in ("soviet.churchill", "soviet.su_57"):
        assert checked("soviet", 1944, type) == ""
    wrong = checked("soviet", 1944, "american.m4_sherman_75")
    assert "Sherman" in wrong


def test_the_place_in_the_file_is_said() -> None:
    assert f"battle.yaml:{LINE + 1}" in checked("finnish", 1944, "soviet.kv_2")
