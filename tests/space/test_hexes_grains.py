"""Lines and grains: the ruling's own examples, and what holds between any two hexes."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from deadground.space.hexes import (
    Direction,
    Grain,
    Hex,
    Layout,
    alternate_grains,
    distance,
    grain,
    grains,
    is_grain,
    line,
    lines,
)

NEAR = st.builds(Hex, st.integers(-12, 12), st.integers(-12, 12))


def at(name: str) -> Hex:
    return Hex.named(name)


def chain(text: str) -> Grain:
    return tuple(at(name) for name in text.split("-"))


# lines


@given(NEAR, NEAR)
def test_a_line_has_a_hex_for_every_step_and_no_gap(a: Hex, b: Hex) -> None:
    for reading in lines(a, b):
        assert (reading[0], reading[-1]) == (a, b)
        assert len(reading) == distance(a, b) + 1
        assert all(distance(one, other) == 1 for one, other in pairwise(reading))
    assert lines(a, b)[0] == line(a, b)


@given(NEAR, NEAR)
def test_a_line_is_the_same_backwards(a: Hex, b: Hex) -> None:
    assert lines(b, a) == tuple(reading[::-1] for reading in lines(a, b))


@given(NEAR, NEAR)
def test_a_line_takes_the_hexes_that_lie_at_its_cuts(a: Hex, b: Hex) -> None:
    parts = max(1, distance(a, b))
    sheet = Layout(97 * parts)
    assert sheet.rise == 56 * parts
    (ax, ay), (bx, by) = sheet.centre(a), sheet.centre(b)
    cuts = [(ax + (bx - ax) // parts * i, ay + (by - ay) // parts * i) for i in range(distance(a, b) + 1)]
    here = [sheet.hexes_at(cut) for cut in cuts]
    assert line(a, b) == tuple(hexes[0] for hexes in here)
    assert lines(a, b)[-1] == tuple(hexes[-1] for hexes in here)


def test_along_a_hexside_a_line_has_two_readings() -> None:
    assert lines(at("W44"), at("Y44")) == (chain("W44-X43-Y44"), chain("W44-X44-Y44"))
    assert line(at("W44"), at("Y44")) == chain("W44-X43-Y44")
    assert lines(at("W44"), at("W47")) == (chain("W44-W45-W46-W47"),)
    assert lines(at("W44"), at("W44")) == ((at("W44"),),)


# grains


def test_the_grains_of_the_ruling() -> None:
    assert grain(at("W44"), at("Z42")) == chain("W44-X43-Y43-Z42")
    assert alternate_grains(at("W44"), at("Z43")) == (chain("W44-X43-Y44-Z43"),)
    assert alternate_grains(at("W44"), at("Z44")) == (chain("W44-X44-Y44-Z44"),)


def test_between_hexes_an_even_number_of_rows_apart_either_direction_may_come_first() -> None:
    expected = (chain("W44-X43-Y44-Z43-AA44"), chain("W44-X44-Y44-Z44-AA44"))
    assert alternate_grains(at("W44"), at("AA44")) == expected


def test_adjacent_hexes_are_joined_by_a_straight_grain_of_one_step() -> None:
    for near in at("W44").neighbours:
        assert grains(at("W44"), near) == ((at("W44"), near),)
        assert alternate_grains(at("W44"), near) == ()


def test_there_is_no_grain_to_the_hex_itself_nor_to_one_between_the_axes() -> None:
    assert grains(at("W44"), at("W44")) == ()
    assert grains(at("W44"), at("X46")) == (chain("W44-W45-X45-X46"),)
    assert grains(at("W44"), at("X47")) == ()
    assert grains(at("W44"), at("X48")) == ()


@given(NEAR, NEAR)
def test_grains_are_the_same_from_either_end(a: Hex, b: Hex) -> None:
    assert set(grains(b, a)) == {found[::-1] for found in grains(a, b)}
    assert all(is_grain(found) and is_grain(found[::-1]) for found in grains(a, b))


@given(NEAR, st.sampled_from(Direction), st.sampled_from((0, 1, -1)), st.integers(1, 15))
def test_every_walk_that_is_a_grain_is_found_and_no_other_shape(
    start: Hex, way: Direction, turn: int, length: int
) -> None:
    walk = [start]
    for i in range(length):
        walk.append(walk[-1].step(way.turned(turn) if i % 2 else way))
    assert is_grain(tuple(walk))
    assert tuple(walk) in grains(start, walk[-1])
    bent = (*walk, walk[-1].step(way.turned(2)))
    assert not is_grain(bent) or length == 1


@given(NEAR, NEAR)
def test_a_grain_is_a_reading_of_the_line(a: Hex, b: Hex) -> None:
    if a != b and grain(a, b):
        assert lines(a, b) == (grain(a, b),)
    if len(alternate_grains(a, b)) == 2:
        assert lines(a, b) == alternate_grains(a, b)
