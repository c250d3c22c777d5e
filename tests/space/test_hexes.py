"""Hexes: the documents' own examples, names that come back, and geometry that holds everywhere."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deadground.space.hexes import (
    Direction,
    Hex,
    HexError,
    Hexside,
    Layout,
    NotAHexName,
    direction,
    distance,
    ring,
    row_name,
    turned,
    ways,
    within,
)
from deadground.space.polygons import double_area, where_in

NAMED = st.builds(Hex.at, st.integers(0, 233), st.integers(0, 999))
NEAR = st.builds(Hex, st.integers(-12, 12), st.integers(-12, 12))
LAYOUTS = st.builds(
    Layout,
    half=st.integers(1, 400),
    origin=st.tuples(st.integers(-900, 900), st.integers(-900, 900)),
    south=st.sampled_from((1, -1)),
)


def at(name: str) -> Hex:
    return Hex.named(name)


# names


@pytest.mark.parametrize(
    ("name", "row", "number"),
    [
        ("A1", 0, 1),
        ("W44", 22, 44),
        ("Z9", 25, 9),
        ("AA7", 26, 7),
        ("FF52", 31, 52),
        ("ZZ1", 51, 1),
        ("AAA3", 52, 3),
    ],
)
def test_rows_are_letters_and_after_z_the_letter_is_repeated(name: str, row: int, number: int) -> None:
    assert Hex.named(name) == Hex.at(row, number)
    assert str(Hex.at(row, number)) == name


@given(NAMED)
def test_a_name_comes_back(one: Hex) -> None:
    assert Hex.named(one.name) == one


@given(NAMED, NAMED)
def test_no_two_hexes_have_one_name(one: Hex, other: Hex) -> None:
    assert (one.name == other.name) == (one == other)


@given(st.text(alphabet="AWZaw0179 -'", max_size=6))
def test_a_text_is_a_name_or_is_refused(text: str) -> None:
    try:
        name: str | None = Hex.named(text).name
    except NotAHexName:
        name = None
    assert name in (text, None)


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ("w44", "did you mean W44?"),
        (" W44", "did you mean W44?"),
        ("W 44", "did you mean W44?"),
        ("W-44", "did you mean W44?"),
        ("W044", "did you mean W44?"),
        ("AB7", "after row Z come AA, BB, CC"),
        ("", "such as W44"),
        ("W", "such as W44"),
        ("44", "such as W44"),
        ("44W", "such as W44"),
        ("W44X43", "such as W44"),
        ("W1000", "up to 999"),
        ("W-1", "did you mean W1?"),
        ("W4.4", "such as W44"),
        ("W४४", "such as W44"),
        ("AAAAAAAAAA1", "such as W44"),
        ("W" * 100_000, "such as W44"),
        ("W" + "4" * 100_000, "such as W44"),
    ],
)
def test_a_text_that_is_no_hex_is_refused_with_what_would_be_right(text: str, advice: str) -> None:
    with pytest.raises(NotAHexName) as caught:
        Hex.named(text)
    assert advice in str(caught.value)
    assert len(str(caught.value)) < 120


def test_hexes_sort_by_row_and_then_by_number() -> None:
    names = ["A1", "A10", "B5", "B15", "Z3", "AA1"]
    assert [one.name for one in sorted(map(at, reversed(names)))] == names


def test_a_hex_beyond_row_a_has_no_name() -> None:
    beyond = at("A1").step(Direction.NE)
    assert not beyond.has_name
    assert str(beyond) == "the hex in row 0 with number 1"
    with pytest.raises(NotAHexName):
        _ = beyond.name


def test_every_row_has_a_name_of_its_own() -> None:
    assert len({row_name(row) for row in range(234)}) == 234


# neighbours and directions


@pytest.mark.parametrize(
    ("name", "around"),
    [
        ("W44", "V44 W45 X44 X43 W43 V43"),
        ("H39", "G40 H40 I40 I39 H38 G39"),
        ("Z9", "Y10 Z10 AA10 AA9 Z8 Y9"),
    ],
)
def test_the_six_neighbours_clockwise_from_north(name: str, around: str) -> None:
    assert [str(near) for near in at(name).neighbours] == around.split()
    assert [direction(at(name), near) for near in at(name).neighbours] == list(Direction)


@given(NAMED)
def test_odd_letters_touch_the_number_below_and_even_letters_the_number_above(one: Hex) -> None:
    across = {near.number for near in one.neighbours if near.row == one.row + 1}
    number = one.number
    assert across == ({number - 1, number} if one.row % 2 == 0 else {number, number + 1})


@given(NEAR, st.sampled_from(Direction), st.integers(0, 20))
def test_three_sixths_of_a_turn_lead_back(one: Hex, way: Direction, count: int) -> None:
    assert one.step(way, count).step(way.turned(3), count) == one


def test_a_mirror_exchanges_north_and_south_only() -> None:
    mirrored = {way.name: way.mirrored.name for way in Direction}
    assert mirrored == {"NE": "SE", "E": "E", "SE": "NE", "SW": "NW", "W": "W", "NW": "SW"}


@given(NEAR, NEAR)
def test_ways_lead_from_one_hex_to_the_other_by_the_shortest(a: Hex, b: Hex) -> None:
    here = a
    for way, count in ways(a, b):
        here = here.step(way, count)
    assert here == b
    assert sum(count for _, count in ways(a, b)) == distance(a, b)
    if len(ways(a, b)) == 2:
        assert ways(a, b)[1][0] == ways(a, b)[0][0].turned(1)


# distance, turns, rings


@given(NEAR, NEAR, NEAR)
def test_distance_is_a_metric(a: Hex, b: Hex, c: Hex) -> None:
    assert (distance(a, b) == 0) == (a == b)
    assert distance(a, b) == distance(b, a)
    assert distance(a, c) <= distance(a, b) + distance(b, c)


def test_distance_is_the_number_of_steps_a_search_needs() -> None:
    start = at("M20")
    found, newest = {start: 0}, [start]
    for steps in range(1, 7):
        newest = sorted({near for one in newest for near in one.neighbours if near not in found})
        found |= dict.fromkeys(newest, steps)
    assert found == {one: distance(start, one) for one in within(start, 6)}


@given(NEAR, NEAR, NEAR, st.integers(-7, 7))
def test_a_turn_by_sixths_keeps_distances(a: Hex, b: Hex, about: Hex, sixths: int) -> None:
    assert distance(turned(a, about, sixths), turned(b, about, sixths)) == distance(a, b)
    assert turned(turned(a, about, sixths), about, -sixths) == a
    assert turned(a, about, 6) == a


@given(NEAR, st.integers(0, 9))
def test_a_ring_is_closed_and_clockwise_and_a_range_is_all_its_rings(centre: Hex, radius: int) -> None:
    around = ring(centre, radius)
    assert {distance(centre, one) for one in around} == {radius}
    assert len(set(around)) == len(around) == max(1, 6 * radius)
    if radius:
        assert all(distance(a, b) == 1 for a, b in pairwise((*around, around[0])))
        assert turned(around[0], centre, 1) == around[radius]
    area = within(centre, radius)
    assert list(area) == sorted(set(area))
    assert len(area) == 1 + 3 * radius * (radius + 1)
    assert set(around) <= set(area)


def test_a_negative_radius_is_refused() -> None:
    for asked in (ring, within):
        with pytest.raises(HexError, match="-1 is no radius"):
            asked(at("M20"), -1)


# hexsides


def test_a_hexside_is_the_same_from_both_hexes() -> None:
    for text in ("W44-X43", "W44-W45", "H38-H39", "G39-H39"):
        one, other = text.split("-")
        assert Hexside.named(text) == Hexside.named(f"{other}-{one}") == Hexside(at(other), at(one))
        assert str(Hexside.named(f"{other}-{one}")) == text


@given(NAMED, st.sampled_from(Direction))
def test_a_hexside_comes_back_from_its_text(one: Hex, way: Direction) -> None:
    if one.step(way).has_name:
        side = Hexside(one, one.step(way))
        assert Hexside.named(str(side)) == side


@pytest.mark.parametrize(
    "text", ["W44-W44", "W44-W46", "W44-X45", "W44", "W44-X43-Y43", "W44-", "W44:X43", ""]
)
def test_a_text_that_is_no_hexside_is_refused(text: str) -> None:
    with pytest.raises(HexError):
        Hexside.named(text)


# on the plane


@given(LAYOUTS, NEAR)
def test_a_hex_and_its_neighbours_fit_without_gap_or_overlap(sheet: Layout, one: Hex) -> None:
    corners = sheet.corners(one)
    assert double_area(corners) == 12 * sheet.half * sheet.rise
    sides = [sheet.side(Hexside(one, near)) for near in one.neighbours]
    assert {corner for side in sides for corner in side} == set(corners)
    assert len(set(sides)) == 6
    assert where_in(sheet.centre(one), corners) == 1


def test_north_is_up_and_numbers_run_east() -> None:
    sheet = Layout(97)
    x, y = sheet.centre(at("W44"))
    assert sheet.centre(at("W45")) == (x + 194, y)
    assert sheet.centre(at("X44")) == (x + 97, y + 168)
    assert sheet.centre(at("X43")) == (x - 97, y + 168)
    assert sheet.side(Hexside.named("W44-W45")) == ((x + 97, y - 56), (x + 97, y + 56))
    assert Layout(97, south=-1).centre(at("X44"))[1] < Layout(97, south=-1).centre(at("W44"))[1]


def test_hexes_are_as_regular_as_the_lattice_allows() -> None:
    for half in range(1, 500):
        exact = half / 3**0.5
        assert abs(Layout(half).rise - exact) <= 0.5


@given(LAYOUTS, st.tuples(st.integers(-3000, 3000), st.integers(-3000, 3000)))
def test_a_point_lies_in_the_hexes_whose_polygons_cover_it(sheet: Layout, point: tuple[int, int]) -> None:
    found = sheet.hexes_at(point)
    assert 1 <= len(found) <= 3
    assert list(found) == sorted(found)
    around = {near for one in found for near in within(one, 2)}
    assert {one for one in around if where_in(point, sheet.corners(one)) >= 0} == set(found)


@given(LAYOUTS, NEAR)
def test_centres_corners_and_sides_are_found_again(sheet: Layout, one: Hex) -> None:
    assert sheet.hexes_at(sheet.centre(one)) == (one,)
    for i, corner in enumerate(sheet.corners(one)):
        assert len(sheet.hexes_at(corner)) == 3, i
        assert one in sheet.hexes_at(corner)


def test_a_hex_without_width_is_refused() -> None:
    with pytest.raises(HexError, match="0 tenths wide"):
        Layout(0)
