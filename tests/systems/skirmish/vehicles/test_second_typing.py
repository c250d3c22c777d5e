"""Every printed cell of the vehicle lists, guns, tanker Reps and tables by year, against a second typing."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

from deadground.systems.skirmish.charts import chart
from deadground.systems.skirmish.gun_lists import GUN_LISTS
from deadground.systems.skirmish.vehicle_reference import gun_records
from deadground.systems.skirmish.vehicle_tables import ENTRIES, LISTS, marks_of, nation_of
from deadground.testing import rule
from tests.systems.skirmish.vehicles.lines import cells_of

FOLDER = Path(__file__).parent / "second_typing"
CELLS = ("vehicle", *ENTRIES[1:])
GUN_CELLS = ("gun", "apr", "he", "crew", "notes")
MARKS = {"*": "star", "**": "star_star", "?": "question"}
"""How the second typing writes marks that are no letters."""


def typed(file: str, nation: str) -> list[dict[str, str]]:
    with (FOLDER / file).open(encoding="utf-8", newline="") as lines:
        return [one for one in csv.DictReader(lines) if one["nation"] == nation]


def text(value: int | str | None) -> str:
    return "-" if value is None else str(value)


def kept(table: str) -> list[tuple[str, ...]]:
    """The printed cells of a chart, line by line."""
    found = chart(table)
    return [
        tuple(text(found.as_printed(line, entry).value) for entry in found.lines(1)) for line in found.lines()
    ]


def compare(table: str, first: int, groups: dict[str, int]) -> None:
    """The cells of a vehicle list and its groups; `first` is the place of its first line among the nation's."""
    lines = kept(table)
    theirs = typed("vehicles.csv", nation_of(table))[first : first + len(lines)]
    assert Counter(one["group"] for one in theirs) == groups
    assert len(lines) == len(theirs) == sum(groups.values())
    for ours, other in zip(lines, theirs, strict=True):
        for entry, cell, again in zip(CELLS, ours, (other[entry] for entry in CELLS), strict=True):
            assert cell == again, f"{table}, {ours[0]}: {entry}"


@rule("COT-VEH-06")
def test_finnish_vehicles() -> None:
    compare(
        "finnish_vehicles",
        0,
        {"Tanks": 1, "Tank Destroyers & Assault Guns": 2, "Armored Cars and Other Vehicles": 2},
    )


@rule("COT-VEH-07")
def test_german_tanks() -> None:
    compare("german_tanks", 0, {"Tanks": 26})


@rule("COT-VEH-08")
def test_german_tank_destroyers_and_assault_guns() -> None:
    compare("german_tank_destroyers", 26, {"Tank Destroyers": 11, "Assault Guns & SP Artillery": 11})


@rule("COT-VEH-09")
def test_other_german_vehicles() -> None:
    compare("german_other_vehicles", 48, {"Armored Cars": 9, "Halftracks & Other Vehicles": 28})


@rule("COT-VEH-10")
def test_hungarian_vehicles() -> None:
    compare(
        "hungarian_vehicles",
        0,
        {"Tanks": 5, "Tank Destroyers & Assault Guns": 1, "Armored Cars & Other Vehicles": 5},
    )


@rule("COT-VEH-11")
def test_italian_vehicles() -> None:
    compare(
        "italian_vehicles",
        0,
        {"Tanks": 6, "Tank Destroyers & Assault Guns": 4, "Armored Cars & Other Vehicles": 6},
    )


@rule("COT-VEH-12")
def test_romanian_vehicles() -> None:
    compare(
        "romanian_vehicles",
        0,
        {"Tanks": 3, "Assault Guns and SP Artillery": 2, "Armored Cars & Other Vehicles": 3},
    )


@rule("COT-VEH-13")
def test_soviet_tanks() -> None:
    compare("soviet_tanks", 0, {"Tanks": 18})


@rule("COT-VEH-14")
def test_soviet_tank_destroyers() -> None:
    compare("soviet_tank_destroyers", 18, {"Tank Destroyers & Assault Guns": 10})


@rule("COT-VEH-15")
def test_other_soviet_vehicles() -> None:
    compare("soviet_other_vehicles", 28, {"Armored Cars & Other Vehicles": 9, "Additional Lend Lease": 5})


@rule("COT-VEH-01")
def test_six_lists_have_a_hundred_and_sixty_seven_lines_and_every_mark_is_read() -> None:
    """The second typing gathers the marks of a line from left to right."""
    found = 0
    for nation in dict.fromkeys(map(nation_of, LISTS)):
        theirs = typed("vehicles.csv", nation)
        tables = [table for table in LISTS if nation_of(table) == nation]
        places = [(table, line) for table in tables for line in chart(table).lines()]
        assert len(places) == len(theirs)
        for (table, line), other in zip(places, theirs, strict=True):
            if other["speed"]:
                marks = {mark for mark in marks_of(cells_of(table, line, "printed")) if mark != "sidecar"}
                assert marks == {MARKS.get(one, one.lower()) for one in other["notes"].split()}, line
            found += 1
    assert found == 167


def compare_guns(table: str, count: int) -> None:
    lines, theirs = kept(table), typed("guns.csv", nation_of(table))
    assert [tuple(one[entry] for entry in GUN_CELLS) for one in theirs] == lines
    assert len(lines) == count
    records = [one for one in gun_records("printed") if one["nation"] == nation_of(table)]
    assert [(one["rof"], one["weight"] or "") for one in records] == [
        (int(one["rof"] or 1), one["weight"].lower()) for one in theirs
    ]


@rule("COT-GUN-01")
def test_finnish_guns() -> None:
    compare_guns("finnish_guns", 8)


@rule("COT-GUN-02")
def test_german_guns() -> None:
    compare_guns("german_guns", 13)


@rule("COT-GUN-03")
def test_hungarian_guns() -> None:
    compare_guns("hungarian_guns", 7)


@rule("COT-GUN-04")
def test_italian_guns() -> None:
    compare_guns("italian_guns", 8)


@rule("COT-GUN-05")
def test_romanian_guns() -> None:
    compare_guns("romanian_guns", 7)


@rule("COT-GUN-06")
def test_soviet_guns() -> None:
    compare_guns("soviet_guns", 10)


def test_six_lists_have_fifty_three_guns() -> None:
    assert sum(len(chart(table).lines()) for table in GUN_LISTS) == 53


@rule("COT-VEH-33")
def test_reps_of_tankers() -> None:
    table = chart("tanker_reps")
    for nation in table.lines():
        theirs = [
            (one["at"], one["value"]) for one in typed("tanker_reps.csv", nation) if one["kind"] == "rep"
        ]
        assert [(str(table.as_printed(nation, rep).value), rep) for rep in table.lines(1)] == theirs


def test_modifiers_of_tanker_reps() -> None:
    table = chart("tanker_rep_modifiers")
    theirs = [
        (nation, int(one["value"]))
        for nation in chart("tanker_reps").lines()
        for one in typed("tanker_reps.csv", nation)
        if one["kind"] == "modifier"
    ]
    ours = [(line.partition("_")[0], table.as_printed(line, "die").value) for line in table.lines()]
    assert ours == theirs


def kind_of(heading: str) -> str:
    if "AVAILABILITY" not in heading:
        return "luck"
    return "vehicles" if heading.split(" AVAILABILITY")[0].split()[1:] == ["VEHICLE"] else "tanks"


def compare_years(nation: str, tables: int) -> None:
    """Every cell of a nation's tables by year; the second typing sends one on in the first year of a table only."""
    lines = typed("availability.csv", nation)
    assert len({one["table"] for one in lines}) == tables
    found = chart(f"{nation}_availability")
    sent_on = {(one["table"], one["die"]): one["cell"] for one in lines if one["cell"].startswith("Roll")}
    theirs = {
        (kind_of(one["table"]), one["die"], one["year"]): one["cell"] or sent_on[one["table"], one["die"]]
        for one in lines
    }
    ours = {keys: str(cell.value) for keys, cell in found.cells("printed").items()}
    assert ours == theirs
    assert found.look_up(found.lines()[0], "1", found.lines(2)[0]).value


@rule("COT-REINF-15")
def test_finnish_years() -> None:
    compare_years("finnish", 4)


@rule("COT-REINF-16")
def test_german_years() -> None:
    compare_years("german", 6)


@rule("COT-REINF-17")
def test_hungarian_years() -> None:
    compare_years("hungarian", 6)


@rule("COT-REINF-18")
def test_italian_years() -> None:
    compare_years("italian", 3)


@rule("COT-REINF-19")
def test_romanian_years() -> None:
    compare_years("romanian", 6)


@rule("COT-REINF-20")
def test_soviet_years() -> None:
    compare_years("soviet", 6)
