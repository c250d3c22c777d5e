"""The lists of weapons and vehicles, and the reference sheet. KIM-4.4, KIM-4.5, KIM-A1a"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import pytest

from deadground.core.catalogue import Catalogue
from deadground.space.units import mm
from deadground.systems.kit.numbers import Number
from deadground.systems.registry import catalogue
from deadground.systems.stands.kinds import Gun, Kind, guns, kinds
from deadground.systems.stands.numbers import BOOK
from deadground.systems.stands.reference import armour_classes, gun_groups, sheet
from deadground.systems.stands.rules.fire.shots import CHARTS, shot_at
from deadground.testing import rule
from tests.systems.stands.field import field, inf, stand, tank
from tests.systems.stands.scenes import look, seen

CLASSES = {
    "A": "tiger_1 tiger_2 js_1 js_2",
    "B": "panther kv_1 firefly pz4_late jagdpanther churchill t34_late",
    "C": "sherman pz4_early pz4_mid pz3_early pz3_mid pz3_late matilda t34_early t34_mid spg assault_gun",
    "D": "light_tank tankette armoured_car m13_39 apc cruiser",
    "E": "truck jeep motorcycle horses recon supply",
}
"""The book's own entries."""

MARKS = {
    +1: "tiger_2 pz3_late matilda t34_early t34_mid light_tank m13_39 cruiser",
    -1: "kv_1 firefly churchill",
}

GROUPS = {
    1: "gun_85 gun_88 gun_100 gun_105 gun_122",
    2: "gun_76 gun_75_long gun_17pdr",
    3: "gun_75_short gun_50_long gun_6pdr gun_57 artillery",
    4: "gun_20 gun_40 gun_37 gun_45 gun_50",
    5: "hand_held",
}

GUN_MARKS = {+1: "gun_122 gun_45 gun_50", -1: "gun_85 gun_76 gun_20"}


@rule("KIM-4.4a")
@pytest.mark.parametrize("armour", CLASSES)
def test_the_books_vehicles_have_their_class(armour: str) -> None:
    listed = {one["kind"] for one in armour_classes() if one["class"] == armour and not one["ours"]}
    assert listed == set(CLASSES[armour].split())


@rule("KIM-4.4b")
def test_the_books_vehicles_have_their_marks() -> None:
    found = {one["kind"]: one["mark"] for one in armour_classes() if not one["ours"] and one["mark"]}
    assert found == {kind: mark for mark, names in MARKS.items() for kind in names.split()}


@rule("KIM-4.5a")
@pytest.mark.parametrize("group", GROUPS)
def test_the_books_weapons_have_their_group(group: int) -> None:
    listed = {one["gun"] for one in gun_groups() if one["gun_group"] == group and not one["ours"]}
    assert listed == set(GROUPS[group].split())


@rule("KIM-4.5b")
def test_the_books_weapons_have_their_marks() -> None:
    found = {one["gun"]: one["mark"] for one in gun_groups() if not one["ours"] and one["mark"]}
    assert found == {gun: mark for mark, names in GUN_MARKS.items() for gun in names.split()}


@rule("KIM-4.5a")
def test_only_infantry_has_hand_held_weapons_and_all_artillery_is_group_three() -> None:
    gun_groups()
    for kind in kinds().values():
        assert (kind.gun == "hand_held") == kind.is_infantry
        if kind.artillery and not kind.id.startswith("off_table"):
            assert guns()[kind.gun].group == 3


@rule("KIM-4.4a")
def test_an_empty_carrier_is_class_d_and_armoured_infantry_is_on_the_infantry_chart() -> None:
    state = field(tank("a", (500, 600)), stand("b", "sdkfz251", (500, 500), "blue"))
    assert shot_at(state, state.stands["a"], state.stands["b"], flank=False).score == 11
    state = field(tank("a", (500, 600)), inf("b", (500, 500), "blue", kind="armoured_infantry"))
    assert shot_at(state, state.stands["a"], state.stands["b"]).die == 10


def test_vehicles_of_ours_are_placed_by_kind() -> None:
    """A light tank, cruiser or armoured car has the class and mark of its kind. KIM-R85, KIM-R42"""
    for id in ["cromwell", "comet", "crusader", "challenger", "stuart", "pz2", "t70", "bt7"]:
        one = kinds()[id]
        assert (one.armour, one.armour_mark, one.speed, one.ours) == ("D", 1, "fast_tank", True)
    assert (kinds()["sexton"].armour, kinds()["sexton"].troop) == ("C", "spg")
    for one in kinds().values():
        if one.troop == "armoured_car":
            assert (one.armour, one.armour_mark, one.speed) == ("D", 0, "armoured_car")
        if one.troop in ("tank", "spg"):
            assert one.armour in ("A", "B", "C", "D")
        if one.is_gun or one.is_infantry:
            assert not one.armour


def test_slow_and_fast_tanks_are_those_the_ruling_names() -> None:
    named = dict.fromkeys(("matilda", "churchill", "kv_1", "tiger_2"), "slow_tank")
    named |= dict.fromkeys(
        ("t34_early", "t34_mid", "t34_late", "cruiser", "light_tank", "tankette"), "fast_tank"
    )
    for one in kinds().values():
        if one.troop == "tank" and not one.ours:
            assert one.speed == named.get(one.id, "medium_tank")


def test_there_is_enough_to_field_real_armies() -> None:
    """At least sixty kinds, of four nations, each with tanks, guns and artillery on a row of the movement chart."""
    assert len(kinds()) >= 60
    movers = {record["mover"] for record in CHARTS["stands.movement"].records()}
    assert {one.speed for one in kinds().values()} <= movers
    for nation in ("german", "soviet", "british", "american"):
        troops = Counter(one.troop for one in kinds().values() if one.nation == nation)
        for troop in ("tank", "spg", "at_gun", "artillery", "armoured_car", "apc"):
            assert troops[troop] >= 1, f"{nation} has no {troop}"
    for one in kinds().values():
        if one.is_gun and one.nation:
            assert guns()[one.gun].calibre, f"{one.id} has no calibre"


def test_every_row_that_the_data_names_is_in_the_catalogue() -> None:
    rules: Catalogue = catalogue("stands")
    lists: tuple[Mapping[str, Kind | Gun | Number], ...] = (kinds(), guns(), BOOK.all)
    for listed in lists:
        for one in listed.values():
            for row in one.rows:
                assert rules.resolve(row), f"{one} names {row}"


@rule("KIM-A1a")
def test_the_sheet_has_every_table_and_shows_what_a_scenario_changes() -> None:
    printed = sheet()
    assert list(printed) == [
        "movement",
        "ranges",
        "infantry_hit",
        "armour_hit",
        "armour_classes",
        "gun_groups",
        "modifiers",
    ]
    changed = sheet(field(numbers={"range_infantry": mm(200), "modifier_cover": 2}))
    differ = [
        (before, after)
        for name, records in printed.items()
        for before, after in zip(records, changed[name], strict=True)
        if before != after
    ]
    assert differ == [
        (
            {"shooter": "infantry", "manner": "direct", "mm": 150},
            {"shooter": "infantry", "manner": "direct", "mm": 200},
        ),
        (
            {"modifier": "cover", "changes": "number", "amount": 1},
            {"modifier": "cover", "changes": "number", "amount": 2},
        ),
    ]


@rule("KIM-A1a")
def test_the_sheet_prints_the_ranges_and_modifiers_of_the_book() -> None:
    printed = sheet()
    assert [one["mm"] for one in printed["ranges"]] == [150, 100, 450, 150, 450, 800, 450, 1000]
    assert [(one["changes"], one["amount"]) for one in printed["modifiers"]] == [
        ("number", 1),
        ("number", 1),
        ("number", 1),
        ("number", -2),
        ("die", -1),
        ("die", 1),
        ("die", 1),
        ("dice", 2),
        ("die", -1),
        ("die", -2),
        ("limit", 2),
    ]


@rule("KIM-A1a")
def test_a_scenarios_number_is_the_one_the_rules_use() -> None:
    state = field(inf("a", (500, 700)), inf("b", (500, 500), "blue"), numbers={"range_infantry": mm(200)})
    assert shot_at(state, state.stands["a"], state.stands["b"]).needed == 6
    assert sheet(state)["ranges"][0]["mm"] == 200


@rule("KIM-A1a", "KIM-8.2e")
def test_the_sheet_shows_a_scenarios_own_charts() -> None:
    own = {"movement.infantry.road": 210, "infantry_hit.gun": 8, "armour_hit.1.long.A": 18}
    printed, changed = sheet(), sheet(field(numbers=own))
    differ = [
        (name, before, after)
        for name, records in printed.items()
        for before, after in zip(records, changed[name], strict=True)
        if before != after
    ]
    assert [
        (name, {key: (before[key], after[key]) for key in before if before[key] != after[key]})
        for name, before, after in differ
    ] == [
        ("movement", {"value": (200, 210), "layer": ("printed", "scenario")}),
        ("infantry_hit", {"score": (7, 8)}),
        ("armour_hit", {"score": (19, 18)}),
    ]


@rule("KIM-A1a", "KIM-8.2e")
def test_the_sheet_lies_on_the_table_of_every_seat() -> None:
    own = {"movement.infantry.road": 210, "armour_hit.1.long.A": 18, "range_infantry": mm(200)}
    state = field(inf("a", (500, 700)), numbers=own)
    assert seen(state).reference
    found = look(state, "reference", "blue")
    tables = {table.title: table for table in found.tables}
    assert list(tables) == [
        "Movement in mm",
        "Ranges in mm",
        "To hit on a D10",
        "To hit armour on a D20, short range, up to 150 mm",
        "To hit armour on a D20, medium range, up to 300 mm",
        "To hit armour on a D20, long range, up to 450 mm",
        "Modifiers",
        "Armour classes (\N{DAGGER} not in the book)",
        "Gun groups (\N{DAGGER} not in the book)",
    ]
    assert all(len(line) == len(table.columns) for table in found.tables for line in table.lines)
    first = {title: [(cell.text, cell.printed) for cell in tables[title].lines[0]] for title in tables}
    assert first["Movement in mm"] == [("infantry", ""), ("210", "200"), ("150", "")]
    assert first["Modifiers"] == [("cover", ""), ("number", ""), ("+1", "")]
    assert [line[0].text for line in tables["To hit on a D10"].lines][-2:] == ["open SPG", "soft skin"]
    assert first["Ranges in mm"] == [("infantry", ""), ("direct", ""), ("200", "150")]
    long = tables["To hit armour on a D20, long range, up to 450 mm"]
    assert [cell.text for cell in long.lines[0]] == ["1", "18", "17", "15", "13", "11"]
    assert [cell.text for cell in long.lines[1]] == ["2", "\N{EN DASH}", "19", "17", "15", "13"]
    assert [line.text for line in found.lines] == [
        "movement, infantry, road: 210 here, 200 in the book.",
        "armour hit, 1, long, A: 18 here, 19 in the book.",
        "range infantry: 200 here, 150 in the book.",
    ]
    assert "KIM-8.2e" in found.lines[0].rows
    assert not look(field(), "reference").lines
