"""Units, points, directions, polygons, bases, arcs and templates."""

from __future__ import annotations

import math
import sys
from pathlib import Path

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from shapely.geometry.base import BaseGeometry

from deadground.space import octant
from deadground.space.arcs import Circle, Wedge, arc, square_template, strip
from deadground.space.bases import (
    CONTACT,
    Base,
    gap,
    gap_is_within,
    is_under,
    is_wholly_behind_front,
    is_wholly_in,
    middle_of_rear,
    overlap,
    round_base,
    square_gap_to_way,
    stand,
    touch,
)
from deadground.space.plane import (
    EAST,
    FULL_TURN,
    NORTH,
    SOUTH,
    WEST,
    Facing,
    Point,
    along,
    between,
    distance,
    facing_of,
    is_within,
    root,
    root_of_quotient,
    turned,
    vector,
)
from deadground.space.polygons import Polygon, double_area, fault_of, where_in, widened
from deadground.space.units import amount, feet, inches, mm, round_div, shown, tenths
from tests.space.tables import MOVES, SIZE, points, random_table

facings = st.integers(0, FULL_TURN - 1)
sides = st.integers(20, 600)
rectangles = st.builds(stand, points, sides, sides, facings)
discs = st.builds(round_base, points, sides)
bases = rectangles | discs


def test_units_in_and_out() -> None:
    assert (mm(150), inches(1), feet(1), inches("0.5"), inches(26.5)) == (1500, 254, 3048, 127, 6731)
    assert (tenths("0.05", "mm"), tenths("-0.05", "mm"), tenths("0.04", "mm")) == (1, -1, 0)
    assert (shown(1930, "in"), shown(2500, "mm"), str(amount(3048, "ft"))) == ('7.6"', "250 mm", "1")


@pytest.mark.parametrize("nonsense", ["", "abc", "nan", "inf", "1e999999"])
def test_a_length_that_is_none_is_refused(nonsense: str) -> None:
    with pytest.raises(ValueError, match="not a length"):
        tenths(nonsense, "mm")


def test_quotients_round_half_away_from_zero() -> None:
    assert [round_div(n, 2) for n in (-3, -1, 0, 1, 3)] == [-2, -1, 0, 1, 2]
    assert [round_div(n, -4) for n in (2, 1, -2, -1)] == [-1, 0, 1, 0]


@given(st.integers(0, 2**40), st.integers(1, 2**20))
def test_roots_are_rounded_exactly(number: int, by: int) -> None:
    assert abs(root(number) - math.sqrt(number)) <= 0.5 + 1e-6
    found = root_of_quotient(number, by)
    assert (2 * found - 1) ** 2 * by <= 4 * number or found == 0
    assert 4 * number < (2 * found + 1) ** 2 * by


def test_the_table_of_directions_is_what_its_tool_makes() -> None:
    sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))
    try:
        import directions
    finally:
        sys.path.pop(0)
    assert directions.text() == Path(octant.__file__).read_text()


def test_directions_are_right_and_symmetric_in_the_octants() -> None:
    for facing in range(FULL_TURN):
        east, south = vector(facing)
        angle = math.radians(facing / 10)
        assert abs(east - octant.SCALE * math.sin(angle)) <= 0.51
        assert abs(south + octant.SCALE * math.cos(angle)) <= 0.51
        assert vector(FULL_TURN - facing) == (-east, south)
        assert vector(facing + 1800) == (-east, -south)
        assert vector(900 - facing) == (-south, -east)
        assert facing_of((east, south)) == facing


def test_the_four_winds() -> None:
    assert [along((0, 0), f, 100) for f in (NORTH, EAST, SOUTH, WEST)] == [
        (0, -100),
        (100, 0),
        (0, 100),
        (-100, 0),
    ]
    assert [turned((0, -10), f) for f in (NORTH, EAST, SOUTH, WEST)] == [(0, -10), (10, 0), (0, 10), (-10, 0)]
    assert facing_of((0, 0)) == NORTH


@given(points, points)
def test_a_facing_is_the_nearest_tenth_of_a_degree(a: Point, b: Point) -> None:
    if a != b:
        v = b[0] - a[0], b[1] - a[1]
        exact = math.degrees(math.atan2(v[0], -v[1])) * 10 % FULL_TURN
        apart = abs(facing_of(v) - exact) % FULL_TURN
        assert min(apart, FULL_TURN - apart) <= 0.501


def test_distances_at_the_limit_and_one_either_side() -> None:
    assert distance((0, 0), (3, 4)) == 5
    assert is_within((0, 0), (300, 400), 500)
    assert not is_within((0, 0), (300, 401), 500)
    assert between((0, 0), (3, -3), 1, 2) == (2, -2)


# ------------------------------------------------------------------ polygons

SQUARE = ((0, 0), (100, 0), (100, 100), (0, 100))


def test_inside_edge_and_outside() -> None:
    assert [where_in(p, SQUARE) for p in ((50, 50), (0, 50), (100, 100), (101, 50), (-1, -1))] == [
        1,
        0,
        0,
        -1,
        -1,
    ]


@given(st.integers(0, 10**6), points)
def test_inside_agrees_with_shapely(seed: int, point: Point) -> None:
    for one in random_table(seed, 4).pieces:
        if one.polygon:
            polygon = shapely.Polygon(one.polygon)
            spot = shapely.Point(point)
            expected = 0 if polygon.boundary.distance(spot) == 0 else 1 if polygon.contains(spot) else -1
            assert where_in(point, one.polygon) == expected


@pytest.mark.parametrize(
    ("polygon", "fault"),
    [
        (((0, 0), (1, 1)), "at least 3 corners"),
        (((0, 0), (50, 0), (100, 0)), "no area"),
        (((0, 0), (100, 0), (0, 0), (0, 100)), "there twice"),
        (((0, 0), (100, 100), (100, 0), (0, 100)), "no area"),
        (((0, 0), (100, 100), (100, 0), (0, 90)), "cross"),
        (((0, 0), (100, 0), (50, 0), (50, 50)), "cross"),
        (SQUARE, None),
    ],
)
def test_faults_of_polygons(polygon: Polygon, fault: str | None) -> None:
    found = fault_of(polygon)
    assert found is None if fault is None else found is not None and fault in found


def test_a_line_with_a_width() -> None:
    assert sorted(widened(((0, 0), (100, 0)), 20)) == [(0, -10), (0, 10), (100, -10), (100, 10)]
    bend = widened(((0, 0), (1000, 0), (1000, 1000)), 200)
    assert abs(double_area(bend)) == 2 * (1000 * 200 + 1000 * 200)
    sharp = widened(((0, 0), (1000, 0), (0, 200)), 100)
    assert max(x for x, _ in sharp) <= 1100


# ------------------------------------------------------------------ bases


def outline(base: Base) -> BaseGeometry:
    if base.is_round:
        return shapely.Point(base.at).buffer(base.radius, quad_segs=256)
    return shapely.Polygon(base.corners)


@given(bases, bases)
def test_gaps_agree_with_shapely(a: Base, b: Base) -> None:
    assert abs(gap(a, b) - outline(a).distance(outline(b))) <= 1.5
    assert gap(a, b) == gap(b, a)


@given(bases, points, points)
def test_gaps_to_a_way_agree_with_shapely(base: Base, start: Point, end: Point) -> None:
    number, by = square_gap_to_way(base, (start, end))
    away = max(0, root_of_quotient(number, by) - base.radius)
    assert abs(away - outline(base).distance(shapely.LineString([start, end]))) <= 1.5


@given(bases, bases)
def test_a_gap_is_within_its_length_and_not_within_less(a: Base, b: Base) -> None:
    length = gap(a, b)
    assert gap_is_within(a, b, length + 1)
    assert length < 2 or not gap_is_within(a, b, length - 1)


@given(bases, bases)
def test_overlap_needs_more_than_contact(a: Base, b: Base) -> None:
    if overlap(a, b):
        assert touch(a, b)
        assert outline(a).intersects(outline(b))
    elif outline(a).buffer(-CONTACT).intersects(outline(b).buffer(-CONTACT)):
        pytest.fail("bases that reach well into each other overlap")


def test_no_gap_is_less_than_nothing() -> None:
    assert not gap_is_within(stand((0, 0), 300, 200), stand((305, 0), 300, 200), -10)


def test_bases_side_by_side_touch_and_do_not_overlap() -> None:
    one, other = stand((0, 0), 300, 200), stand((300, 0), 300, 200)
    assert touch(one, other)
    assert not overlap(one, other)
    assert not touch(one, stand((303, 0), 300, 200))
    assert overlap(one, stand((297, 0), 300, 200))
    assert touch(round_base((0, 0), 250), round_base((250, 0), 250))
    assert not overlap(round_base((0, 0), 250), round_base((250, 0), 250))
    assert overlap(round_base((0, 0), 250), round_base((247, 0), 250))


@pytest.mark.parametrize("facing", range(0, FULL_TURN, 150))
def test_turned_stands_side_by_side_still_touch(facing: Facing) -> None:
    one = stand((0, 0), 300, 200, facing)
    other = stand(along((0, 0), facing + 900, 300), 300, 200, facing)
    assert touch(one, other)
    assert not overlap(one, other)


def test_wholly_behind_the_line_of_the_front_edge() -> None:
    target = stand((0, 0), 300, 200, NORTH)
    assert is_wholly_behind_front(stand((1000, 0), 200, 200), target)
    assert is_wholly_behind_front(stand((1000, 0), 200, 200), target)
    assert not is_wholly_behind_front(stand((1000, -1), 200, 200), target)
    assert is_wholly_behind_front(round_base((1000, 25), 250), target)
    assert not is_wholly_behind_front(round_base((1000, 24), 250), target)


def test_under_and_wholly_in_a_polygon() -> None:
    field = ((0, 0), (1000, 0), (1000, 1000), (0, 1000))
    assert is_under(round_base((1125, 500), 250), field)
    assert not is_under(round_base((1126, 500), 250), field)
    assert is_wholly_in(round_base((875, 500), 250), field)
    assert not is_wholly_in(round_base((876, 500), 250), field)
    assert is_wholly_in(stand((900, 500), 200, 200), field)
    assert not is_wholly_in(stand((901, 500), 200, 200), field)
    assert is_under(stand((500, 500), 3000, 3000), field)


# ------------------------------------------------------------------ arcs and templates


def test_arcs_from_the_rear_and_all_round() -> None:
    gun = stand((0, 0), 200, 400, NORTH)
    assert middle_of_rear(gun) == (0, 200)
    quarter = arc(gun, 900, "rear")
    assert quarter.holds((100, 100))
    assert quarter.holds((500, -300))
    assert not quarter.holds((501, -300))
    half = arc(gun, 1800, "rear")
    assert half.holds((5000, 200))
    assert not half.holds((5000, 201))
    assert arc(gun, FULL_TURN).holds((0, 9000))


@given(points, points, facings, st.integers(0, FULL_TURN))
def test_a_wedge_holds_what_lies_within_half_its_width(
    tip: Point, point: Point, facing: Facing, width: int
) -> None:
    if tip == point:
        return
    exact = math.degrees(math.atan2(point[0] - tip[0], tip[1] - point[1])) * 10
    apart = abs((exact - facing + 1800) % FULL_TURN - 1800)
    if abs(apart - width // 2) > 0.01:
        assert Wedge(tip, facing, width).holds(point) == (apart < width // 2 or width == FULL_TURN)


@given(points, points, facings, st.sampled_from([900, 1800, 2700]))
def test_wedges_turn_with_the_table(tip: Point, point: Point, facing: Facing, width: int) -> None:
    turn = MOVES["quarter turn"]
    here = Wedge(tip, facing, width).holds(point)
    assert Wedge(turn(tip), facing + 900, width).holds(turn(point)) == here


def test_circles_and_squares() -> None:
    blast = Circle((0, 0), 1270)
    assert blast.touches(round_base((1395, 0), 250))
    assert not blast.touches(round_base((1396, 0), 250))
    assert blast.touches(stand((1370, 0), 200, 200))
    assert not blast.touches(stand((1371, 0), 200, 200))
    square = square_template((0, 0), 1000)
    assert square.touches(round_base((625, 0), 250))
    assert not square.touches(round_base((626, 0), 250))


def test_a_strip_of_flame() -> None:
    flame = strip((0, 0), EAST, inches(12), inches(3))
    assert flame.touches(round_base((1500, inches("1.5") + 125), 250))
    assert not flame.touches(round_base((1500, inches("1.5") + 126), 250))
    assert not flame.touches(round_base((-126, 0), 250))
    assert flame.touches(round_base((inches(12) + 125, 0), 250))


def test_the_tables_of_these_tests_are_not_empty() -> None:
    assert all(len(random_table(seed).pieces) > 5 for seed in range(20))
    assert SIZE == 12_000
