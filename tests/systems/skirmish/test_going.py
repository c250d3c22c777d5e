"""Where a man has room to stand, and how far a way takes him. NS-39"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from deadground.core.charts import Charts
from deadground.core.own_book import OwnBook, in_force
from deadground.space.paths import cut, length
from deadground.space.units import inches
from deadground.systems.skirmish.rules.activation.activation import Activation
from deadground.systems.skirmish.rules.movement import going
from deadground.systems.skirmish.rules.movement.going import can_cross, has_room, path_cost, within_allowance
from deadground.testing import rule
from tests.systems.skirmish.orders import move, to
from tests.systems.skirmish.system import playing
from tests.systems.skirmish.table import At, foe, man, point, table

HILL = "  - {id: hill, kind: hill, level: 1, polygon: [[0, 10], [48, 10], [48, 12], [0, 12]]}"


@rule("NUTS-MOVE-01")
def test_there_is_room_up_to_the_edge_of_the_table_and_not_beyond() -> None:
    """Of his own will he keeps his whole base on it."""
    state = table(man("a", (4, 44)), foe("x", (10, 5)), pieces=HILL)
    with playing(state, Activation("red-1")) as p:
        assert "leave the table" in p.refuse("red", [move("red-1", a=to((4, 47.51)))])[0].reason
        p.choose("red", [move("red-1", a=to((4, 47.5)))])
        p.nothing_pending()
    a = p.state.figures["a"]
    edges: list[At] = [(0, 30), (48, 30), (30, 0), (30, 48), (48, 48), (0, 0)]
    beyond: list[At] = [(-0.01, 30), (48.01, 30), (30, -0.01), (30, 48.01)]
    assert all(has_room(p.state, a, point(at)) for at in edges)
    assert not any(has_room(p.state, a, point(at)) for at in beyond)


@rule("NUTS-MOVE-01")
@pytest.mark.parametrize(
    ("changes", "end", "fits"),
    [
        ({}, 37, True),
        ({}, 36.97, False),
        ({"status": "duck_back"}, 36.5, False),
        ({"status": "out_of_the_fight"}, 36.5, True),
        ({"status": "obviously_dead"}, 36.5, True),
        ({"status": "out_of_the_fight"}, 36, False),
        ({"status": "gone"}, 36, True),
    ],
)
def test_nobody_stands_on_a_friend_but_over_one_who_lies_there(
    changes: dict[str, Any], end: float, fits: bool
) -> None:
    """Bases are an inch across; not even on the fallen does one stand exactly."""
    state = table(man("a", (10, 40)), man("b", (10, 36), **changes), foe("x", (10, 5)), pieces=HILL)
    with playing(state, Activation("red-1")) as p:
        faults = p.asked("red").check(p.match.view("red"), [move("red-1", a=to((10, end)))])
        assert [fault.reason for fault in faults] == ([] if fits else ["B stands where A would"])
        p.pending(red="Give the group its orders")


@rule("NUTS-MOVE-01")
@pytest.mark.parametrize(("allowance", "end"), [(2, 38), (4, 36), (6, 35), (8, 34), (12, 32), (13, 32)])
def test_a_way_is_cut_where_the_movement_ends(allowance: int, end: float) -> None:
    """Four inches of open ground, then four of wood at half speed: twelve in all."""
    wood = "  - {id: wood, kind: woods, polygon: [[0, 20], [48, 20], [48, 36], [0, 36]]}"
    state = table(man("a", (10, 40)), foe("x", (10, 5)), pieces=wood)
    with playing(state, Activation("red-1")) as p:
        p.choose("red", [move("red-1", a=to((10, 39)))])
        p.nothing_pending()
        cut = within_allowance(p.state, (point((10, 40)), point((10, 32))), allowance * 254)
    assert cut[-1][0] == 2540
    assert abs(cut[-1][1] - end * 254) <= 1


@pytest.mark.parametrize(
    "pieces", ["", "  - {id: wood, kind: woods, polygon: [[10, 10], [30, 10], [20, 30]]}"]
)
@pytest.mark.parametrize("seed", range(20))
def test_over_open_ground_a_run_ends_where_its_cost_says(seed: int, pieces: str) -> None:
    """The cost of every part of the way is not asked where nothing counts but how long it is. NS-39"""
    rng = Random(seed)
    state = table(man("a", (4, 44)), pieces=pieces)
    for _ in range(10):
        points = [point((rng.uniform(1, 47), rng.uniform(1, 47))) for _ in range(rng.randint(2, 4))]
        path, allowance = tuple(points), rng.randint(0, 12 * 254)
        low, high = 0, length(path)
        while low < high:
            middle = (low + high + 1) // 2
            cost = path_cost(state, cut(path, middle)) if middle <= allowance + 3 else None
            low, high = (middle, high) if cost is not None and cost <= allowance else (low, middle - 1)
        whole = path_cost(state, path)
        assert within_allowance(state, path, allowance) == (
            path if whole is not None and whole <= allowance else cut(path, low)
        )


MOVERS = """chart: going
title: Ground and who goes over it
rows: [NS-39]
source: {document: test, section: test}
axes:
  - {name: ground, values: [slow, linear, door, bridge, road, water, never]}
  - {name: mover, values: [foot, cart]}
cells:
  slow: [half_speed, "no"]
  linear: [toll, "no"]
  door: [toll, free]
  bridge: [overrides, overrides]
  road: [free, free]
  water: ["no", half_speed]
  never: ["no", "no"]
"""
GROUNDS = """
  - {id: wood, kind: woods, polygon: [[0, 10], [8, 10], [8, 20], [0, 20]]}
  - {id: lake, kind: water, polygon: [[10, 10], [18, 10], [18, 20], [10, 20]]}
  - {id: wall, kind: wall, line: [[20, 15], [28, 15]]}
  - {id: house, kind: structure, polygon: [[30, 10], [38, 10], [38, 20], [30, 20]]}
"""


@pytest.mark.parametrize(
    ("x", "foot", "cart"),
    [(4, 22, None), (14, None, 22), (24, 14, None), (34, 16, 12), (44, 12, 12)],
    ids=["woods", "water", "wall", "house", "open"],
)
def test_each_kind_of_mover_has_a_column_of_the_table(
    x: int, foot: int | None, cart: int | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """NS-39: twelve inches from south to north, ten of them over the piece; a cart that would rather swim."""
    (tmp_path / "going.yaml").write_text(MOVERS)
    monkeypatch.setattr(going, "charts", lambda: Charts.load(tmp_path))
    state = table(man("a", (4, 44)), pieces=GROUNDS, size=(48, 49))
    way = point((x, 21)), point((x, 9))
    for column, cost in (("foot", foot), ("cart", cart)):
        mover = going.Mover(column)
        expected = None if cost is None else inches(cost)
        assert path_cost(state, way, mover) == expected
        assert can_cross(state, way, mover) == (expected is not None)
        reached = within_allowance(state, way, inches(6), mover)
        assert (path_cost(state, reached, mover) or 0) <= inches(6)


def test_what_the_shipped_table_says_of_men_on_foot() -> None:
    state = table(man("a", (4, 44)), pieces=GROUNDS)
    costs = [path_cost(state, (point((x, 21)), point((x, 9)))) for x in (4, 14, 24, 34, 44)]
    assert costs == [inches(22), None, inches(14), inches(16), inches(12)]


def test_by_an_owners_book_a_wall_can_be_crossed_by_nobody() -> None:
    state = table(man("a", (4, 44)), pieces=GROUNDS)
    way = point((24, 21)), point((24, 9))
    with in_force(OwnBook({"going": {"linear/foot": "no"}})):
        assert path_cost(state, way) is None
        assert not can_cross(state, way)
    assert path_cost(state, way) == inches(14)
