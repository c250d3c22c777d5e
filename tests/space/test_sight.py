"""Traces, judgements and batches of them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from shapely.geometry.base import BaseGeometry

from deadground.space import many
from deadground.space.bases import Base, round_base, stand
from deadground.space.ground import Ground, piece
from deadground.space.lookout import Lookout, runs
from deadground.space.plane import Point, turned
from deadground.space.sight import (
    Finding,
    Stretch,
    Trace,
    bases_in_the_way,
    judge,
    standing,
    stretches_in,
    trace,
)
from deadground.testing.conformance.suite import Size
from tests.space.tables import MOVES, SIZE, moved, points, random_table, tables

SQUARE = ((1000, 1000), (2000, 1000), (2000, 2000), (1000, 2000))
NOTCHED = ((0, 0), (3000, 0), (3000, 3000), (2000, 3000), (2000, 1000), (1000, 1000), (1000, 3000), (0, 3000))


def lengths(polygon: tuple[Point, ...], start: Point, end: Point) -> list[tuple[int, int]]:
    return [(one.begins, one.length) for one in stretches_in(polygon, start, end)]


def test_a_line_through_a_square() -> None:
    assert stretches_in(SQUARE, (0, 1500), (3000, 1500)) == (Stretch((1000, 1500), (2000, 1500), 1000, 1000),)


def test_a_line_that_begins_or_ends_inside() -> None:
    assert lengths(SQUARE, (1500, 1500), (3000, 1500)) == [(0, 500)]
    assert lengths(SQUARE, (0, 1500), (1500, 1500)) == [(1000, 500)]
    assert lengths(SQUARE, (1200, 1500), (1500, 1500)) == [(0, 300)]


def test_a_line_along_an_edge_is_outside_and_one_tenth_further_in_is_inside() -> None:
    assert lengths(SQUARE, (0, 1000), (3000, 1000)) == []
    assert lengths(SQUARE, (0, 999), (3000, 999)) == []
    assert lengths(SQUARE, (0, 1001), (3000, 1001)) == [(1000, 1000)]


def test_a_line_through_corners() -> None:
    assert lengths(SQUARE, (0, 0), (3000, 3000)) == [(1414, 1414)]
    assert lengths(SQUARE, (0, 2000), (2000, 0)) == []
    assert lengths(SQUARE, (500, 1500), (1500, 500)) == []


def test_a_concave_piece_is_entered_twice() -> None:
    assert lengths(NOTCHED, (-500, 2000), (3500, 2000)) == [(500, 1000), (2500, 1000)]
    assert lengths(NOTCHED, (-500, 1000), (3500, 1000)) == [(500, 1000), (2500, 1000)]


def test_the_order_of_corners_makes_no_difference() -> None:
    kite = ((30, 320), (70, 550), (220, 400), (160, 260))
    assert stretches_in(kite, (490, 370), (40, 500)) == stretches_in(kite[::-1], (490, 370), (40, 500))


def test_a_line_of_no_length_enters_nothing() -> None:
    assert stretches_in(SQUARE, (1500, 1500), (1500, 1500)) == ()


def test_depths_at_the_ends_and_thin_lines() -> None:
    ground = Ground(
        4000,
        4000,
        [
            piece("wood", "woods", "area", SQUARE),
            piece("wall", "wall", "line", [(2500, 0), (2500, 4000)]),
            piece("hedge", "hedge", "line", [(0, 3500), (4000, 3500)]),
        ],
    )
    found = trace(ground, (1600, 1500), (3500, 1500))
    (through,) = found.passages
    assert found.depth_at_start(through) == 400
    assert [(c.piece.id, c.at, c.begins) for c in found.crossings] == [("wall", (2500, 1500), 900)]


def test_height_along_a_line() -> None:
    ground = Ground(4000, 4000, [piece("wood", "woods", "area", SQUARE, height=300)])
    found = trace(ground, (0, 1500), (3000, 1500))
    (stretch,) = found.passages[0].stretches
    assert found.is_over(300, stretch, 600, 151)
    assert not found.is_over(300, stretch, 600, 150)


def test_bases_in_the_way_and_those_that_only_touch() -> None:
    bases = {
        "far": round_base((2500, 0), 250),
        "near": stand((1000, 0), 400, 200, 900),
        "touching": round_base((1500, 125), 250),
        "inside": round_base((1500, 124), 250),
        "behind": round_base((-500, 0), 250),
    }
    found = bases_in_the_way((0, 0), (3000, 0), bases.items())
    assert [(way.id, way.begins) for way in found] == [("near", 1000), ("inside", 1500), ("far", 2500)]


def test_standing_at_an_edge() -> None:
    wood = piece("wood", "woods", "area", SQUARE)
    inside = standing(round_base((1500, 1500), 250), wood)
    assert (inside.inside, inside.at_edge, inside.depth) == (True, False, 500)
    assert standing(round_base((1125, 1500), 250), wood).at_edge
    assert not standing(round_base((1126, 1500), 250), wood).at_edge
    assert standing(round_base((1226, 1500), 250), wood, edge=101).at_edge


def blocked_by_woods(traced: Trace) -> Iterator[Finding]:
    for passage in traced.through("woods"):
        if passage.length > 300:
            first = passage.stretches[0]
            yield Finding(True, "woods too deep", ("TEST-1",), passage.piece.id, first.enters, first.begins)


def long_line(traced: Trace) -> Iterator[Finding]:
    if traced.length > 5000:
        yield Finding(True, "too far", ("TEST-2",), "", traced.end, 5000)
    elif traced.in_the_way:
        yield Finding(False, "somebody stands there", ("TEST-3",), traced.in_the_way[0].id)


def test_the_nearest_block_is_the_reason_and_the_others_are_notes() -> None:
    ground = Ground(9000, 9000, [piece("wood", "woods", "area", SQUARE)])
    verdict = judge(trace(ground, (0, 1500), (8000, 1500)), [long_line, blocked_by_woods])
    assert not verdict.seen
    assert verdict.why is not None
    assert (verdict.why.by, verdict.why.at, verdict.why.rows) == ("wood", (1000, 1500), ("TEST-1",))
    assert [note.rows for note in verdict.notes] == [("TEST-2",)]


@given(tables, points, points)
def test_a_line_is_the_same_both_ways(ground: Ground, a: Point, b: Point) -> None:
    there, back = trace(ground, a, b), trace(ground, b, a)
    assert facts(there) == facts(back)


@pytest.mark.parametrize("move", MOVES.values(), ids=MOVES)
@given(ground=tables, a=points, b=points)
def test_lattice_moves_change_no_answer(move: object, ground: Ground, a: Point, b: Point) -> None:
    assert callable(move)
    elsewhere = trace(moved(ground, move), move(a), move(b))
    assert facts(elsewhere) == facts(trace(ground, a, b))


@given(tables, points, points, st.integers(1, 3599))
def test_another_turn_changes_an_answer_only_where_it_hangs_by_a_hair(
    ground: Ground, a: Point, b: Point, facing: int
) -> None:
    """Turned corners are rounded to the lattice, so a line may miss what it just touched, and only then."""

    def turn(point: Point) -> Point:
        x, y = turned((point[0] - SIZE // 2, point[1] - SIZE // 2), facing)
        return x + SIZE, y + SIZE

    here, there = trace(ground, a, b), trace(moved(ground, turn, 2 * SIZE), turn(a), turn(b))
    for one in ground.pieces:
        if one.polygon and (one.id in here.by_piece) != (one.id in there.by_piece):
            assert margin(one.polygon, a, b) < 3


def margin(polygon: tuple[Point, ...], a: Point, b: Point) -> float:
    """How far a line would have to be shifted to enter a polygon, or to leave it."""
    shape, line = shapely.Polygon(polygon), shapely.LineString([a, b])
    inside = line.intersection(shape)
    if inside.length < 1:
        return float(line.distance(shape))
    return float(inside.hausdorff_distance(shape.boundary)) if inside.length < 3 else depth(shape, inside)


def depth(shape: shapely.Polygon, inside: BaseGeometry) -> float:
    """How deep a line goes into a polygon at its deepest."""
    steps = [inside.interpolate(i / 50, normalized=True) for i in range(51)]
    return max(float(shape.boundary.distance(step)) for step in steps)


def facts(traced: Trace) -> object:
    """What a trace says whichever way it is read."""
    return (
        {passage.piece.id: sorted(one.length for one in passage.stretches) for passage in traced.passages},
        sorted(crossing.piece.id for crossing in traced.crossings),
        traced.length,
    )


@given(tables, st.lists(st.tuples(points, points), min_size=1, max_size=60))
def test_a_batch_says_what_single_traces_say(ground: Ground, lines: list[tuple[Point, Point]]) -> None:
    batch = many.traces(ground, [a for a, _ in lines], [b for _, b in lines])
    assert batch == [trace(ground, a, b) for a, b in lines]


def test_traces_agree_with_an_independent_slow_check(size: Size) -> None:
    """Lengths inside each piece against shapely, on many random tables."""
    for seed in range(300 if size == "ci" else 5_000):
        rng = Random(seed)
        ground = random_table(seed)
        polygons = {one.id: shapely.Polygon(one.polygon) for one in ground.pieces if one.polygon}
        for _ in range(10):
            a, b = ((rng.randint(0, SIZE), rng.randint(0, SIZE)) for _ in "ab")
            inside = {passage.piece.id: passage.length for passage in trace(ground, a, b).passages}
            line = shapely.LineString([a, b])
            for id, polygon in polygons.items():
                expected = line.intersection(polygon).length
                stretches = max(1, len(getattr(line.intersection(polygon), "geoms", [0])))
                assert abs(inside.get(id, 0) - expected) <= 2 * stretches, (seed, id, a, b)


def everyone(seed: int, count: int = 8) -> dict[str, Base]:
    rng = Random(seed)
    return {f"f{i}": round_base((rng.randint(0, SIZE), rng.randint(0, SIZE)), 250) for i in range(count)}


@given(st.integers(0, 10**6), st.lists(st.tuples(st.integers(0, 7), points), max_size=6))
def test_what_is_kept_never_changes_an_answer(seed: int, marches: list[tuple[int, Point]]) -> None:
    rules = (blocked_by_woods, long_line)
    bases = everyone(seed)
    lookout = Lookout(random_table(seed), rules, bases)
    for who, to in [(0, bases["f0"].at), *marches]:
        bases[f"f{who}"] = round_base(to, 250)
        lookout.move(f"f{who}", bases[f"f{who}"])
        fresh = Lookout(lookout.ground, rules, bases)
        assert lookout.everybody(bases, bases) == fresh.everybody(bases, bases)


@given(st.integers(0, 10**6))
def test_a_crowd_is_judged_as_each_alone(seed: int) -> None:
    bases = everyone(seed, 10) | {f"s{i}": stand((900 * i, 500 * i), 600, 300, 417 * i) for i in range(5)}
    crowd = Lookout(random_table(seed), [blocked_by_woods, long_line], bases)
    for (a, b), verdict in crowd.everybody(bases, bases).items():
        alone = Lookout(crowd.ground, crowd.rules, bases)
        assert verdict == alone.sees(a, b)


def test_ground_seen_from_a_place_agrees_with_single_lines() -> None:
    ground = random_table(3)
    lookout = Lookout(ground, [blocked_by_woods])
    seen = lookout.seen_from((300, 300), 500)
    answers = []
    for x in range(250, SIZE, 500):
        for y in range(250, SIZE, 500):
            single = judge(trace(ground, (300, 300), (x, y)), [blocked_by_woods]).seen
            answers.append(single)
            assert seen.is_seen((x, y)) == single
    assert any(answers)
    assert not all(answers)
    assert not seen.is_seen((0, SIZE + 1000))


def test_runs() -> None:
    assert runs([True, True, False, True]) == ((0, 2), (3, 4))
    assert runs([False, False]) == ()
