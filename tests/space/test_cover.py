"""The nearest cover, from which an enemy can or cannot be seen."""

from __future__ import annotations

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from deadground.space.bases import Base, round_base
from deadground.space.cover import MOST_ASKED, Cover, nearest_cover
from deadground.space.ground import Ground, Piece, piece
from deadground.space.plane import Point, distance
from deadground.space.polygons import covers
from deadground.space.sight import trace
from tests.space.tables import SIZE, random_table

WOOD = piece("wood", "woods", "area", ((1000, 0), (2000, 0), (2000, 1000), (1000, 1000)))
WALL = piece("wall", "wall", "line", ((1000, 0), (1000, 1000)))


def ground(*pieces: Piece) -> Ground:
    return Ground(SIZE, SIZE, pieces)


def man(at: Point) -> Base:
    return round_base(at, 100)


def is_woods(one: Piece) -> bool:
    return one.kind == "woods"


def anything(_: Piece) -> bool:
    return True


def unseen(_: Point) -> bool:
    return False


@pytest.mark.parametrize(("within", "found"), [(499, False), (500, True), (501, True)])
def test_the_nearest_place_in_a_wood_is_abreast_on_its_edge(within: int, found: bool) -> None:
    cover = nearest_cover(ground(WOOD), man((500, 500)), within, is_woods, unseen, lies=("in",))
    assert cover == (Cover((1000, 500), "wood", "in", 500) if found else None)


def test_one_who_stands_in_cover_stays() -> None:
    assert nearest_cover(ground(WOOD), man((1500, 500)), 600, is_woods, unseen) == Cover(
        (1500, 500), "wood", "in", 0
    )


@pytest.mark.parametrize(("x", "stays"), [(946, False), (947, True), (960, True)])
def test_one_who_stands_at_a_wall_stays(x: int, stays: bool) -> None:
    at_wall = nearest_cover(ground(WALL), man((x, 500)), 600, anything, unseen)
    assert at_wall is not None
    assert (at_wall.distance == 0) is stays


def test_a_place_behind_a_wall_is_a_base_away_from_it_on_either_side() -> None:
    table = ground(WALL)
    near = nearest_cover(table, man((500, 500)), 2000, anything, unseen)
    assert near == Cover((949, 500), "wall", "behind", 449)
    far = nearest_cover(table, man((500, 500)), 2000, anything, lambda at: at[0] < 1000)
    assert far == Cover((1051, 500), "wall", "behind", 551)


def test_behind_a_house_that_cannot_be_entered() -> None:
    """An enemy in the west; the nearest place out of his sight that is outside."""
    enemy = (0, 500)
    table = ground(piece("house", "structure", "area", WOOD.points))

    def sees(at: Point) -> bool:
        return not trace(table, enemy, at).passages

    found = nearest_cover(table, man((900, 500)), 3000, anything, sees, lies=("behind",))
    assert found is not None
    assert found.lies == "behind"
    assert found.at[0] > 1000
    assert not sees(found.at)
    seen = nearest_cover(table, man((900, 500)), 3000, anything, sees, seen=True, lies=("behind",))
    assert seen is not None
    assert sees(seen.at)
    assert seen.at == (949, 500)


def test_only_kinds_asked_for_count_and_only_places_allowed() -> None:
    assert nearest_cover(ground(WALL), man((500, 500)), 2000, is_woods, unseen) is None
    assert (
        nearest_cover(ground(WOOD), man((500, 500)), 2000, is_woods, unseen, allowed=lambda _: False) is None
    )
    south = nearest_cover(
        ground(WOOD), man((500, 500)), 2000, is_woods, unseen, allowed=lambda at: at[1] > 900
    )
    assert south is not None
    assert south.at[1] > 900


def test_equally_near_places_are_tried_clockwise_from_north() -> None:
    east = piece("east", "wall", "line", ((1000, 400), (1000, 600)))
    west = piece("west", "wall", "line", ((0, 400), (0, 600)))
    found = nearest_cover(ground(west, east), man((500, 500)), 2000, anything, unseen)
    assert found is not None
    assert found.piece == "east"


def test_the_caller_is_not_asked_without_end() -> None:
    asked = 0

    def always(_: Point) -> bool:
        nonlocal asked
        asked += 1
        return True

    table = ground(piece("wood", "woods", "area", ((0, 0), (SIZE, 0), (SIZE, SIZE), (0, SIZE))))
    assert nearest_cover(table, man((6000, 6000)), 9000, is_woods, always) is None
    assert asked == MOST_ASKED


def test_a_negative_distance_is_named() -> None:
    with pytest.raises(ValueError, match="a distance of -1 tenths"):
        nearest_cover(ground(), man((0, 0)), -1, anything, unseen)


@given(st.integers(0, 10**6), st.tuples(st.integers(500, 11_500), st.integers(500, 11_500)))
def test_no_place_in_a_wood_is_nearer_than_the_one_found(seed: int, at: Point) -> None:
    table = random_table(seed, 4)
    woods = [one for one in table.pieces if one.polygon]
    found = nearest_cover(table, man(at), 3000, is_woods, unseen, lies=("in",))
    if any(covers(one.polygon, at) for one in woods):
        assert found is not None
        assert found.at == at
        return
    on_table = shapely.box(0, 0, SIZE, SIZE)
    shapes = [shapely.Polygon(one.polygon).intersection(on_table) for one in woods]
    best = min((shape.distance(shapely.Point(at)) for shape in shapes if not shape.is_empty), default=1e12)
    if best < 2990:
        assert found is not None
        assert covers(table.by_id[found.piece].polygon, found.at)
        assert best - 1 <= distance(at, found.at) <= best + 61
    elif best > 3001:
        assert found is None
