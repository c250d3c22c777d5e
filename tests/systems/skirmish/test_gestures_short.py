"""Gestures: the two inches before an In Sight Test, and the rest of a move."""

from __future__ import annotations

from typing import Any

import msgspec

from deadground.systems.skirmish.rules.sight.in_sight import InSightTest
from tests.systems.skirmish.gestures import begun, drag, ends
from tests.systems.skirmish.system import playing
from tests.systems.skirmish.table import foe, man, point, table


def test_the_two_inches_are_dragged_too() -> None:
    state = table(man("a", (13, 38)), man("b", (15, 38)), foe("x", (13, 10)))
    with playing(state, InSightTest("red-1", ("blue-1",), True)) as p:
        look = drag(p, "a", "b", to=point((20, 38)))
        assert not look.faults
        assert {id: way["points"][0][0] for id, way in look.value.items()}.keys() == {"a", "b"}
        assert drag(p, "a", act="clear", draft=look.value).value.keys() == {"b"}
        p.pending(red='Move up to 2"')


def stepping(*men: Any, pieces: str = "") -> Any:
    """A group that has walked into the view of a man far to the north."""
    state = table(*men, foe("x", (13, 10)), pieces=pieces)
    for figure in state.figures.values():
        figure.doing = figure.doing.but(moving=figure.side == "red")
    return playing(state, InSightTest("red-1", ("blue-1",), True))


def test_in_the_two_inches_a_group_keeps_its_shape_however_far_it_is_dragged() -> None:
    wall = "  - {id: wall, kind: wall, line: [[6, 24], [20, 24]]}"
    block = [man(id, at) for id, at in {"a": (12, 38), "b": (14, 38), "c": (12, 40), "d": (14, 40)}.items()]
    with stepping(*block, pieces=wall) as p:
        look = drag(p, "a", "b", "c", "d", to=point((13, 24)))
        found = {id: tuple(way["points"][-1]) for id, way in look.value.items()}
        assert found == {
            "a": point((12, 36)),
            "b": point((14, 36)),
            "c": point((12, 38)),
            "d": point((14, 38)),
        }
        assert look.lines[0].text == '4 men: 2.0" of 15.0" asked, as far as they may go.'
        p.pending(red='Move up to 2"')


def test_before_the_test_it_is_said_who_would_still_see_them() -> None:
    house = "  - {id: house, kind: structure, polygon: [[13.6, 20], [20, 20], [20, 30], [13.6, 30]]}"
    with stepping(man("a", (13, 38)), pieces=house) as p:
        there = drag(p, "a", to=point((13, 37)))
        assert there.lines[-1].text == "X would see him there."
        hidden = drag(p, "a", to=point((15, 38)))
        assert hidden.lines[-1].text == "No known enemy would see him there."
        p.pending(red='Move up to 2"')


def test_who_is_taken_hold_of_comes_to_the_place_and_the_others_around_him() -> None:
    with begun() as p:
        found = ends(drag(p, "a", "b", "c", to=point((8, 34)), by="a"))
        assert found == {"a": point((8, 34)), "b": point((10, 34)), "c": point((9, 36))}
        p.pending(red="Give the group its orders")


def test_men_go_on_to_where_they_were_sent() -> None:
    with stepping(man("a", (13, 38)), man("b", (15, 38))) as p:
        sent = {"a": point((13, 37)), "b": point((15, 30)), "z": point((1, 1))}
        look = drag(p, act="repeat", ends=sent)
        found = {id: tuple(way["points"][-1]) for id, way in look.value.items()}
        assert found == {"a": point((13, 37)), "b": point((15, 36))}
        p.pending(red='Move up to 2"')


def test_two_inches_into_cover_are_proposed_where_there_is_some() -> None:
    wall = "  - {id: wall, kind: wall, line: [[11, 36.5], [17, 36.5]]}"
    with stepping(man("a", (13, 38)), man("b", (15, 38)), man("far", (24, 38)), pieces=wall) as p:
        look = drag(p, act="repeat")
        assert look.value.keys() == {"a", "b"}
        assert not p.asked("red").check(p.match.view("red"), msgspec.to_builtins(look.value))
        p.pending(red='Move up to 2"')
    with stepping(man("a", (13, 38)), man("b", (15, 38))) as p:
        assert drag(p, act="repeat").value == {}
        p.pending(red='Move up to 2"')


def test_who_stays_is_told_whether_that_is_in_cover() -> None:
    wall = "  - {id: wall, kind: wall, line: [[11, 37], [13, 37]]}"
    with stepping(man("a", (12, 37.6)), man("b", (15, 38)), pieces=wall) as p:
        look = drag(p, act="show", draft={})
        assert [line.text for line in look.lines] == [
            "In cover from the nearest enemy: 1 of 2 (the wall).",
            "X would see them there.",
        ]
        p.pending(red="Move up to 2")
