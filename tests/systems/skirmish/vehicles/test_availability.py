"""The tables by year: names, cells with several vehicles, luck, years without a column. COT-REINF-13 to -20"""

from __future__ import annotations

import pytest

from deadground.systems.skirmish.availability import (
    cell,
    every_offer,
    first_years,
    goes_on_to_luck,
    named,
    nearest_year,
    offers,
    other_names,
    tables_of,
    years_of,
)
from deadground.systems.skirmish.charts import chart
from deadground.systems.skirmish.vehicle_lists import all_vehicles, vehicle
from deadground.systems.skirmish.weapons import PRINTED_LISTS
from deadground.testing import bounds


@bounds("COT-REINF-15")
def test_every_name_of_every_table_is_a_vehicle_or_a_marked_stand_in() -> None:
    """LR-204, LR-205, LR-206"""
    named_ones: set[str] = set()
    for nation in PRINTED_LISTS:
        for table, die, year, one in every_offer(nation):
            assert one.vehicles, (nation, table, die, year)
            named_ones.update(one.vehicles)
    ours = {id for id in named_ones if vehicle(id).stand_in}
    listed = {id for id, one in all_vehicles().items() if {"LR-205", "LR-206"}.intersection(one.rows)}
    assert ours == listed
    assert {vehicle(id).book for id in named_ones} == {"supplement"}


@bounds("COT-REINF-15", "COT-REINF-16", "COT-REINF-20")
def test_a_six_on_a_tank_table_goes_on_to_luck_and_nothing_else_does() -> None:
    """COT-REINF-13"""
    for nation in PRINTED_LISTS:
        for table in tables_of(nation):
            for die in range(1, 7):
                for year in years_of(nation):
                    on = goes_on_to_luck(cell(nation, table, die, year))
                    assert on is (table == "tanks" and die == 6), (nation, table, die, year)
                    assert (offers(nation, table, die, year) == ()) is on
    assert tables_of("finnish") == ("tanks", "luck")
    assert tables_of("soviet") == ("tanks", "luck", "vehicles")


@bounds("COT-REINF-20")
@pytest.mark.parametrize(
    ("table", "die", "year", "shares"),
    [
        ("tanks", 3, 1945, [(1, 6)]),
        ("tanks", 1, 1941, [(1, 3), (4, 6)]),
        ("tanks", 1, 1944, [(1, 2), (3, 4), (5, 6)]),
        ("vehicles", 6, 1944, [(1, 1), (2, 2), (3, 3), (4, 4)]),
    ],
)
def test_several_names_share_a_die_alike(
    table: str, die: int, year: int, shares: list[tuple[int, int]]
) -> None:
    """LR-169"""
    assert [(one.low, one.high) for one in offers("soviet", table, die, year)] == shares


@bounds("COT-REINF-17")
def test_one_hungarian_cell_says_its_own_shares() -> None:
    """COT-REINF-14, LR-129"""
    assert [(one.low, one.high, one.vehicles) for one in offers("hungarian", "luck", 1, 1945)] == [
        (1, 2, ("german.tiger_i",)),
        (3, 6, ("german.panther_d",)),
    ]


@bounds("COT-REINF-18")
def test_a_stray_comma_names_nothing() -> None:
    """LR-206"""
    first, second = (offers("italian", "vehicles", 6, year) for year in (1941, 1942))
    assert first == second
    assert [one.vehicles for one in first] == [("italian.fiat_38r_20mm",)]
    assert cell("italian", "vehicles", 6, 1941).endswith(",")


def test_two_half_tracks_share_a_name() -> None:
    """LR-169"""
    assert named("soviet", "M2/M3 Halftrack", 1944) == ("soviet.m2_half_track", "soviet.m3_half_track")


@pytest.mark.parametrize(
    ("nation", "year", "model"),
    [
        ("german", 1943, "german.panther_d"),
        ("german", 1944, "german.panther_g"),
        ("german", 1945, "german.panther_g"),
        ("hungarian", 1945, "german.panther_d"),
    ],
)
def test_which_panther_a_table_means(nation: str, year: int, model: str) -> None:
    """LR-129"""
    assert named(nation, "Panther", year) == (model,)


@pytest.mark.parametrize(
    ("nation", "name", "id"),
    [
        ("german", "Motorcycle", "german.motorcycle"),
        ("italian", "Motorcycle", "italian.motorcycle"),
        ("soviet", "Motorcycle", "soviet.motorcycle"),
        ("hungarian", "Motorcycle", "hungarian.motorcycle"),
        ("romanian", "Motorcycle", "romanian.motorcycle"),
        ("romanian", "35R Renault", "romanian.renault_35r"),
        ("romanian", "T-60", "soviet.t_60"),
        ("hungarian", "L3/33", "italian.l3_33"),
        ("german", "Panzer III", "german.pz_iii_l_m"),
        ("romanian", "SdkFZ 251", "german.sdkfz_251_1"),
        ("soviet", "SU-57", "soviet.su_57"),
        ("german", "SdKfz 234/3", "german.sdkfz_234_3"),
    ],
)
def test_names_of_the_tables(nation: str, name: str, id: str) -> None:
    """LR-204"""
    assert named(nation, name, 1943) == (id,)


def test_every_other_name_stands_in_a_table() -> None:
    """LR-204"""
    cells = {one.name for nation in PRINTED_LISTS for _, _, _, one in every_offer(nation)}
    assert {name for one in other_names() for name in one.names} <= cells


def test_a_name_of_no_table_is_not_guessed() -> None:
    with pytest.raises(KeyError, match="no soviet vehicle is called 'T-34/67'"):
        named("soviet", "T-34/67", 1943)


@pytest.mark.parametrize(
    ("nation", "year", "column"),
    [
        ("finnish", 1945, 1944),
        ("italian", 1944, 1943),
        ("romanian", 1945, 1944),
        ("german", 1939, 1941),
        ("german", 1945, 1945),
        ("soviet", 1942, 1942),
    ],
)
def test_a_year_without_a_column_uses_the_nearest(nation: str, year: int, column: int) -> None:
    """LR-170"""
    assert nearest_year(nation, year) == column
    assert str(column) in chart(f"{nation}_availability").lines(2)


def test_the_first_year_of_a_vehicle_is_the_first_that_names_it() -> None:
    """LR-151, LR-214"""
    german = first_years("german")
    assert (german["german.elefant"], german["german.panther_d"], german["german.panther_g"]) == (
        1942,
        1943,
        1944,
    )
    assert "german.jagdtiger" not in german
    assert first_years("italian")["italian.semovente_90_53"] == 1941
