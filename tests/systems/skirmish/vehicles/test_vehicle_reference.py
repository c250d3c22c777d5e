"""What ``deadground data`` lists of vehicles, guns and the tables by year, as printed and as used."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest
from typer.testing import CliRunner

from deadground.cli import app
from deadground.systems.skirmish.reference import tables

KEYS = [
    "nation",
    "vehicle",
    "front",
    "side",
    "top",
    "apr",
    "he",
    "aamg",
    "hull_mg",
    "coax_mg",
    "speed_road",
    "speed_cross",
    "crew",
    "flags",
]


def listed(table: str, *more: str) -> list[dict[str, Any]]:
    ran = CliRunner().invoke(app, ["data", "skirmish", table, "--json", *more])
    assert ran.exit_code == 0, ran.output
    found: list[dict[str, Any]] = json.loads(ran.output)
    return found


def test_the_printed_vehicles_are_those_of_the_six_lists() -> None:
    """COT-VEH-06 to COT-VEH-15"""
    found = listed("vehicles", "--layer", "printed")
    assert len(found) == 167
    assert {tuple(one) for one in found} == {tuple(KEYS)}
    counts = {nation: sum(one["nation"] == nation for one in found) for nation in COUNTS}
    assert counts == COUNTS
    assert not any("stand_in" in one["flags"] for one in found)


COUNTS = {"finnish": 5, "german": 85, "hungarian": 11, "italian": 16, "romanian": 8, "soviet": 42}


def test_used_vehicles_begin_with_the_printed_lines_and_have_ours_behind() -> None:
    """LR-120, LR-205, LR-206, NS-33"""
    found = listed("vehicles")
    assert [one["vehicle"] for one in found[:167]] == [
        one["vehicle"] for one in tables("printed")["vehicles"]
    ]
    assert {tuple(one) for one in found} == {tuple(KEYS)}
    ours = [one["vehicle"] for one in found if "stand_in" in one["flags"]]
    assert len(ours) == 1 + 12 + 5 + 20
    assert ours[0] == "SdKfz 263"


def record(vehicle: str, layer: str) -> dict[str, Any]:
    return next(one for one in tables(layer)["vehicles"] if one["vehicle"] == vehicle)


@pytest.mark.parametrize(
    ("vehicle", "key", "printed", "used"),
    [
        ("BA-10", "he", "5.2", "5/2"),
        ("T-28", "hull_mg", "", "N"),
        ("KV-2", "coax_mg", "Y**", "Y"),
        ("KV-2", "apr", 10, 10),
        ("BT-42", "apr", "9*", "9*"),
        ("Sturmtiger", "apr", "12R", "12R"),
        ("SdKfz 251/17", "apr", 2, "2(ROF2)"),
        ("Moto Guzzi Alce", "he", "N", None),
        ("Lancia 90/53", "front", None, None),
        ("GAZ jeep", "crew", 4, "1+3"),
        ("Schimmwagen", "speed_cross", 16, 16),
        ("NKL-26 Aerosan", "speed_cross", None, None),
        ("T-34/76", "flags", [], ["commander_guns"]),
        ("T-35 Super Heavy Tank", "crew", "3/4 1 1 1 1", "3/4 1 1 1 1"),
        ("SdKfz 234/3 & 234/4", "apr", "5 or 8", "5 or 8"),
        ("SdKfz 234/3 & 234/4", "flags", ["two_drivers", "open_topped"], ["two_drivers", "open_topped"]),
        ("IS/JS-2", "crew", "1/3", "1/3"),
        ("SdKfz 263", "front", "", 2),
        ("SdKfz 263", "speed_road", None, 32),
    ],
)
def test_a_cell_as_printed_and_as_used(vehicle: str, key: str, printed: object, used: object) -> None:
    """LR-120 to LR-124, LR-128, LR-142, LR-153"""
    assert (record(vehicle, "printed")[key], record(vehicle, "used")[key]) == (printed, used)


def test_vehicles_of_no_printed_list_have_their_cells_too() -> None:
    """LR-206, NS-33, COT-VEH-27"""
    truck = record("Raba Botund w/ Oerlikon 20mm AA", "used")
    assert (truck["apr"], truck["aamg"], truck["crew"]) == ("2(ROF2)", "FLAK", "2/2")
    assert truck["flags"] == ["flak", "fires_standing", "stand_in"]
    firefly = record("Sherman Firefly", "used")
    assert (firefly["apr"], firefly["he"], firefly["aamg"], firefly["hull_mg"]) == (14, "5/2", "HMG", None)
    assert record("234/3 armoured car", "used")["apr"] == "9*"
    assert record("DUKW", "used")["crew"] == "2+25"
    assert (record("Tchanka", "used")["apr"], record("Tchanka", "used")["crew"]) == ("HMG", "2/3")


def test_guns_are_listed_with_rate_of_fire_and_weight() -> None:
    """LR-158, NS-34"""
    printed = listed("guns", "--layer", "printed")
    assert len(printed) == 53
    assert {tuple(one) for one in printed} == {
        ("nation", "gun", "apr", "he", "rof", "weight", "crew", "notes", "flags")
    }
    machine_gun = next(one for one in printed if one["nation"] == "soviet" and one["gun"] == "12.7 mm AA")
    assert (machine_gun["rof"], machine_gun["weight"]) == (4, None)
    used = listed("guns")
    assert len(used) == 59
    assert (used[43]["gun"], used[43]["weight"], used[43]["apr"]) == ("12.7 mm AA", "light", "2(ROF4)")
    assert [one["gun"] for one in used if "stand_in" in one["flags"]] == [
        "6 pdr",
        "57 mm",
        "7.5 cm Pak 40",
        "45 mm",
    ]


def test_availability_is_listed_die_by_die_with_what_it_means() -> None:
    """COT-REINF-13, COT-REINF-14"""
    printed, used = listed("availability", "--layer", "printed"), listed("availability")
    assert len(printed) == len(used) == 6 * (2 * 4 + 3 * 5 + 3 * 5 + 3 * 3 + 3 * 4 + 3 * 5)
    assert set(printed[0]) == {"nation", "table", "die", "year", "cell"}
    found = {(one["nation"], one["table"], one["die"], one["year"]): one["vehicles"] for one in used}
    assert found["german", "tanks", 1, 1942] == ["german.marder_ii", "german.panzer_ii"]
    assert found["german", "tanks", 6, 1942] == []
    assert found["hungarian", "luck", 1, 1945] == ["german.tiger_i", "german.panther_d"]


def test_reps_of_tankers_are_listed() -> None:
    """COT-VEH-33"""
    found = {(one["nation"], one["rep"]): one["die"] for one in listed("tanker_reps")}
    assert (found["german", 5], found["finnish", 5], found["soviet", 3]) == ("6-7", 6, "1-3")


def test_flags_are_words_in_a_file_and_a_dagger_marks_ours() -> None:
    ran = CliRunner().invoke(app, ["data", "skirmish", "vehicles", "--csv"])
    lines = list(csv.DictReader(io.StringIO(ran.output)))
    assert (
        next(one["flags"] for one in lines if one["vehicle"] == "KV-2")
        == "rear_machine_gun heavy_turret two_loaders"
    )
    shown = CliRunner().invoke(app, ["data", "skirmish", "vehicles"], terminal_width=200).output
    assert "SdKfz 263†" in shown
    assert "SdKfz 222†" not in shown
    assert "† a stand-in of ours" in shown
