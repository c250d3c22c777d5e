"""Borders answer what the plain predicates answer; quick rejections never reject what is there."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from deadground.space.bases import (
    Base,
    gap_is_under,
    gap_is_within,
    is_under,
    may_be_within,
    overlap,
    room_to_shift,
    square_gap,
    stand,
)
from deadground.space.borders import Border, border_of
from deadground.space.plane import Point, along
from deadground.space.polygons import box_of, boxes_meet, covers, do_cross, edges, is_on_segment
from deadground.space.sight import bases_in_the_way, in_the_way, passes_over, stretches_in
from tests.space.tables import SIZE, random_table

places = st.tuples(st.integers(0, SIZE), st.integers(0, SIZE))
bases = st.builds(stand, places, st.integers(20, 800), st.integers(20, 800), st.integers(0, 3599))
seeds = st.integers(0, 500)
small = st.tuples(st.integers(-6, 6), st.integers(-6, 6))


def polygons(seed: int) -> list[tuple[Point, ...]]:
    return [piece.polygon for piece in random_table(seed, 3).pieces if piece.polygon]


offsets = st.tuples(st.integers(-1500, 1500), st.integers(-1500, 1500))


@given(seeds, st.integers(0, 11), offsets, st.integers(0, 900))
def test_the_edges_near_a_box_are_those_whose_boxes_meet_it_each_once(
    seed: int, which: int, off: Point, size: int
) -> None:
    for polygon in polygons(seed):
        x, y = polygon[which % len(polygon)]
        box = (x + off[0], y + off[1], x + off[0] + size, y + off[1] + size)
        near = [side for side in edges(polygon) if boxes_meet(box_of(side), box)]
        assert sorted(Border(polygon, closed=True).sides_near(*box)) == sorted(near)


@given(seeds, bases)
def test_a_base_under_a_border_is_under_its_polygon(seed: int, base: Base) -> None:
    for polygon in polygons(seed):
        border = Border(polygon, closed=True)
        exact = is_under(base, polygon)
        assert border.lies_under(base) == exact
        assert border.by_circles(base, 0) in (exact, None)
        assert border.covers(base.at) == covers(polygon, base.at)


@given(seeds, bases, st.integers(0, 700))
def test_how_near_a_base_comes_is_told_by_its_nearest_edge(seed: int, base: Base, limit: int) -> None:
    for polygon in polygons(seed):
        border = border_of(polygon, closed=True)
        gaps = [square_gap(base, Base(corner)) for corner in polygon]
        corner_near = any(number <= limit * limit * by for number, by in gaps)
        crossed = any(do_cross(p, q) for p in edges(base.corners) for q in edges(polygon))
        if corner_near or crossed:
            assert border.comes_within(base.corners, limit) or is_under(base, polygon)
        if border.by_circles(base, limit) is False:
            assert not corner_near
            assert not crossed


@given(seeds, places, places, bases)
def test_what_a_base_touches_on_its_way_its_corridor_meets(seed: int, a: Point, b: Point, like: Base) -> None:
    for polygon in polygons(seed):
        border = border_of(polygon, closed=True)
        on_way = [(a[0] + (b[0] - a[0]) * k // 20, a[1] + (b[1] - a[1]) * k // 20) for k in range(21)]
        if any(is_under(like.moved(at), polygon) for at in on_way):
            assert border.is_met((a, b), like.reach + 4)


@given(bases, bases, st.integers(0, 900))
def test_gaps_are_judged_as_if_nothing_were_rejected(a: Base, b: Base, limit: int) -> None:
    number, by = square_gap(a, b)
    assert gap_is_within(a, b, limit) == (number <= limit * limit * by)
    assert gap_is_under(a, b, limit) == (number < limit * limit * by)
    if number <= limit * limit * by:
        assert may_be_within(a, b, limit)


@given(bases, bases, st.integers(0, 3599), st.integers(0, 3599))
def test_a_base_shifted_no_further_than_it_has_room_overlaps_still(
    a: Base, b: Base, way: int, facing: int
) -> None:
    room = room_to_shift(a, b)
    if room > 0:
        assert overlap(a, b)
        assert overlap(a.moved(along(a.at, way, room), facing), b)


@given(small, small, small, small)
def test_segments_cross_where_they_have_a_point_in_common(a: Point, b: Point, c: Point, d: Point) -> None:
    ends = is_on_segment(c, (a, b)) or is_on_segment(d, (a, b)) or is_on_segment(a, (c, d))
    touch = ends or is_on_segment(b, (c, d))
    inside = sides(a, b, c) * sides(a, b, d) < 0 and sides(c, d, a) * sides(c, d, b) < 0
    assert do_cross((a, b), (c, d)) == (touch or inside)


def sides(a: Point, b: Point, c: Point) -> int:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


@given(seeds, places, places)
def test_no_piece_that_a_line_enters_is_left_out(seed: int, start: Point, end: Point) -> None:
    table = random_table(seed, 3)
    on = table.pieces_on(start, end)
    for piece in table.pieces:
        if piece.polygon and stretches_in(piece.polygon, start, end):
            assert piece in on


@given(places, places, st.lists(bases, max_size=6))
def test_every_base_a_line_passes_over_is_in_its_way(start: Point, end: Point, others: list[Base]) -> None:
    named = [(str(i), base) for i, base in enumerate(others)]
    over = [in_the_way(start, end, id, base) for id, base in named if passes_over(base, (start, end))]
    assert set(bases_in_the_way(start, end, named)) == set(over)
