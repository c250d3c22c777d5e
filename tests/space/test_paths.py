"""Paths: lengths, places along them, faults; and what they cost over ground."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from deadground.space import paths
from deadground.space.going import Going, GoingError, Rate, Surface
from deadground.space.ground import Ground, Piece, piece
from deadground.space.plane import EAST, NORTH, SOUTH, Point, distance
from deadground.space.polygons import widened
from tests.space.tables import MOVES, SIZE, moved, points, random_table

L_SHAPE = ((0, 0), (300, 0), (300, 400))
WOOD = ((1000, 0), (2000, 0), (2000, 4000), (1000, 4000))

ways = st.lists(points, min_size=1, max_size=6).map(paths.without_repeats)
seeds = st.integers(0, 10**6)


def ground(*pieces: Piece) -> Ground:
    return Ground(SIZE, SIZE, pieces)


def wood(id: str = "wood", kind: str = "woods", **tags: bool) -> Piece:
    return piece(id, kind, "area", WOOD, tags=tags)


def wall(*line: Point, width: int = 0) -> Piece:
    return piece("wall", "hedge", "line", line, width=width)


def cost(path: paths.Path, table: Ground, going: Going) -> int | None:
    return Surface(table, going).cost(path).total


# ---- the path itself


def test_legs_add_as_whole_numbers() -> None:
    assert paths.length(L_SHAPE) == 700
    assert paths.length(((0, 0), (1, 1), (2, 2))) == 2
    assert paths.length(((5, 5),)) == 0


def test_a_place_along_a_path_is_rounded_once() -> None:
    assert paths.point_at(L_SHAPE, 0) == (0, 0)
    assert paths.point_at(L_SHAPE, 300) == (300, 0)
    assert paths.point_at(L_SHAPE, 301) == (300, 1)
    assert paths.point_at(((0, 0), (10, 0)), 1, 2) == (1, 0)
    assert paths.point_at(((0, 0), (-10, 0)), 1, 2) == (-1, 0)
    assert paths.point_at(((0, 0), (10, 0)), 1, 3) == (0, 0)


def test_a_place_beyond_the_end_is_refused() -> None:
    assert paths.point_at(L_SHAPE, 700) == (300, 400)
    for at in (-1, 701):
        with pytest.raises(ValueError, match="tenths along a path that is 700 tenths long"):
            paths.point_at(L_SHAPE, at)


def test_a_corner_is_faced_as_one_came() -> None:
    facings = [paths.facing_at(L_SHAPE, at) for at in (0, 300, 301, 700)]
    assert facings == [EAST, EAST, SOUTH, SOUTH]
    assert paths.facing_at(((5, 5),), 0, otherwise=1234) == 1234
    assert paths.facing_at(((5, 5), (5, 5), (5, 0)), 0) == NORTH


def test_a_path_is_cut_in_two() -> None:
    assert paths.cut(L_SHAPE, 300) == ((0, 0), (300, 0))
    assert paths.cut(L_SHAPE, 310) == ((0, 0), (300, 0), (300, 10))
    assert paths.cut(L_SHAPE, 0) == ((0, 0),)
    assert paths.rest(L_SHAPE, 300) == ((300, 0), (300, 400))
    assert paths.rest(L_SHAPE, 310) == ((300, 10), (300, 400))
    assert paths.rest(L_SHAPE, 700) == ((300, 400),)


@given(ways, st.integers(0, 100))
def test_a_cut_path_measures_what_it_was_cut_to(path: paths.Path, part: int) -> None:
    at = paths.length(path) * part // 100
    assert abs(paths.length(paths.cut(path, at)) - at) <= 1
    assert paths.cut(path, at)[-1] == paths.rest(path, at)[0]


def test_turns_are_counted_where_the_direction_changes() -> None:
    assert paths.turns(((0, 0), (10, 0), (20, 0))) == 0
    assert paths.turns(((0, 0), (10, 0), (10, 10), (20, 10))) == 2
    assert paths.turns(((0, 0), (10, 0), (5, 0))) == 1
    assert paths.turns(((0, 0),)) == 0


def test_faults_come_as_data_all_at_once() -> None:
    table = ground()
    path = ((0, 0), (100, 0), (100, 0), (SIZE + 1, 0))
    found = paths.faults(path, table, start=(1, 0), limit=600)
    assert [(fault.kind, fault.at) for fault in found] == [
        ("start", 0),
        ("no_leg", 2),
        ("off_table", 3),
        ("length", 3),
    ]
    assert found[-1].over == SIZE + 1 - 600
    assert paths.faults((), table)[0].kind == "empty"
    many = tuple((x, 0) for x in range(paths.MOST_LEGS + 2))
    assert [fault.kind for fault in paths.faults(many, table)] == ["legs"]


@pytest.mark.parametrize(("limit", "kinds"), [(699, ["length"]), (700, []), (701, [])])
def test_a_path_exactly_as_long_as_allowed(limit: int, kinds: list[str]) -> None:
    assert [fault.kind for fault in paths.faults(L_SHAPE, ground(), limit=limit)] == kinds


def test_edges_of_the_table_are_on_it() -> None:
    corners = ((0, 0), (SIZE, 0), (SIZE, SIZE), (0, SIZE))
    assert paths.faults(corners, ground()) == []


# ---- its cost


def test_a_stretch_costs_its_length_times_its_rate() -> None:
    table = ground(wood())
    found = Surface(table, Going({"woods": 2})).cost(((0, 500), (3000, 500)))
    assert found.total == 4000
    assert [(part.piece, part.begins, part.ends, part.cost) for part in found.parts] == [
        ("", 0, 1000, 1000),
        ("wood", 1000, 2000, 2000),
        ("", 2000, 3000, 1000),
    ]
    assert found.by_piece == {"": 2000, "wood": 2000}


def test_a_stretch_is_rounded_to_the_nearest_tenth_half_up() -> None:
    table = ground(wood())
    assert cost(((1100, 100), (1101, 100)), table, Going({"woods": Fraction(3, 2)})) == 2
    assert cost(((1100, 100), (1101, 100)), table, Going({"woods": Fraction(4, 3)})) == 1


def test_stretches_over_one_piece_are_rounded_once_however_many_legs() -> None:
    path = tuple((1100 + x, 100) for x in range(11))
    assert cost(path, ground(wood()), Going({"woods": Fraction(3, 2)})) == 15


def test_the_topmost_piece_counts_and_height_does_not() -> None:
    table = ground(wood(), wood("clearing", "field"), wood("hill", "hill"), wood("sign", "smoke"))
    path = ((1100, 100), (1200, 100))
    assert cost(path, table, Going({"woods": 3, "field": 2})) == 200
    assert cost(path, table, Going({"woods": 3})) == 300
    assert cost(path, table, Going({"woods": 3, "field": 2, "hill": 4})) == 400


def test_a_road_counts_before_what_lies_on_it_if_it_is_followed() -> None:
    road = piece("road", "road", "line", ((0, 500), (4000, 500)), width=200)
    table = ground(road, wood())
    path = ((0, 500), (3000, 500))
    rates: dict[str, Rate] = {"woods": 2, "road": Fraction(1, 2)}
    assert cost(path, table, Going(rates, roads=("road",))) == 1500
    assert cost(path, table, Going(rates)) == 1000 // 2 + 2000 + 1000 // 2
    assert cost(path, table, Going({"woods": 2})) == 4000


def test_tags_may_give_a_piece_another_name() -> None:
    steep = wood("steep", "hill", steep=True)
    going = Going({"steep hill": 2}, called=lambda one: "steep hill" if one.tags.get("steep") else one.kind)
    assert cost(((0, 100), (3000, 100)), ground(steep), going) == 4000


def test_impassable_ground_stops_a_path_at_its_edge() -> None:
    surface = Surface(ground(wood(kind="water")), Going({"water": None}))
    path = ((0, 100), (3000, 100))
    assert surface.cost(path).total is None
    assert surface.within(path, 99_999) == ((0, 100), (1000, 100))
    assert surface.cost(((0, 0), (3000, 0))).total == 3000
    assert surface.rate_at((1500, 100)) is None
    assert surface.rate_at((1000, 100)) == 1


@pytest.mark.parametrize(
    ("path", "total"),
    [
        (((0, 50), (999, 50)), 999),
        (((0, 50), (1000, 50)), 1000 + 254),
        (((0, 50), (2000, 50)), 2000 + 254),
        (((1000, 50), (2000, 50)), 1000),
        (((0, 50), (1000, 50), (2000, 50)), 2000 + 254),
        (((0, 50), (1000, 50), (1000, 80), (0, 80)), 1000 + 30 + 1000 + 254),
        (((0, 50), (1010, 50), (0, 60)), 1010 * 2 + 2 * 254),
    ],
)
def test_a_thin_line_is_paid_for_on_reaching_it(path: paths.Path, total: int) -> None:
    assert cost(path, ground(wall((1000, 0), (1000, 100))), Going(tolls={"hedge": 254})) == total


def test_a_thin_line_cannot_be_slipped_past_beside_a_lattice_point() -> None:
    table = ground(wall((1000, 0), (1003, 1000)))
    for x in range(998, 1006):
        path = ((0, 500), (x, 500), (2000, 500))
        assert cost(path, table, Going(tolls={"hedge": 254})) == 2000 + 254


def test_a_line_with_a_width_is_paid_for_on_entering() -> None:
    table = ground(wall((1000, 0), (1000, 1000), width=20))
    going = Going(tolls={"hedge": 100})
    assert cost(((0, 500), (2000, 500)), table, going) == 2100
    assert cost(((0, 500), (1000, 500), (2000, 500)), table, going) == 2100
    assert cost(((1000, 500), (2000, 500)), table, going) == 1000


def test_a_line_that_cannot_be_crossed() -> None:
    surface = Surface(ground(wall((1000, 0), (1000, 1000))), Going(tolls={"hedge": None}))
    path = ((0, 500), (2000, 500))
    assert surface.cost(path).total is None
    assert surface.within(path, 5000) == ((0, 500), (999, 500))


@pytest.mark.parametrize(
    ("allowance", "end"),
    [(0, 0), (999, 999), (1000, 1000), (1001, 1000), (1002, 1001), (1003, 1001), (1004, 1002)],
)
def test_where_an_allowance_runs_out(allowance: int, end: int) -> None:
    """At double rate two tenths of allowance lead one tenth on."""
    surface = Surface(ground(wood()), Going({"woods": 2}))
    reached = surface.within(((0, 100), (3000, 100)), allowance)
    spent = surface.cost(reached).total
    assert reached[-1][0] == end
    assert spent is not None
    assert spent <= allowance


@pytest.mark.parametrize("rate", [0, -1, 1.5, True])
def test_a_rate_that_means_nothing_is_named(rate: object) -> None:
    with pytest.raises(GoingError, match="the rate of marsh is"):
        Going({"marsh": rate})  # type: ignore[dict-item]


def test_other_bad_going_is_named() -> None:
    with pytest.raises(GoingError, match="the toll of wall is -1"):
        Going(tolls={"wall": -1})
    with pytest.raises(GoingError, match="the road track has no rate"):
        Going(roads=("track",))
    with pytest.raises(ValueError, match="at least one point"):
        Surface(ground(), Going()).cost(())


GOING = Going(
    {"woods": Fraction(3, 2), "rubble": 2, "marsh": Fraction(7, 3), "road": Fraction(2, 3)},
    tolls={"wall": 254},
    roads=("road",),
)


def varied(seed: int) -> Ground:
    """A random table whose areas are of several kinds."""
    rng = Random(seed)
    kinds = ("woods", "rubble", "marsh", "field")
    table = random_table(seed)
    areas = [
        piece(one.id, rng.choice(kinds), "area", one.points) if one.polygon else one for one in table.pieces
    ]
    return Ground(SIZE, SIZE, areas)


@given(seeds, ways)
def test_the_cost_is_the_integral_of_the_rate(seed: int, path: paths.Path) -> None:
    """Sampled every twenty tenths; at each change of piece the sum may be off by a step."""
    surface = Surface(varied(seed), GOING)
    whole = surface.cost(path)
    along = paths.marks(path)
    sampled = sum(
        float(surface.rate_at(paths.place(path, along, at + 10)[0]) or 0) * 20
        for at in range(0, along[-1] - 19, 20)
    )
    tolls = sum(line.cost or 0 for line in whole.crossed)
    assert whole.total is not None
    assert abs(whole.total - tolls - sampled) <= 40 * (len(whole.parts) + 1)


@given(seeds, ways)
def test_lengths_inside_pieces_agree_with_shapely(seed: int, path: paths.Path) -> None:
    table = random_table(seed, 1)
    area = next((one for one in table.pieces if one.polygon), None)
    if area is None or len(path) < 2:
        return
    found = Surface(table, Going({"woods": 2})).cost(path)
    ours = sum(part.ends - part.begins for part in found.parts if part.piece)
    theirs = shapely.LineString(path).intersection(shapely.Polygon(area.polygon))
    legs_inside = sum(
        shapely.LineString(leg).intersection(shapely.Polygon(area.polygon)).length for leg in paths.legs(path)
    )
    on_edge = shapely.LineString(path).intersection(shapely.Polygon(area.polygon).exterior).length
    assert theirs.length <= legs_inside + 1
    assert abs(ours - legs_inside) <= 2 * (len(found.parts) + len(path)) + on_edge


@given(seeds, ways)
def test_the_parts_make_up_the_path(seed: int, path: paths.Path) -> None:
    found = Surface(varied(seed), GOING).cost(path)
    assert sum(part.ends - part.begins for part in found.parts) == paths.length(path)
    assert all(
        a.ends == b.begins and a.end == b.start for a, b in zip(found.parts, found.parts[1:], strict=False)
    )
    assert found.up_to(paths.length(path)) == found.total


@given(seeds, ways, st.sampled_from(sorted(MOVES)))
def test_moving_the_table_changes_no_cost(seed: int, path: paths.Path, how: str) -> None:
    move = MOVES[how]
    table = varied(seed)
    before = Surface(table, GOING).cost(path)
    after = Surface(moved(table, move), GOING).cost(tuple(map(move, path)))
    assert after.total == before.total
    assert after.by_piece == before.by_piece
    assert [move(part.end) for part in before.parts] == [part.end for part in after.parts]


@given(seeds, ways, st.integers(0, 20_000))
def test_an_allowance_is_kept_to_and_used_up(seed: int, path: paths.Path, allowance: int) -> None:
    surface = Surface(varied(seed), GOING)
    kept = surface.within(path, allowance)
    spent = surface.cost(kept).total
    assert spent is not None
    assert spent <= allowance
    if kept[-1] != path[-1]:
        reached = paths.length(kept)
        for at in range(reached + 2, min(reached + 6, paths.length(path))):
            further = surface.cost(paths.cut(path, at)).total
            assert further is None or further > allowance


def test_a_toll_that_cannot_be_paid_stops_before_the_line() -> None:
    surface = Surface(ground(wall((1000, 0), (1000, 1000))), Going(tolls={"hedge": 100}))
    path = ((0, 500), (2000, 500))
    assert surface.within(path, 1099) == ((0, 500), (999, 500))
    assert surface.within(path, 1100) == ((0, 500), (1000, 500))
    assert distance(*surface.within(path, 1101)) == 1001


@given(ways, st.integers(1, 61), st.sampled_from(sorted(MOVES)))
def test_a_line_has_the_same_width_wherever_it_lies(line: paths.Path, width: int, how: str) -> None:
    if len(line) > 1:
        before = {MOVES[how](point) for point in widened(line, width)}
        assert set(widened(tuple(map(MOVES[how], line)), width)) == before
