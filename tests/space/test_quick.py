"""What finds the few that matter among many leaves nobody out, and what is said at a glance is so."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from deadground.space.bases import (
    Base,
    gap_is_within,
    has_area,
    less,
    meets,
    overlap,
    point_to_segment,
    room_to_slide,
    square_gap,
    stand,
)
from deadground.space.borders import Border, border_of
from deadground.space.crowd import Crowd
from deadground.space.lazy import lazy
from deadground.space.plane import Point, along
from deadground.space.polygons import covers, do_cross, edges
from deadground.space.soundings import Soundings
from deadground.space.walks import Mover, Walk, together

SIZE = 6000
STEPS = 30

places = st.tuples(st.integers(0, SIZE), st.integers(0, SIZE))
bases = st.builds(stand, places, st.integers(20, 800), st.integers(20, 800), st.integers(0, 3599))
near = st.tuples(st.integers(-900, 900), st.integers(-900, 900))


def outline(rng: Random) -> tuple[Point, ...]:
    """A triangle."""
    return tuple((rng.randrange(SIZE), rng.randrange(SIZE)) for _ in range(3))


def moved(base: Base, off: Point) -> Base:
    return base.moved((base.at[0] + off[0], base.at[1] + off[1]))


@given(st.lists(bases, max_size=30), bases, st.integers(0, 900))
def test_a_crowd_leaves_out_nobody_who_is_near(crowd: list[Base], base: Base, limit: int) -> None:
    found = Crowd(crowd).about(base, limit)
    assert found == sorted(set(found))
    assert set(found) >= {i for i, other in enumerate(crowd) if gap_is_within(base, other, limit)}


def test_a_crowd_leaves_out_those_who_are_far() -> None:
    crowd = Crowd(stand((x, 0), 300, 300) for x in range(0, 20_000, 400))
    assert crowd.about(stand((0, 0), 300, 300)) == [0, 1, 2]
    assert Crowd([]).about(stand((0, 0), 300, 300)) == []


@given(st.tuples(places, places), bases)
def test_a_segment_meets_a_base_it_crosses_or_lies_in(line: tuple[Point, Point], base: Base) -> None:
    corners = base.corners
    if has_area(corners):
        plain = any(do_cross(line, side) for side in edges(corners)) or covers(corners, line[0])
        assert meets(line, corners) == plain


@given(bases, bases, near)
def test_the_gap_is_that_of_the_nearest_corner_and_side(one: Base, like: Base, off: Point) -> None:
    other = moved(like.moved(one.at), off)
    a, b = one.corners, other.corners
    fractions = [
        point_to_segment(point, side) for p, q in ((a, b), (b, a)) for point in p for side in edges(q)
    ]
    best = fractions[0]
    for found in fractions[1:]:
        best = found if less(found, best) else best
    number, by = square_gap(one, other)
    if number:
        assert number * best[1] == best[0] * by


@given(bases, bases, near, st.integers(0, 3599), st.integers(0, 100))
def test_a_base_that_slides_no_further_than_it_has_room_lies_on_the_other_still(
    one: Base, like: Base, off: Point, facing: int, part: int
) -> None:
    other = moved(like.moved(one.at), off)
    if overlap(one, other):
        room = room_to_slide(one, other)
        if room > 1:
            assert overlap(one.moved(along(one.at, facing, (room - 1) * part // 100)), other)


def test_there_is_mostly_room_to_slide() -> None:
    one = stand((0, 0), 300, 300)
    assert room_to_slide(one, stand((250, 250), 300, 300)) >= 40
    assert room_to_slide(one, stand((0, 200), 300, 300, 450)) > 100


def test_soundings_say_what_the_borders_say_or_nothing() -> None:
    rng = Random(7)
    settled = asked = 0
    for _ in range(6):
        borders = [border_of(outline(rng), closed=closed) for closed in (True, True, False)]
        soundings = Soundings(borders, SIZE, SIZE)
        for _ in range(250):
            (ax, ay), (bx, by) = rng.choice(rng.choice(borders).sides)
            part, limit = rng.randrange(101), rng.choice([0, 0, 500])
            x, y = ax + (bx - ax) * part // 100, ay + (by - ay) * part // 100
            at = x + rng.randrange(-900, 900), y + rng.randrange(-900, 900)
            base = stand(at, 300, rng.randrange(100, 500), rng.randrange(3600))
            exact = any(
                (border.closed and border.lies_under(base)) or border.comes_within(base.corners, limit)
                for border in borders
            )
            said = soundings.comes_within(base, limit)
            assert said in (exact, None)
            asked += 1
            settled += said is not None
    assert settled > asked // 2


def test_nothing_is_said_of_what_was_not_sounded() -> None:
    soundings = Soundings([], 1000, 1000)
    assert soundings.comes_within(stand((500, 500), 300, 300)) is False
    assert soundings.comes_within(stand((-60, 500), 300, 300)) is None
    assert soundings.comes_within(stand((500, 500), 300, 300), 5000) is None


def walks(rng: Random, count: int) -> list[Walk]:
    found = {}
    for number in range(count):
        path = tuple((rng.randrange(SIZE), rng.randrange(SIZE)) for _ in range(3))
        base = stand(path[0], rng.randrange(100, 500), rng.randrange(100, 500), rng.randrange(3600))
        found[str(number)] = Mover(base, path, turns=True)
    return list(together(found, STEPS).values())


def touches(border: Border, base: Base) -> bool:
    return border.lies_under(base) if border.closed else border.comes_within(base.corners, 0)


def test_soundings_say_at_which_steps_a_walker_touches_a_border() -> None:
    rng = Random(8)
    for closed in (True, False):
        border = border_of(outline(rng), closed=closed)
        soundings = Soundings([border], SIZE, SIZE)
        touched = 0
        for walk in walks(rng, 25):
            surely, maybe = soundings.touched_along(walk)
            for step in range(STEPS + 1):
                exact = touches(border, walk.base(step))
                assert exact or not surely[step]
                assert maybe[step] or not exact
                touched += exact
        assert touched > 20


def test_of_a_walk_that_leaves_the_table_soundings_say_nothing() -> None:
    path = ((500, 500), (500, -500))
    (walk,) = together({"": Mover(stand(path[0], 300, 300), path, turns=True)}, STEPS).values()
    surely, maybe = Soundings([], 1000, 1000).touched_along(walk)
    assert not surely.any()
    assert maybe.all()


def test_what_a_walker_sweeps_over_holds_his_base_at_every_step_between() -> None:
    rng, asked, missed = Random(9), 0, 0
    for closed in (True, False):
        border = border_of(outline(rng), closed=closed)
        for walk in walks(rng, 60):
            first, last = sorted(rng.sample(range(1, STEPS + 1), 2))
            swept = walk.swept(first, last)
            if swept is None:
                continue
            touched = [touches(border, walk.base(step)) for step in range(first, last + 1)]
            assert touches(border, swept) or not any(touched)
            corners = [corner for step in range(first, last + 1) for corner in walk.base(step).corners]
            assert all(covers(swept.corners, corner) for corner in corners)
            asked += 1
            missed += not touches(border, swept)
    assert asked > 40
    assert missed > 20


def test_nothing_is_swept_over_round_a_corner_nor_from_where_one_still_faces_as_one_stood() -> None:
    path = ((1000, 1000), (2000, 1000), (2000, 2000))
    (walk,) = together({"": Mover(stand(path[0], 300, 300), path, turns=True)}, STEPS).values()
    assert walk.swept(1, STEPS) is None
    assert walk.swept(0, 2) is None
    assert walk.swept(1, 2) is not None
    (kept,) = together({"": Mover(stand(path[0], 300, 300), path)}, STEPS).values()
    assert kept.swept(1, 2) is None


def test_what_is_lazy_is_worked_out_once() -> None:
    class Count:
        times = 0

        @lazy
        def value(self) -> int:
            """How often it was worked out."""
            self.times += 1
            return self.times

    one = Count()
    assert [one.value, one.value] == [1, 1]
    assert Count().value == 1
