"""Prisoners, groups and short steps: at the limit, and one either side of it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from deadground.core.requests import PathValue
from deadground.systems.skirmish.rules.activation.groups import partition, split_off, stand_alone
from deadground.systems.skirmish.rules.movement.standing import (
    bring_along,
    on_the_table,
    runs_into,
    stopped_short,
)
from deadground.systems.skirmish.rules.reactions.casualties import forget, note
from deadground.systems.skirmish.rules.sight.stepping import (
    crowded,
    may_step,
    most_steps,
    path_faults,
    somewhere,
    take_steps,
)
from deadground.systems.skirmish.rules.wounded.guards import escort_of, is_guard, new_escort
from deadground.systems.skirmish.state import BASE, INCH
from tests.systems.skirmish.system import game
from tests.systems.skirmish.table import foe, man, point, table

# Prisoners


@pytest.mark.parametrize(
    ("away", "changes", "guards"),
    [
        (4, {}, True),
        (4.01, {}, False),
        (1, {"status": "hunker_down"}, False),
        (1, {"fighting": ("x",)}, False),
        (1, {"side": "blue"}, False),
    ],
)
def test_who_can_guard_a_prisoner(away: float, changes: dict[str, Any], guards: bool) -> None:
    """NS-36"""
    assert is_guard(man("a", (10, 10 + away), **changes), foe("p", (10, 10))) is guards


def test_whose_prisoner_he_is_and_who_may_take_him_over() -> None:
    """NS-36"""
    state = table(
        man("a", (10, 12)),
        man("b", (12, 10), escorts=("p",)),
        foe("p", (10, 10), status="captured"),
    )
    assert escort_of(state, state.figures["p"]) is state.figures["b"]
    state.figures["b"].status = "hunker_down"
    assert escort_of(state, state.figures["p"]) is None
    assert new_escort(state, state.figures["p"]) is state.figures["a"]
    state.figures["a"].aid = state.figures["a"].aid.but(escorts=("q1", "q2", "q3"))
    assert new_escort(state, state.figures["p"]) is state.figures["a"]
    state.figures["a"].aid = state.figures["a"].aid.but(escorts=("q1", "q2", "q3", "q4"))
    assert new_escort(state, state.figures["p"]) is None


def test_who_is_brought_along_stays_on_the_table() -> None:
    """NS-36. A base beside his escort; at the edge no further than it."""
    state = table(man("a", (10, 10), escorts=("p",)), foe("p", (30, 30), status="captured"))
    bring_along(state, [state.figures["a"]])
    x, y = state.figures["p"].at
    assert (x - 2540) ** 2 + (y - 2540) ** 2 == pytest.approx((2 * BASE) ** 2, rel=0.02)
    size = 48 * INCH
    assert [on_the_table(state, at) for at in ((-1, -1), (0, 0), (1, 1))] == [(0, 0), (0, 0), (1, 1)]
    assert on_the_table(state, (size + 1, size + 1)) == on_the_table(state, (size, size)) == (size, size)
    assert on_the_table(state, (size - 1, size - 1)) == (size - 1, size - 1)


def test_what_is_noted_is_noted_once() -> None:
    """NR-111"""
    one = man("a", (1, 1))
    for what in ("left", "hit", "left"):
        note(one, what)
    assert one.deeds.record == ("left", "hit")
    forget(one, "fought")
    assert one.deeds.record == ("left", "hit")
    forget(one, "left")
    assert list(one.deeds.record) == ["hit"]


# Groups


def test_groups_are_in_the_order_of_the_roster() -> None:
    """NS-02. Four inches apart they are together; C joins A through B."""
    state = table(
        man("a", (10, 10)), man("z", (30, 10)), man("b", (14, 10)), man("c", (18, 10)), man("y", (34.1, 10))
    )
    assert partition(state, "red") == [["a", "b", "c"], ["z"], ["y"]]


def test_men_sent_off_are_a_group_and_so_are_those_left() -> None:
    """NS-02"""
    state = table(man("a", (10, 10)), man("b", (14, 10)), man("c", (18, 10)))
    g = game(state)
    old = state.figures["a"].group
    new = split_off(g, ["b"])
    assert state.groups[new].strength == 1
    assert state.groups[new].side == "red"
    assert len({state.figures[id].group for id in "abc"}) == 3
    everybody = table(man("a", (10, 10)), man("b", (12, 10)))
    moved = split_off(game(everybody), ["a", "b"])
    assert {one.group for one in everybody.figures.values()} == {moved}
    assert old not in everybody.groups or old == moved


def test_who_leaves_is_alone_and_one_who_is_alone_stays_so() -> None:
    """NS-02"""
    state = table(man("a", (10, 10)), man("b", (12, 10)), man("c", (40, 10)))
    g = game(state)
    alone = state.figures["c"].group
    stand_alone(g, state.figures["c"])
    assert state.figures["c"].group == alone
    stand_alone(g, state.figures["a"])
    group = state.groups[state.figures["a"].group]
    assert (group.id != state.figures["b"].group, group.done, group.strength) == (True, True, 1)


# Steps


@pytest.mark.parametrize(
    ("changes", "may"),
    [
        ({}, True),
        ({"status": "duck_back"}, False),
        ({"reacting": "return_fire"}, False),
        ({"prone": True}, False),
        ({"fighting": ("x",)}, False),
    ],
)
def test_who_may_take_two_inches_more(changes: dict[str, Any], may: bool) -> None:
    """NR-11"""
    state = table(man("a", (10, 10), **changes))
    assert may_step(state, state.figures["a"], {}) is may


@pytest.mark.parametrize(
    ("spent", "free", "charged"), [(0, 508, 508), (6 * 254, 508, 508), (7 * 254, 508, 254), (8 * 254, 508, 0)]
)
def test_the_two_inches_are_free_or_part_of_the_move(spent: int, free: int, charged: int) -> None:
    """NR-11"""
    one = man("a", (10, 10), spent=spent)
    assert most_steps(one, {"in_sight_bonus_move": "free"}) == free
    assert most_steps(one, {"in_sight_bonus_move": "charged"}) == charged
    state = table(one)
    assert may_step(state, one, {"in_sight_bonus_move": "charged"}) is (charged > 0)


@pytest.mark.parametrize(("option", "spent"), [("free", 100), ("charged", 100 + 254)])
def test_what_the_two_inches_cost(option: str, spent: int) -> None:
    """NR-11, NR-18"""
    state = table(man("a", (10, 10), spent=100, facing=90), turn=3)
    g = game(state, options={"in_sight_bonus_move": option})
    take_steps(g, {"a": PathValue(points=(point((10, 9)),))})
    a = state.figures["a"]
    assert (a.at, a.doing.spent, a.doing.moving, a.doing.moved_in, a.facing) == (
        point((10, 9)),
        spent,
        True,
        3,
        0,
    )
    take_steps(g, {"a": PathValue(points=(), facing=1800)})
    assert (a.at, a.facing, a.doing.spent) == (point((10, 9)), 1800, spent)


def test_a_step_stops_short_of_who_has_come_to_stand_there() -> None:
    """NR-11"""
    state = table(man("a", (10, 10)), man("b", (10, 8)))
    a = state.figures["a"]
    free = (a.at, point((10, 9)))
    assert stopped_short(state, a, free) == free
    path = stopped_short(state, a, (a.at, point((10, 8.4))))
    assert path[-1] == (2540, 2540 - 217), "back by quarters of an inch until the bases are clear"
    state.figures["b"].at = (a.at[0], a.at[1] - 10)
    assert stopped_short(state, a, (a.at, (a.at[0], a.at[1] - 20)))[-1] == a.at


@pytest.mark.parametrize(("count", "fine"), [(11, True), (12, False)])
def test_a_path_has_at_most_twelve_points(count: int, fine: bool) -> None:
    """NR-11, NS-39"""
    state = table(man("a", (10, 10)))
    points = [(2540 + 10 * i, 2540) for i in range(1, count + 1)]
    found = path_faults(state, state.figures["a"], points, 2000, "here")
    assert [fault.reason for fault in found] == ([] if fine else ["A: a path has at most 12 points"])
    assert path_faults(state, state.figures["a"], [], 0, "here") == []


@pytest.mark.parametrize(("most", "fine"), [(508, True), (507, False)])
def test_a_path_costs_no_more_than_he_has(most: int, fine: bool) -> None:
    """NS-39"""
    state = table(man("a", (10, 10)))
    found = path_faults(state, state.figures["a"], [point((10, 8))], most, "here")
    assert (found == []) is fine


def test_ground_that_cannot_be_crossed_and_places_that_are_taken() -> None:
    """NS-39, NS-01"""
    water = "  - {id: lake, kind: water, polygon: [[5, 5], [15, 5], [15, 9], [5, 9]]}"
    state = table(man("a", (10, 10)), man("b", (12, 10)), pieces=water)
    a = state.figures["a"]
    assert [fault.reason for fault in path_faults(state, a, [point((10, 8))], 900, "x")] == [
        "A cannot cross that ground"
    ]
    assert [fault.reason for fault in path_faults(state, a, [point((11.5, 10))], 900, "x")] == [
        "B stands where A would"
    ]
    assert path_faults(state, a, [point((11.5, 10))], 900, "x", ["b"]) == []


@pytest.mark.parametrize(
    ("off", "status", "into"),
    [
        (256, "carry_on", True),
        (257, "carry_on", False),
        (0, "captured", False),
        (0, "gone", False),
        (0, "out_of_the_fight", False),
        (0, "hunker_down", True),
    ],
)
def test_a_path_may_not_touch_an_enemy(off: int, status: Any, into: bool) -> None:
    """NS-01, NS-38. Bases touch at an inch, give or take a hair."""
    state = table(man("a", (10, 20)), foe("x", (10, 15), status=status), man("b", (10, 18)))
    x = state.figures["x"].at[0] + off
    path = ((x, point((0, 20))[1]), (x, point((0, 10))[1]))
    assert (runs_into(state, state.figures["a"], path) is not None) is into
    start = (state.figures["x"].at[0], state.figures["x"].at[1] + 254)
    through = (start, path[1])
    assert (runs_into(state, state.figures["a"], through) is not None) is (
        status in ("carry_on", "hunker_down")
    )
    away = (start, (start[0] + 254, start[1]), (start[0] + 254, path[1][1] + 3 * 254))
    assert runs_into(state, state.figures["a"], away) is None, "who is beside him may go, but no nearer"


@pytest.mark.parametrize(("away", "fine"), [(254, True), (250, False)])
def test_two_do_not_end_on_each_other(away: int, fine: bool) -> None:
    """NS-01"""
    state = table(man("a", (10, 10)), man("b", (20, 10)))
    found = crowded(state, {"a": (5000, 5000), "b": (5000 + away, 5000)}, "value")
    assert [fault.at for fault in found] == ([] if fine else ["value.b"])


def test_random_steps_are_on_the_table_and_within_reach() -> None:
    """NR-11. At a corner of the table every draw is held to the box."""
    box = (127, 254, 12065, 9000)
    for seed in range(40):
        for start in ((127, 254), (12065, 9000), (127, 9000), (6000, 6000)):
            x, y = somewhere(Random(seed), start, 508, box)
            assert 127 <= x <= 12065
            assert 254 <= y <= 9000
            assert (x - start[0]) ** 2 + (y - start[1]) ** 2 <= 510**2
    far = {somewhere(Random(seed), (6000, 6000), 508, box) for seed in range(200)}
    assert any(x > 6000 for x, _ in far)
    assert any(x < 6000 for x, _ in far)
    assert any(y > 6000 for _, y in far)
    assert any(y < 6000 for _, y in far)
