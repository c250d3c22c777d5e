"""Areas of hexes, loops and what they enclose, checked against shapely and against plain search."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st

from deadground.space.hex_areas import (
    Cost,
    HexMap,
    Loop,
    LoopError,
    OffMap,
    adjacent_areas,
    areas,
    border,
    cheapest_path,
    enclosed,
    fringe,
    is_connected,
    loop,
    loop_faults,
    meeting_faults,
    outside,
    reach,
)
from deadground.space.hexes import (
    Grain,
    Hex,
    Hexside,
    alternate_grains,
    distance,
    grain,
    ring,
)

WHOLE = HexMap.rectangle(32, 52)
"""The size of the campaign map."""

SMALL = HexMap.rectangle(12, 12)
SHEET = SMALL.layout(97)

SOME = st.frozensets(st.sampled_from(SMALL.hexes), max_size=90)


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


def single_steps(cycle: tuple[Hex, ...]) -> tuple[Grain, ...]:
    return tuple(pairwise((*cycle, cycle[0])))


ROOMY = [one for one in SMALL.hexes if all(near in SMALL for near in ring(one, 2))]


@st.composite
def cycles(draw: st.DrawFn) -> tuple[Hex, ...]:
    """A ring of hexes, pushed in and out at many places; it stays a simple cycle on the small map."""
    cycle = list(ring(draw(st.sampled_from(ROOMY)), 2))
    chance = Random(draw(st.integers(0, 10**9)))
    for _ in range(draw(st.integers(0, 150))):
        pushed(cycle, chance.randrange(len(cycle)), chance.randrange(6))
    return tuple(cycle)


def pushed(cycle: list[Hex], i: int, side: int) -> None:
    """Drop a hex if its neighbours in the cycle touch; else take the hex across, or a detour by a new hex."""
    before, here, after = cycle[i - 1], cycle[i], cycle[(i + 1) % len(cycle)]
    if distance(before, after) == 1 and side < 1 and len(cycle) > 6:
        del cycle[i]
        return
    ends = (before, after) if side < 4 else (here, after)
    new = [
        one for one in ends[0].neighbours if one in SMALL and one not in cycle and distance(one, ends[1]) == 1
    ]
    if new and side < 4:
        cycle[i] = new[0]
    elif new:
        cycle.insert(i + 1, new[side % len(new)])


# connected areas


def shut(walls: frozenset[Hex]) -> Cost:
    return lambda a, b: None if b in walls else 1


@given(SOME, st.sampled_from(SMALL.hexes), st.sampled_from(SMALL.hexes))
def test_reach_paths_and_areas_agree(walls: frozenset[Hex], start: Hex, goal: Hex) -> None:
    assume(start not in walls)
    free = [one for one in SMALL.hexes if one not in walls]
    found = reach(SMALL, start, shut(walls))
    assert next(part for part in areas(SMALL, free) if start in part) == tuple(found)
    path = cheapest_path(SMALL, start, goal, shut(walls))
    assert (path is not None) == (goal in found)
    if path:
        assert len(path) - 1 == found[goal]
        assert walls.isdisjoint(path)


@given(SOME)
def test_areas_are_what_a_plain_search_finds(some: frozenset[Hex]) -> None:
    parts = areas(SMALL, some)
    assert sorted(one for part in parts for one in part) == sorted(some)
    for part in parts:
        assert is_connected(SMALL, part)
        assert some.isdisjoint(fringe(SMALL, part))
    assert is_connected(SMALL, some) == (len(parts) <= 1)
    assert adjacent_areas(SMALL, parts) == ()


def test_areas_side_by_side() -> None:
    one, other, third = hexes("C3 C4"), hexes("C5 C6"), hexes("H8 H9")
    assert adjacent_areas(SMALL, [one, other, third]) == ((0, 1),)
    assert adjacent_areas(SMALL, [one, one]) == ((0, 1),)
    assert border(one, other) == (Hexside.named("C4-C5"),)
    assert border(one, third) == ()
    assert fringe(SMALL, one) == hexes("B2 B3 B4 C2 C5 D2 D3 D4")
    assert set(outside(SMALL, [one, other])) == set(SMALL.hexes) - {*one, *other}


@given(SOME, SOME)
def test_a_border_is_the_same_from_both_sides(one: frozenset[Hex], other: frozenset[Hex]) -> None:
    assert border(sorted(one), other) == border(sorted(other), one)


# loops and what they enclose


def test_a_loop_of_straight_and_zigzag_grains() -> None:
    chains = (straight("C3", "C8"), zigzag("C8", "G8", "D8"), straight("G8", "G3"), zigzag("G3", "C3", "F3"))
    made = loop(SMALL, chains)
    assert made.markers == hexes("C3 C8 G8 G3")
    assert len(made.hexes) == len(set(made.hexes)) == 5 + 4 + 5 + 4
    assert set(enclosed(SMALL, made.hexes)) == {Hex.at(row, n) for row in range(2, 7) for n in range(3, 9)}


def test_the_rim_of_the_map_encloses_the_whole_map() -> None:
    chains = (straight("A1", "A52"), zigzag("A52", "FF52"), straight("FF52", "FF1"), zigzag("FF1", "A1"))
    assert enclosed(WHOLE, loop(WHOLE, chains).hexes) == WHOLE.hexes


def test_the_map_edge_is_a_wall_only_where_the_loop_runs_along_it() -> None:
    edge, *others = straight("A4", "A10"), straight("A10", "D8"), straight("D8", "D5"), straight("D5", "A4")
    assert SMALL.edge_grains(at("A4"), at("A10")) == (edge,)
    whole = loop(SMALL, [edge, *others]).hexes
    assert set(enclosed(SMALL, whole)) - set(whole) == set(hexes("B5 B6 B7 B8 C6 C7 C8"))
    arch = {one for chain in others for one in chain}
    assert set(enclosed(SMALL, arch)) == arch


def test_where_a_loop_touches_itself_the_bay_behind_is_enclosed_too() -> None:
    outer, inner = ring(at("E5"), 2), ring(at("E5"), 1)
    closed = loop(SMALL, single_steps(outer + inner[::-1]))
    assert at("E5") in enclosed(SMALL, closed.hexes)
    wound = shapely.Polygon([SHEET.centre(one) for one in closed.hexes])
    assert not wound.covers(shapely.Point(SHEET.centre(at("E5"))))
    ajar = loop(SMALL, single_steps(outer[1:] + inner[:0:-1]))
    assert at("E5") not in enclosed(SMALL, ajar.hexes)


@given(cycles())
def test_enclosed_is_what_the_filled_shape_of_the_hexes_covers(cycle: tuple[Hex, ...]) -> None:
    made = loop(SMALL, single_steps(cycle))
    shape = shapely.union_all([shapely.Polygon(SHEET.corners(one)) for one in made.hexes])
    assert isinstance(shape, shapely.Polygon)
    filled = shapely.Polygon(shape.exterior)
    covered = [one for one in SMALL.hexes if filled.covers(shapely.Point(SHEET.centre(one)))]
    assert list(enclosed(SMALL, made.hexes)) == covered


@given(cycles())
def test_enclosed_is_what_the_loop_winds_round_where_it_does_not_touch_itself(cycle: tuple[Hex, ...]) -> None:
    wound = shapely.Polygon([SHEET.centre(one) for one in cycle])
    assert wound.is_valid
    round_which = {one for one in SMALL.hexes if wound.covers(shapely.Point(SHEET.centre(one)))}
    found = set(enclosed(SMALL, cycle))
    assert round_which <= found
    contacts = sum(distance(a, b) == 1 for i, a in enumerate(cycle) for b in cycle[:i])
    if contacts == len(cycle):
        assert round_which == found


@given(cycles(), cycles())
def test_several_loops_enclose_at_least_what_each_does(one: tuple[Hex, ...], other: tuple[Hex, ...]) -> None:
    together = set(enclosed(SMALL, (*one, *other)))
    assert together >= {*enclosed(SMALL, one), *enclosed(SMALL, other)}
    assert set(enclosed(SMALL, together)) == together
    assert {*outside(SMALL, [together]), *together} == set(SMALL.hexes)


def test_a_hex_and_a_single_grain_enclose_themselves() -> None:
    assert enclosed(SMALL, [at("F6")]) == (at("F6"),)
    assert enclosed(SMALL, straight("F6", "F9")) == straight("F6", "F9")
    assert enclosed(SMALL, []) == ()


def test_walls_off_the_map_are_refused() -> None:
    with pytest.raises(OffMap, match="Z1"):
        enclosed(SMALL, [at("Z1")])


@pytest.mark.parametrize(
    ("chains", "problems"),
    [
        ((), ["a loop needs grains"]),
        (((),), ["nothing is no grain"]),
        ((hexes("C3"),), ["C3 is no grain"]),
        ((hexes("C3 C5"),), ["C3-C5 is no grain"]),
        ((hexes("C3 C4 D4 D5 D6"),), ["C3-C4-D4-D5-D6 is no grain"]),
        ((hexes("C12 C13"),), ["not on this map: C13"]),
        (
            (straight("C3", "C6"), straight("C6", "F4")),
            ["the loop does not close: it begins in C3 and ends in F4"],
        ),
        (
            (straight("C3", "C6"), straight("C7", "F5"), straight("F5", "F4"), straight("F4", "C3")),
            ["a grain ends in C6 and the next begins in C7"],
        ),
        ((hexes("C3 C4"), hexes("C4 C3")), ["a loop has at least three hexes"]),
        ((straight("C3", "C6"), straight("C6", "C3")), ["more than once", "more than once"]),
    ],
)
def test_what_is_no_loop_is_refused_with_reasons(chains: tuple[Grain, ...], problems: list[str]) -> None:
    with pytest.raises(LoopError) as caught:
        loop(SMALL, chains)
    assert len(caught.value.faults) == len(problems)
    for fault, problem in zip(caught.value.faults, problems, strict=True):
        assert problem in fault.problem
        assert problem in str(caught.value)


def test_a_loop_that_crosses_itself_is_refused_where_it_does() -> None:
    triangle = (straight("C3", "F4"), straight("F4", "F1"), straight("F1", "C3"))
    assert loop_faults(SMALL, triangle) == ()
    eight = (straight("B3", "F5"), straight("F5", "F3"), straight("F3", "B5"), straight("B5", "B3"))
    faults = loop_faults(SMALL, eight)
    assert [(fault.at, fault.hexes) for fault in faults] == [(2, hexes("D4"))]
    assert faults[0].problem == "the loop comes to D4 more than once"


def test_two_loops_may_touch_only_at_a_marker() -> None:
    west = Loop((straight("D3", "D6"), straight("D6", "F5"), straight("F5", "F4"), straight("F4", "D3")))
    at_marker = Loop(single_steps(ring(at("D8"), 2)))
    assert loop_faults(SMALL, west.grains) == loop_faults(SMALL, at_marker.grains) == ()
    assert meeting_faults([west, at_marker]) == ()
    east = Loop((straight("C3", "C7"), straight("C7", "G5"), straight("G5", "C3")))
    assert loop_faults(SMALL, east.grains) == ()
    faults = meeting_faults([west, east])
    assert {(fault.at, *fault.hexes) for fault in faults} == {
        (i, one) for i in (0, 1) for one in hexes("E4 E6")
    }


@given(cycles())
def test_a_loop_is_a_loop_from_any_hex_and_either_way(cycle: tuple[Hex, ...]) -> None:
    chains = single_steps(cycle)
    assert loop_faults(SMALL, chains) == ()
    assert loop_faults(SMALL, (*chains[3:], *chains[:3])) == ()
    backwards = tuple(one[::-1] for one in reversed(chains))
    assert set(loop(SMALL, backwards).hexes) == set(cycle)
