"""Reach, routes and the shapes of cells."""

from __future__ import annotations

from fractions import Fraction
from heapq import heappop, heappush
from math import hypot

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from deadground.space.bases import Base, gap_is_within, overlap, round_base, stand
from deadground.space.cells import outlines, runs
from deadground.space.fields import Field, Obstacles, Window, filled
from deadground.space.going import Going, Surface
from deadground.space.ground import Ground, Piece, piece
from deadground.space.moves import DIRECTIONS, NEVER, Moves
from deadground.space.paths import Path, length
from deadground.space.plane import Point
from deadground.space.polygons import where_in
from deadground.space.reach import Reach, cheapest, reach, window_for
from deadground.space.routes import is_free, route
from deadground.space.walks import walk
from tests.space.tables import MOVES, SIZE, moved, points, random_table

GOING = Going({"woods": Fraction(3, 2)}, tolls={"wall": 254})
CENTRE = (6000, 6000)

seeds = st.integers(0, 10**6)
inner = st.tuples(st.integers(1000, SIZE - 1000), st.integers(1000, SIZE - 1000))


def cost_to(found: Reach, point: Point) -> int | None:
    """The cost to the cell in which a point lies; None if the mover cannot get there."""
    row, column = found.window.cell_of(point)
    if not found.window.holds(row, column) or found.costs[row, column] < 0:
        return None
    return int(found.costs[row, column])


def ground(*pieces: Piece) -> Ground:
    return Ground(SIZE, SIZE, pieces)


def block(id: str, kind: str, west: int, north: int, east: int, south: int) -> Piece:
    return piece(id, kind, "area", ((west, north), (east, north), (east, south), (west, south)))


def man(at: Point = CENTRE) -> Base:
    return round_base(at, 250)


# ---- cells


def test_runs_and_outlines_of_cells() -> None:
    cells = np.array([[1, 1, 0], [0, 1, 1]], dtype=np.bool_)
    assert runs(cells) == ((0, 0, 1), (1, 1, 2))
    assert outlines(cells) == (((0, 0), (2, 0), (2, 1), (3, 1), (3, 2), (1, 2), (1, 1), (0, 1)),)


def test_a_hole_runs_the_other_way_and_corners_keep_cells_apart() -> None:
    ring = np.ones((3, 3), dtype=np.bool_)
    ring[1, 1] = False
    assert outlines(ring) == (((0, 0), (3, 0), (3, 3), (0, 3)), ((1, 1), (1, 2), (2, 2), (2, 1)))
    diagonal = np.eye(2, dtype=np.bool_)
    assert len(outlines(diagonal)) == 2
    assert outlines(np.zeros((2, 2), dtype=np.bool_)) == ()


@given(st.lists(st.lists(st.booleans(), min_size=6, max_size=6), min_size=1, max_size=6))
def test_outlines_enclose_the_cells(rows: list[list[bool]]) -> None:
    cells = np.array(rows, dtype=np.bool_)
    area = sum(shapely.Polygon(line).area * (1 if is_clockwise(line) else -1) for line in outlines(cells))
    assert area == cells.sum()
    assert sum(last - first + 1 for _, first, last in runs(cells)) == cells.sum()


def is_clockwise(line: tuple[Point, ...]) -> bool:
    """With y to the south."""
    return shapely.LinearRing(line).is_ccw


# ---- fields


@given(seeds, inner)
def test_the_field_is_the_rate_at_every_fine_point(seed: int, at: Point) -> None:
    surface = Surface(random_table(seed), GOING)
    window = Window(at, 100, 5, 4, 6, 3)
    field = Field(window, surface, Obstacles(man(at)))
    for row, y in enumerate(window.ys.tolist()):
        for column, x in enumerate(window.xs.tolist()):
            assert Fraction(int(field.rates[row, column]), field.by) == surface.rate_at((x, y))


@given(seeds, inner)
def test_inside_a_polygon_is_what_exact_arithmetic_says(seed: int, at: Point) -> None:
    table = random_table(seed, 3)
    window = Window(at, 200, 4, 3, 4, 3)
    for one in table.pieces:
        if one.polygon:
            inside = filled(one.polygon, window.xs, window.ys)
            found = [(x, y) for y, x in zip(*np.nonzero(inside), strict=True)]
            assert all(where_in((int(window.xs[x]), int(window.ys[y])), one.polygon) == 1 for x, y in found)
            exact = sum(
                where_in((x, y), one.polygon) == 1 for x in window.xs.tolist() for y in window.ys.tolist()
            )
            assert len(found) == exact


# ---- reach


def test_reach_in_the_open_is_a_disc() -> None:
    found = reach(Surface(ground(), Going()), man(), 2000)
    cell = found.window.cell
    for row in range(found.window.rows):
        for column in range(found.window.columns):
            x, y = found.window.centre(row, column)
            away = hypot(x - 6000, y - 6000)
            assert bool(found.cells[row, column]) == (away <= 2000.5)
            if away <= 2000:
                assert abs((cost_to(found, (x, y)) or 0) - away) <= 0.52
    assert found.window.start == CENTRE
    assert cost_to(found, (6000 + 2000 + cell, 6000)) is None
    assert len(found.outlines) == 1


@pytest.mark.parametrize(("allowance", "reached"), [(999, False), (1000, True), (1001, True)])
def test_a_cell_exactly_at_the_allowance(allowance: int, reached: bool) -> None:
    assert reach(Surface(ground(), Going()), man(), allowance, cell=100).holds((7000, 6000)) is reached


def test_nothing_is_reached_with_nothing_to_spend() -> None:
    found = reach(Surface(ground(), Going()), man(), 0)
    assert found.runs == ((0, 0, 0),)
    assert cost_to(found, CENTRE) == 0


def test_impassable_ground_and_walls_are_gone_round_or_paid_for() -> None:
    lake = block("lake", "water", 6300, 5000, 6700, 7000)
    wet = reach(Surface(ground(lake), Going({"water": None})), man(), 3200, cell=100)
    assert not wet.holds((6500, 6000))
    round_it = cost_to(wet, (6900, 6000))
    assert round_it is not None
    assert 2464 <= round_it <= 2540
    line = piece("wall", "wall", "line", ((6500, 0), (6500, SIZE)))
    over = reach(Surface(ground(line), Going(tolls={"wall": 254})), man(), 1300, cell=100)
    assert cost_to(over, (7000, 6000)) == 1254
    assert cost_to(over, (6400, 6000)) == 400
    shut = reach(Surface(ground(line), Going(tolls={"wall": None})), man(), 5000)
    assert not shut.holds((6600, 6000))


def test_others_are_gone_round_and_not_stood_on() -> None:
    surface = Surface(ground(), Going())
    foe, friend = round_base((6500, 6000), 250), round_base((5500, 6000), 250)
    found = reach(surface, man(), 1500, Obstacles(man(), blockers=(foe,), occupied=(friend,)), cell=100)
    assert not found.holds((6500, 6000))
    assert not found.holds((5500, 6000))
    assert cost_to(found, (5200, 6000)) == 800
    far_side = cost_to(found, (6800, 6000))
    assert far_side is not None
    assert 976 <= far_side < 1040


@pytest.mark.parametrize("limit", [500, 508])
def test_a_distance_is_kept_from_enemies(limit: int) -> None:
    foe = round_base((7500, 6000), 250)
    found = reach(Surface(ground(), Going()), man(), 3000, Obstacles(man(), keep_away=((foe, limit),)))
    for row, column in zip(*np.nonzero(found.cells), strict=True):
        at = found.window.centre(int(row), int(column))
        assert not gap_is_within(man(at), foe, limit - 1)


def test_one_who_stands_too_near_may_leave() -> None:
    foe = stand((6200, 6000), 300, 300)
    mover = stand(CENTRE, 300, 300)
    found = reach(Surface(ground(), Going()), mover, 1000, Obstacles(mover, keep_away=((foe, 500),)))
    assert found.holds((5500, 6000))
    assert not found.holds((6100, 6000))


def test_bad_questions_are_named() -> None:
    surface = Surface(ground(), Going())
    with pytest.raises(ValueError, match="an allowance of -1 tenths"):
        reach(surface, man(), -1)
    with pytest.raises(ValueError, match="off the table"):
        reach(surface, man((-1, 0)), 10)
    with pytest.raises(ValueError, match="cells of 10 tenths; a multiple of 4 is wanted"):
        reach(surface, man(), 10, cell=10)
    with pytest.raises(ValueError, match=r"the goal .0, 12001. is off the table"):
        route(surface, man(), (0, SIZE + 1), 100)


def test_large_windows_get_larger_cells() -> None:
    table = Ground(60_000, 60_000, ())
    window = window_for(Surface(table, Going()), (30_000, 30_000), 40_000, None)
    assert window.rows * window.columns <= 40_000
    assert window.cell == 400


@pytest.mark.parametrize(("allowance", "cell"), [(0, 32), (1524, 44), (3200, 100), (9000, 100)])
def test_short_moves_get_smaller_cells(allowance: int, cell: int) -> None:
    assert window_for(Surface(ground(), Going()), CENTRE, allowance, None).cell == cell


def slow_costs(moves: Moves, allowance: int) -> dict[tuple[int, int], int]:
    """Dijkstra with a heap, one cell at a time."""
    costs: dict[tuple[int, int], int] = {}
    limit = allowance * moves.by + moves.by // 2
    heap = [
        (int(cost), (int(row), int(column)))
        for (row, column), cost in np.ndenumerate(moves.straight())
        if cost <= limit
    ]
    heap.sort()
    while heap:
        cost, at = heappop(heap)
        if at in costs:
            continue
        costs[at] = cost
        for which, (east, south) in enumerate(DIRECTIONS):
            total = cost + int(moves.steps[which][at])
            if total <= limit:
                heappush(heap, (total, (at[0] + south, at[1] + east)))
    return costs


@settings(max_examples=25)
@given(seeds, inner)
def test_costs_are_those_of_plain_dijkstra(seed: int, at: Point) -> None:
    surface = Surface(random_table(seed), GOING)
    window = window_for(surface, at, 1500, 100)
    moves = Moves(window, surface, Field(window, surface, Obstacles(man(at))))
    quick = cheapest(moves, 1500, None)
    slow = slow_costs(moves, 1500)
    assert {cell: int(cost) for cell, cost in np.ndenumerate(quick) if cost < NEVER} == slow


@settings(max_examples=40)
@given(seeds, inner, st.sampled_from(sorted(MOVES)))
def test_moving_the_table_moves_the_reach(seed: int, at: Point, how: str) -> None:
    move = MOVES[how]
    table = random_table(seed)
    foes = tuple(round_base((at[0] + 700 * i, at[1] + 300), 250) for i in (-1, 1))
    before = reach(Surface(table, GOING), man(at), 900, Obstacles(man(at), keep_away=((foes[0], 100),)))
    there = tuple(foe.moved(move(foe.at)) for foe in foes)
    obstacles = Obstacles(man(move(at)), keep_away=((there[0], 100),))
    after = reach(Surface(moved(table, move), GOING), man(move(at)), 900, obstacles)
    assert places(after) == {move(place): cost for place, cost in places(before).items()}


def places(found: Reach) -> dict[Point, int]:
    return {
        found.window.centre(int(row), int(column)): int(found.costs[row, column])
        for row, column in zip(*np.nonzero(found.cells), strict=True)
    }


@settings(max_examples=40)
@given(seeds, inner)
def test_a_cell_s_cost_is_about_the_exact_cost_of_the_way_there(seed: int, at: Point) -> None:
    surface = Surface(random_table(seed), GOING)
    found = reach(surface, man(at), 1500)
    row, column = found.nearest_to((at[0] + 900, at[1] + 400))
    way = found.way_to(row, column)
    exact = surface.cost(way).total
    told = int(found.costs[row, column])
    assert exact is not None
    tolls = 254 * (len(surface.cost(way).crossed) + 1)
    assert abs(exact - told) <= 25 * len(surface.cost(way).parts) + len(way) + (tolls if tolls > 254 else 0)


# ---- routes


def test_a_straight_way_is_straight() -> None:
    found = route(Surface(ground(), Going()), man(), (7003, 6507), 2000)
    assert found.path == (CENTRE, (7003, 6507))
    assert found.arrives
    assert found.cost == length(found.path)


@pytest.mark.parametrize(("allowance", "arrives"), [(999, False), (1000, True), (1001, True)])
def test_a_goal_exactly_at_the_allowance(allowance: int, arrives: bool) -> None:
    found = route(Surface(ground(), Going()), man(), (7000, 6000), allowance)
    assert found.arrives is arrives
    assert found.path[-1] == (6000 + min(allowance, 1000), 6000)
    assert found.whole == (CENTRE, (7000, 6000))


def test_a_way_round_a_lake() -> None:
    lake = block("lake", "water", 6300, 5000, 6700, 8000)
    surface = Surface(ground(lake), Going({"water": None}))
    found = route(surface, man(), (7000, 6000), 4000)
    assert found.arrives
    assert found.cost == surface.cost(found.path).total
    assert found.cost <= 2 * hypot(300, 1000) + 400 + 150
    assert len(found.path) <= 5


def test_a_road_is_worth_a_detour() -> None:
    road = piece("road", "road", "line", ((0, 6300), (SIZE, 6300)), width=300)
    surface = Surface(ground(road), Going({"road": Fraction(1, 3)}, roads=("road",)))
    found = route(surface, man(), (9000, 6000), 3000)
    assert found.arrives
    assert found.cost < 1800


def test_a_goal_too_far_gets_the_first_part_of_the_way() -> None:
    wall = block("lake", "water", 6300, 3000, 6700, 9000)
    surface = Surface(ground(wall), Going({"water": None}))
    found = route(surface, man(), (7000, 6000), 1000)
    assert not found.arrives
    assert found.whole[-1] == (7000, 6000)
    assert 995 <= found.cost <= 1000
    assert abs(found.path[-1][1] - 6000) > 900


def test_a_goal_that_cannot_be_reached_is_come_near_to() -> None:
    lake = block("lake", "water", 6500, 5500, 7500, 6500)
    found = route(Surface(ground(lake), Going({"water": None})), man(), (7000, 6000), 3000)
    assert not found.arrives
    assert abs(found.path[-1][0] - 7000) <= 610
    assert abs(found.path[-1][1] - 6000) <= 610


def test_a_route_ends_where_there_is_room() -> None:
    friend = stand((7000, 6000), 300, 300)
    mover = stand(CENTRE, 300, 300)
    obstacles = Obstacles(mover, occupied=(friend,))
    found = route(Surface(ground(), Going()), mover, (7050, 6000), 1050, obstacles)
    assert not overlap(mover.moved(found.path[-1]), friend)
    assert found.cost <= 1050


@settings(max_examples=40)
@given(seeds, inner, points, st.integers(0, 4000))
def test_a_route_keeps_to_its_allowance_and_clear_of_enemies(
    seed: int, at: Point, goal: Point, allowance: int
) -> None:
    surface = Surface(random_table(seed), Going({"woods": 2}, tolls={"wall": None}))
    foes = tuple(round_base((at[0] + x, at[1] + y), 250) for x, y in ((900, 0), (0, 900), (-800, -800)))
    obstacles = Obstacles(man(at), keep_away=tuple((foe, 300) for foe in foes))
    found = route(surface, man(at), goal, allowance, obstacles)
    assert found.path[0] == at
    assert found.cost == surface.cost(found.path).total
    assert found.cost <= allowance
    assert found.arrives == (found.path[-1] == goal)
    assert is_clear(found.path, at, foes)


def is_clear(path: Path, start: Point, foes: tuple[Base, ...]) -> bool:
    gone = walk(path, man(start))
    return not any(gap_is_within(gone.base(step), foe, 297) for step in range(gone.steps + 1) for foe in foes)


def test_a_leg_past_a_turned_stand_is_measured_to_its_edge() -> None:
    """A square of 300 turned by 45 degrees reaches 212 from its centre."""
    obstacles = Obstacles(Base((0, 0)), keep_away=((stand((1000, 1000), 300, 300, 450), 100),))
    assert is_free(((0, 687), (2000, 687)), obstacles)
    assert not is_free(((0, 690), (2000, 690)), obstacles)
    assert not is_free(((900, 1000), (1100, 1000)), obstacles)
