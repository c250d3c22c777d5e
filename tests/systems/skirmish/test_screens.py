"""What is said to be surely hidden, to a tenth: there the rules see nothing; what is less sure is left to them.

NS-10, NS-40
"""

from __future__ import annotations

import numpy as np
import pytest

from deadground.core.citing import recording
from deadground.space.plane import Point
from deadground.systems.skirmish.game import ground_of
from deadground.systems.skirmish.quick import screens
from deadground.systems.skirmish.quick.screens import (
    Places,
    has_sharp_corner,
    in_arc,
    is_noted_hidden,
    lines_from,
    note_hidden,
)
from deadground.systems.skirmish.quick.screens import directions as vectors
from deadground.systems.skirmish.rules.sight.line_of_sight import facing_towards, has_los
from deadground.systems.skirmish.state import SkirmishState
from deadground.testing import bounds
from tests.systems.skirmish.table import foe, man, point, table

INCH = 254
NEAR, FAR = 20 * INCH, 28 * INCH
"""The sides of the square in the middle, 8" wide."""

SQUARE = "polygon: [[20, 20], [28, 20], [28, 28], [20, 28]]"
HOUSE = f"  - {{id: house, kind: structure, {SQUARE}}}"
WOOD = f"  - {{id: wood, kind: woods, {SQUARE}}}"
HILL = f"  - {{id: hill, kind: hill, level: 1, {SQUARE}}}"
HEDGE = "  - {id: hedge, kind: hedge, line: [[20, 20], [28, 20]]}"


def ground_with(pieces: str) -> SkirmishState:
    return table(man("a", (1, 1)), foe("x", (47, 47)), pieces=pieces)


def blocked_at(state: SkirmishState, places: list[Point], stands: Point) -> list[bool]:
    xs, ys = np.array(places, dtype=np.int64).T
    return [bool(one) for one in Places(ground_of(state), xs, ys).hidden_from(stands)]


def surely(state: SkirmishState, start: Point, end: Point) -> bool:
    """Whether a line is surely blocked; whatever is, the rules must find blocked too, both ways."""
    found = blocked_at(state, [start], end)
    a, x = state.figures["a"], state.figures["x"]
    a.at, x.at = start, end
    a.facing, x.facing = facing_towards(a, x.at), facing_towards(x, a.at)
    seen = has_los(state, a, x) or has_los(state, x, a)
    assert not (found[0] and seen)
    return found[0]


def lines(y: int) -> list[tuple[Point, Point]]:
    """The line through the square at this height from west to east, from east to west, and the same upright."""
    west, east = 10 * INCH, 40 * INCH
    return [((west, y), (east, y)), ((east, y), (west, y)), ((y, west), (y, east)), ((y, east), (y, west))]


@bounds("NUTS-LOS-01")
@pytest.mark.parametrize("pieces", [HOUSE, WOOD, HILL])
@pytest.mark.parametrize(("off", "sure"), [(20, False), (21, True), (4 * INCH, True)])
def test_a_line_two_millimetres_from_the_corners_is_surely_blocked(pieces: str, off: int, sure: bool) -> None:
    state = ground_with(pieces)
    for y in (NEAR + off, FAR - off):
        assert [surely(state, *line) for line in lines(y)] == [sure] * 4


@bounds("NUTS-LOS-01")
@pytest.mark.parametrize("pieces", [HOUSE, WOOD])
def test_a_line_that_ends_before_the_piece_is_not_blocked(pieces: str) -> None:
    state, y = ground_with(pieces), 24 * INCH
    west, east = (10 * INCH, y), (40 * INCH, y)
    assert not surely(state, west, (NEAR - 1, y))
    assert not surely(state, (NEAR - 1, y), west)
    assert not surely(state, east, (FAR + 1, y))
    assert surely(state, (NEAR - 1, y), (FAR + 1, y))
    assert surely(state, (FAR + 1, y), (NEAR - 1, y))


@bounds("NUTS-LOS-04")
@pytest.mark.parametrize(("deep", "sure"), [(INCH, False), (INCH + 1, False), (INCH + 2, True)])
def test_one_deeper_in_a_wood_than_its_edge_does_not_see_out(deep: int, sure: bool) -> None:
    """The walker, where a tenth is allowed for rounding."""
    state = ground_with(WOOD)
    assert surely(state, (NEAR + deep, 24 * INCH), (10 * INCH, 24 * INCH)) is sure
    assert surely(state, (FAR - deep, 24 * INCH), (40 * INCH, 24 * INCH)) is sure


@bounds("NUTS-LOS-04")
@pytest.mark.parametrize(("deep", "sure"), [(INCH - 1, False), (INCH, False), (INCH + 1, True)])
def test_one_who_stands_deeper_in_a_wood_than_its_edge_does_not_see_out(deep: int, sure: bool) -> None:
    state = ground_with(WOOD)
    assert surely(state, (10 * INCH, 24 * INCH), (NEAR + deep, 24 * INCH)) is sure
    assert surely(state, (40 * INCH, 24 * INCH), (FAR - deep, 24 * INCH)) is sure


@bounds("NUTS-LOS-01")
@pytest.mark.parametrize(("deep", "sure"), [(INCH, False), (INCH + 2, True)])
def test_one_deeper_in_a_house_than_a_window_does_not_see_out(deep: int, sure: bool) -> None:
    state = ground_with(HOUSE)
    inside, outside = (NEAR + deep, 24 * INCH), (10 * INCH, 24 * INCH)
    assert surely(state, inside, outside) is sure
    assert surely(state, outside, inside) is sure


@bounds("NUTS-LOS-04")
@pytest.mark.parametrize(
    ("inside", "sure"),
    [(2 * INCH, False), (2 * INCH + 1, False), (2 * INCH + 3, False), (2 * INCH + 4, True), (3 * INCH, True)],
)
def test_one_at_the_edge_sees_out_along_two_inches_of_wood(inside: int, sure: bool) -> None:
    """He is half an inch from the north side, and looks west along it: so much of his line lies inside."""
    state = ground_with(WOOD)
    here, there = (NEAR + inside, NEAR + INCH // 2), (10 * INCH, NEAR + INCH // 2)
    assert surely(state, here, there) is sure, "who walks is inside"
    assert surely(state, there, here) is sure, "who stands is inside"
    assert has_los(state, state.figures["a"], state.figures["x"]) is (inside <= 2 * INCH)


@bounds("NUTS-LOS-01")
@pytest.mark.parametrize(("off", "sure"), [(INCH, False), (INCH + 2, True)])
def test_a_hedge_hides_both_only_if_neither_is_close_to_it(off: int, sure: bool) -> None:
    state, x = ground_with(HEDGE), 24 * INCH
    assert surely(state, (x, NEAR - off), (x, 40 * INCH)) is sure
    assert surely(state, (x, 40 * INCH), (x, NEAR - off)) is sure
    assert surely(state, (x, NEAR + off), (x, 5 * INCH)) is sure


@bounds("NUTS-LOS-01")
def test_one_who_stands_an_inch_from_a_hedge_looks_over_it() -> None:
    """A tenth more, and he does not; of one who walks that is said a tenth later."""
    state, x = ground_with(HEDGE), 24 * INCH
    assert surely(state, (x, 40 * INCH), (x, NEAR - INCH - 1))
    assert not surely(state, (x, NEAR - INCH - 1), (x, 40 * INCH))


@bounds("NUTS-LOS-01")
@pytest.mark.parametrize(("level", "sure"), [(0, True), (1, False), (2, False)])
def test_a_hill_hides_those_behind_it_unless_one_stands_as_high(level: int, sure: bool) -> None:
    y = 24 * INCH
    other = (
        f"  - {{id: other, kind: hill, level: {level}, polygon: [[38, 20], [44, 20], [44, 28], [38, 28]]}}"
    )
    state = ground_with(HILL + ("\n" + other if level else ""))
    assert surely(state, (10 * INCH, y), (40 * INCH, y)) is sure
    assert surely(state, (10 * INCH, y), (30 * INCH, y)), "on low ground behind it"
    assert not surely(state, (10 * INCH, y), (24 * INCH, y)), "on the hill itself"
    assert not surely(state, (24 * INCH, y), (10 * INCH, y)), "the walker on the hill"


ALL = f"""
{WOOD}
  - {{id: house, kind: structure, polygon: [[4, 20], [12, 20], [12, 28], [4, 28]]}}
  - {{id: hill, kind: hill, level: 1, polygon: [[36, 20], [44, 20], [44, 28], [36, 28]]}}
  - {{id: hedge, kind: hedge, line: [[2, 36], [46, 36]]}}
"""

PLACES = [(x, y) for x in (8, 16, 24, 32, 40) for y in (16.5, 20.5, 24, 30, 35.5, 40)]


@bounds("NUTS-LOS-01", "NUTS-LOS-04")
@pytest.mark.parametrize("at", PLACES)
def test_what_is_asked_together_is_answered_one_by_one(at: tuple[float, float]) -> None:
    """Away from corners all that is blocked by wood, house, hill or hedge is surely so."""
    state, stands = ground_with(ALL), point(at)
    places = [there for x, y in PLACES if (there := point((x + 0.3, y))) != stands]
    apart = [surely(state, there, stands) for there in places]
    together = blocked_at(state, places, stands)
    assert together == apart


@bounds("NUTS-LOS-01")
def test_lines_are_noted_together_from_five_on_unless_citations_are_heard(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = ground_with(HOUSE)
    ground, at = ground_of(state), (10 * INCH, 24 * INCH)
    behind = [(40 * INCH, 24 * INCH + i) for i in range(6)]
    assert all(surely(state, there, at) for there in behind)
    with recording():
        note_hidden(ground, at, behind)
    assert not lines_from(ground, at), "citations are heard"
    monkeypatch.setattr(screens, "HIDDEN", {})
    monkeypatch.setattr(screens, "is_quick", lambda: True)
    note_hidden(ground, at, behind[:4])
    assert not screens.HIDDEN, "so few are left to the rules"
    note_hidden(ground, at, [*behind[:4], at])
    assert not screens.HIDDEN, "his own place is no line"
    note_hidden(ground, at, behind[:5])
    noted = [is_noted_hidden(ground, at, there) for there in behind]
    assert noted == [is_noted_hidden(ground, there, at) for there in behind] == [True] * 5 + [False]
    note_hidden(ground, at, behind)
    assert not is_noted_hidden(ground, at, behind[5]), "the others are known: one alone is left to the rules"
    monkeypatch.setattr(screens, "is_quick", lambda: False)
    assert not is_noted_hidden(ground, at, behind[0])


@bounds("NUTS-LOS-01")
def test_when_too_many_lines_are_noted_all_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    state = ground_with(HOUSE)
    ground, at = ground_of(state), (10 * INCH, 24 * INCH)
    first, second, third = ([(40 * INCH, y * INCH + i) for i in range(5)] for y in (22, 24, 26))
    assert surely(state, first[0], at)
    monkeypatch.setattr(screens, "HIDDEN", {})
    monkeypatch.setattr(screens, "MOST_NOTED", 10)
    monkeypatch.setattr(screens, "is_quick", lambda: True)
    note_hidden(ground, at, first)
    note_hidden(ground, at, second)
    assert len(screens.HIDDEN[ground]) == 11, "ten places and his own are not too many"
    note_hidden(ground, at, third)
    assert len(screens.HIDDEN[ground]) == 6


@bounds("NUTS-LOS-01")
def test_only_a_corner_of_less_than_ten_degrees_is_too_sharp() -> None:
    """Its tangent is the root of one part in 32."""
    state = ground_with("  - {id: sliver, kind: woods, polygon: [[20, 20], [28, 20], [28, 20.5]]}")
    assert not surely(state, (27 * INCH, 10 * INCH), (27 * INCH, 40 * INCH))
    rise = round(1000 / 32**0.5)
    assert has_sharp_corner(((0, 0), (1000, 0), (1000, rise - 1)))
    assert not has_sharp_corner(((0, 0), (1000, 0), (1000, rise + 1)))
    for turned in range(3):
        corners = [(0, 0), (1000, 0), (1000, 100)]
        assert has_sharp_corner(tuple(corners[turned:] + corners[:turned]))
        assert has_sharp_corner(tuple(reversed(corners[turned:] + corners[:turned])))
    assert not has_sharp_corner(((0, 0), (1000, 0), (2000, 0), (1000, 1000))), "a straight angle is none"


@bounds("NUTS-LOS-02")
@pytest.mark.parametrize(
    ("at", "looks", "stands_looks", "seen"),
    [
        ((0, 0), 0, 1800, False),
        ((0, 0), 1800, 1800, True),
        ((0, 0), 0, 0, True),
        ((0, 0), 900, 1800, True),
        ((0, 0), 899, 1800, False),
        ((0, 0), 2700, 1800, True),
        ((0, 0), 2701, 1800, False),
        ((0, 0), 0, 901, False),
        ((0, 0), 0, 900, True),
        ((1, 0), 0, 900, True),
        ((-1, 0), 0, 900, False),
        ((-1, 0), 0, 2700, True),
    ],
)
def test_front_arcs_reach_to_the_sides_and_no_further(
    at: Point, looks: int, stands_looks: int, seen: bool
) -> None:
    """The other stands 10" south of the walker; a half circle each, its border with it."""
    state = ground_with("")
    a, x = state.figures["a"], state.figures["x"]
    a.at, a.facing = (24 * INCH + at[0], 20 * INCH + at[1]), looks
    x.at, x.facing = (24 * INCH, 30 * INCH), stands_looks
    xs, ys = np.array([a.at], dtype=np.int64).T
    assert in_arc(xs, ys, vectors([looks]), x.at, x.facing).tolist() == [seen]
    assert (has_los(state, a, x) or has_los(state, x, a)) is seen
