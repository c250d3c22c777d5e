"""Every printed cell of the army lists and weapon tables, against a second typing from the book."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from deadground.systems.skirmish.reference import tables
from deadground.testing import rule

FOLDER = Path(__file__).parent / "second_typing"
ENTRIES = ("heading", "squads", "men", "dice", "rep", "nco", "jr_nco", "lmg", "launchers", "riflemen")
WEAPON = ("category", "name", "range", "targets", "impact")


def typed(file: str, nation: str, entries: tuple[str, ...]) -> list[tuple[str, ...]]:
    with (FOLDER / file).open(encoding="utf-8", newline="") as lines:
        found = list(csv.DictReader(lines, delimiter=";", quoting=csv.QUOTE_NONE))
    return [tuple(one[entry] for entry in entries) for one in found if one["nation"] == nation]


def kept(table: str, nation: str, entries: tuple[str, ...]) -> list[tuple[str, ...]]:
    found = tables("printed")[table]
    return [tuple(str(one[entry]) for entry in entries) for one in found if one["nation"] == nation]


def compare(table: str, file: str, nation: str, entries: tuple[str, ...], count: int) -> None:
    ours, theirs = kept(table, nation, entries), typed(file, nation, entries)
    assert len(ours) == len(theirs) == count
    for mine, other in zip(ours, theirs, strict=True):
        for entry, cell, again in zip(entries, mine, other, strict=True):
            assert cell == again, f"{nation}, {mine[:2]}: {entry}"


@rule("COT-ARMY-01")
def test_soviet_columns() -> None:
    compare("army_lists", "units.csv", "soviet", ENTRIES, 10)


@rule("COT-ARMY-02")
def test_german_columns() -> None:
    compare("army_lists", "units.csv", "german", ENTRIES, 10)


@rule("COT-ARMY-03")
def test_italian_columns() -> None:
    compare("army_lists", "units.csv", "italian", ENTRIES, 6)


@rule("COT-ARMY-04")
def test_hungarian_columns() -> None:
    compare("army_lists", "units.csv", "hungarian", ENTRIES, 5)


@rule("COT-ARMY-05")
def test_romanian_columns() -> None:
    compare("army_lists", "units.csv", "romanian", ENTRIES, 5)


@rule("COT-ARMY-06")
def test_finnish_columns() -> None:
    compare("army_lists", "units.csv", "finnish", ENTRIES, 5)


@rule("COT-WEAP-01")
def test_soviet_weapons() -> None:
    compare("weapons", "weapons.csv", "soviet", WEAPON, 4 + 3 + 3 + 3)


@rule("COT-WEAP-02")
def test_german_weapons() -> None:
    compare("weapons", "weapons.csv", "german", WEAPON, 6 + 3 + 6 + 7)


@rule("COT-WEAP-03")
def test_italian_weapons() -> None:
    compare("weapons", "weapons.csv", "italian", WEAPON, 4 + 3 + 3 + 2)


@rule("COT-WEAP-04")
def test_hungarian_weapons() -> None:
    compare("weapons", "weapons.csv", "hungarian", WEAPON, 4 + 3 + 4 + 2)


@rule("COT-WEAP-05")
def test_romanian_weapons() -> None:
    compare("weapons", "weapons.csv", "romanian", WEAPON, 4 + 2 + 4 + 2)


@rule("COT-WEAP-06")
def test_finnish_weapons() -> None:
    compare("weapons", "weapons.csv", "finnish", WEAPON, 4 + 3 + 4 + 6)


@pytest.mark.parametrize("table", ["army_lists", "weapons"])
def test_what_is_used_differs_from_what_is_printed_only_where_a_layer_spoke(table: str) -> None:
    keys = ("nation", "table", "column") if table == "army_lists" else ("nation", "category", "weapon")
    used = {tuple(one[key] for key in keys): one for one in tables("used")[table]}
    for printed in tables("printed")[table]:
        other = used[tuple(printed[key] for key in keys)]
        changed = [
            entry for entry in printed if entry not in ("layer", "changed") and printed[entry] != other[entry]
        ]
        assert " ".join(changed) == other["changed"]


def test_the_layers_over_the_printed_columns_are_these() -> None:
    found = {(one["nation"], one["column"]): (one["layer"], one["changed"]) for one in tables()["army_lists"]}
    core = [key for key in found if key[0] in ("american", "british", "german_core", "russian_core")]
    over = {key: value for key, value in found.items() if value[0] != "printed" and key not in core}
    assert len(core) == 4
    assert over == {
        ("soviet", "smg_assault_troops"): ("errata", "rep"),
        ("soviet", "pioneers"): ("errata", "rep"),
        ("italian", "paracadutisti"): ("stand_in", "lmg launchers"),
        ("finnish", "jaegers"): ("stand_in", "launchers"),
    }
