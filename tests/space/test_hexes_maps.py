"""Hex maps: which hexes they have, their edges, how they lie on the plane, and ways across them."""

from __future__ import annotations

from itertools import pairwise

import pytest

from deadground.space.hex_areas import HexMap, OffMap, cheapest_path, reach
from deadground.space.hexes import (
    Direction,
    Grain,
    Hex,
    HexError,
    NotAHexName,
    alternate_grains,
    distance,
    grain,
    within,
)

WHOLE = HexMap.rectangle(32, 52)
"""The size of the campaign map."""

SMALL = HexMap.rectangle(12, 12)


def at(name: str) -> Hex:
    return Hex.named(name)


def hexes(text: str) -> Grain:
    return tuple(at(name) for name in text.split())


def straight(a: str, b: str) -> Grain:
    found = grain(at(a), at(b))
    assert found is not None
    return found


def zigzag(a: str, b: str, first: str = "") -> Grain:
    """The zigzag between two hexes, or the one that goes by way of a hex."""
    found = [one for one in alternate_grains(at(a), at(b)) if not first or one[1] == at(first)]
    assert len(found) == 1
    return found[0]


# which hexes there are


def test_the_campaign_map_has_every_hex_the_documents_name() -> None:
    names = (
        "G39 H38 H39 H40 K33 M3 R5 W43 W44 W45 X43 M24 P14 R29 AA34 D25 F37 H30 J18 L8 P36 T21 V35 W27 X12"
    )
    assert all(WHOLE.named(name).name == name for name in names.split())
    assert len(WHOLE.hexes) == 32 * 52
    assert [str(WHOLE.hexes[0]), str(WHOLE.hexes[-1])] == ["A1", "FF52"]


@pytest.mark.parametrize(
    ("name", "advice"),
    [
        ("W53", "row W goes from 1 to 52"),
        ("W0", "row W goes from 1 to 52"),
        ("GG1", "its rows go from A to FF"),
    ],
)
def test_a_hex_off_the_map_is_refused_with_what_there_is(name: str, advice: str) -> None:
    with pytest.raises(OffMap) as caught:
        WHOLE.named(name)
    assert caught.value.problem == f"{name} is not on this map"
    assert caught.value.advice == advice


def test_a_bad_name_is_refused_as_a_name_and_not_as_off_the_map() -> None:
    with pytest.raises(NotAHexName):
        WHOLE.named("w44")


@pytest.mark.parametrize(
    ("spans", "reason"),
    [
        ((), "0 rows"),
        (((1, 5),) * 300, "300 rows"),
        (((1, 5), (3, 2)), "row B from 3 to 2"),
        (((-1, 5),), "row A from -1 to 5"),
        (((1, 5), (1, 1000)), "row B from 1 to 1000"),
        (((1, 5), (2, 5)), "between A1 and B2"),
        (((1, 5), (1, 7)), "between A5 and B7"),
        (((1, 5), (1, 5), (3, 5), (1, 5)), "between B1 and C3"),
    ],
)
def test_a_map_that_is_none_is_refused(spans: tuple[tuple[int, int], ...], reason: str) -> None:
    with pytest.raises(HexError, match=reason):
        HexMap(spans)


@pytest.mark.parametrize(("rows", "numbers"), [(0, 5), (5, 0), (-1, 5), (10**9, 10**9)])
def test_absurd_sizes_are_refused_before_anything_is_built(rows: int, numbers: int) -> None:
    with pytest.raises(HexError, match="1 to 234 rows, 1 to 999 numbers"):
        HexMap.rectangle(rows, numbers)


def test_rows_may_be_shorter_by_half_a_hex_at_either_end() -> None:
    board = HexMap(((1, 5), (1, 4), (1, 5), (0, 5)))
    assert len(board.hexes) == 5 + 4 + 5 + 6
    assert at("B5") not in board
    assert at("D0") in board
    assert [str(one) for one in board.edges["east"]] == ["A5", "B4", "C5", "D5"]


# edges


def test_north_and_south_edges_are_rows_and_west_and_east_edges_are_zigzags() -> None:
    assert WHOLE.edges["north"] == straight("A1", "A52")
    assert WHOLE.edges["south"] == straight("FF1", "FF52")
    assert WHOLE.edges["west"] == zigzag("A1", "FF1")
    assert WHOLE.edges["east"] == zigzag("A52", "FF52")
    assert len(WHOLE.rim) == 2 * 52 + 2 * 32 - 4


def test_an_edge_hex_has_fewer_than_six_neighbours() -> None:
    for board in (WHOLE, SMALL, HexMap(((1, 5), (1, 4), (1, 5), (0, 5))), HexMap.rectangle(1, 4)):
        assert {one for one in board.hexes if len(board.neighbours(one)) < 6} == board.rim
        assert all(board.is_edge(one) == bool(board.edges_of(one)) for one in board.hexes)


def test_corners_belong_to_two_edges() -> None:
    assert WHOLE.edges_of(at("A1")) == ("north", "west")
    assert WHOLE.edges_of(at("FF52")) == ("east", "south")
    assert WHOLE.edges_of(at("K33")) == ()


def test_a_map_with_row_a_in_the_south_is_mirrored() -> None:
    board = HexMap.rectangle(32, 52, north="last")
    assert board.edges["north"][0] == at("FF1")
    assert board.edges["south"][-1] == at("A52")
    assert board.edges["east"][0] == at("FF52")
    assert board.beside(at("W44"), Direction.NE) == at("X44")
    assert WHOLE.beside(at("W44"), Direction.NE) == at("V44")
    assert board.direction(at("W44"), at("X43")) is Direction.NW
    assert WHOLE.direction(at("W44"), at("X43")) is Direction.SW
    sheet = board.layout(97)
    assert sheet.centre(at("FF1"))[1] < sheet.centre(at("A1"))[1]


@pytest.mark.parametrize("north", ["first", "last"])
def test_directions_on_the_map_agree_with_where_hexes_lie(north: str) -> None:
    board = HexMap.rectangle(6, 6, "first" if north == "first" else "last")
    sheet = board.layout(97)
    x, y = sheet.centre(at("C3"))
    for way in Direction:
        near = board.beside(at("C3"), way)
        assert near is not None
        assert board.direction(at("C3"), near) is way
        nx, ny = sheet.centre(near)
        assert ("N" in way.name, "S" in way.name) == (ny < y, ny > y)
        assert ("E" in way.name, "W" in way.name) == (nx > x, nx < x)


def test_beyond_the_edge_there_is_nothing_beside() -> None:
    assert WHOLE.beside(at("A1"), Direction.NE) is None
    assert WHOLE.beside(at("A1"), Direction.W) is None


def test_grains_along_an_edge() -> None:
    assert WHOLE.edge_grains(at("A3"), at("A6")) == (straight("A3", "A6"),)
    assert WHOLE.edge_grains(at("C1"), at("G1")) == (zigzag("C1", "G1", "D1"),)
    assert WHOLE.edge_grains(at("G52"), at("D52")) == (zigzag("G52", "D52"),)
    assert WHOLE.edge_grains(at("A1"), at("C1")) == (zigzag("A1", "C1", "B1"),)
    assert WHOLE.edge_grains(at("K33"), at("K34")) == ()
    assert WHOLE.edge_grains(at("A2"), at("B1")) == ()


# on the plane


def test_a_map_fills_its_sheet_from_the_north_west_corner() -> None:
    for board in (WHOLE, HexMap.rectangle(32, 52, north="last")):
        sheet = board.layout(97, margin=50)
        corners = [corner for one in board.hexes for corner in sheet.corners(one)]
        assert (min(x for x, _ in corners), min(y for _, y in corners)) == (50, 50)


@pytest.mark.parametrize(("half", "margin"), [(1000, 0), (600, 2000)])
def test_hexes_too_large_for_the_plane_are_refused(half: int, margin: int) -> None:
    with pytest.raises(HexError, match="make them smaller"):
        WHOLE.layout(half, margin)
    assert WHOLE.layout(600, 1000).half == 600


def test_a_point_on_the_outer_side_of_an_edge_hex_is_still_in_it() -> None:
    sheet = SMALL.layout(97)
    for one in sorted(SMALL.rim):
        for corner in sheet.corners(one):
            picked = SMALL.pick(sheet, corner)
            assert picked is not None
            assert picked <= one
    assert SMALL.pick(sheet, (-1, -1)) is None


# ways across


def steps_cost(a: Hex, b: Hex) -> int:
    return 1


def eastward(a: Hex, b: Hex) -> int | None:
    return 1 if b.number >= a.number else None


def test_on_open_ground_a_path_is_as_long_as_the_distance() -> None:
    path = cheapest_path(WHOLE, at("W44"), at("K33"), steps_cost)
    assert path is not None
    assert len(path) == distance(at("W44"), at("K33")) + 1
    assert all(distance(one, other) == 1 for one, other in pairwise(path))
    assert cheapest_path(WHOLE, at("W44"), at("W44"), steps_cost) == (at("W44"),)


def test_of_equal_paths_the_one_whose_hexes_sort_first() -> None:
    assert cheapest_path(WHOLE, at("W44"), at("Y44"), steps_cost) == hexes("W44 X43 Y44")
    assert cheapest_path(WHOLE, at("W44"), at("X46"), steps_cost) == hexes("W44 W45 W46 X46")


def test_steps_may_cost_nothing_or_differ_by_direction() -> None:
    assert cheapest_path(WHOLE, at("C3"), at("C6"), lambda a, b: 0) == hexes("C3 C4 C5 C6")
    uphill = cheapest_path(
        SMALL, at("C3"), at("C6"), lambda a, b: 9 if b.row == 2 and b.number in (4, 5) else 1
    )
    assert uphill == hexes("C3 B3 B4 B5 C6")
    assert cheapest_path(SMALL, at("C3"), at("C6"), eastward) == hexes("C3 C4 C5 C6")
    assert cheapest_path(SMALL, at("C6"), at("C3"), eastward) is None


@pytest.mark.parametrize("price", [-1, 10**6])
def test_a_cost_below_nothing_or_beyond_reason_is_refused(price: int) -> None:
    with pytest.raises(HexError, match="0 to 100000"):
        reach(SMALL, at("C3"), lambda a, b: price)


def test_ways_from_or_to_a_hex_off_the_map_are_refused() -> None:
    for start, goal in (("C3", "Z1"), ("Z1", "C3")):
        with pytest.raises(OffMap, match="Z1"):
            cheapest_path(SMALL, at(start), at(goal), steps_cost)


def test_reach_within_a_limit() -> None:
    found = reach(WHOLE, at("K33"), steps_cost, 3)
    assert found == {one: distance(one, at("K33")) for one in within(at("K33"), 3)}
    assert list(found) == sorted(found)
