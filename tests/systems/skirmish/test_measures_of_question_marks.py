"""Question marks: what is seen of them, where they go, who comes upon them, from both sides of each limit."""

from __future__ import annotations

from typing import Any

import pytest

from deadground.systems.skirmish.rules.activation.activation import Activation
from deadground.systems.skirmish.rules.enemies import pefs
from deadground.systems.skirmish.rules.enemies.pefs import (
    house_in_sight,
    is_all_answered,
    is_watching,
    next_pef,
    note_answered,
    place_in_section,
    section_box,
    unknown_in_sight,
    way_at_players,
    who_sees,
)
from deadground.systems.skirmish.state import INCH
from deadground.testing import bounds, rule
from tests.systems.skirmish.solo import mark, solo
from tests.systems.skirmish.system import game, playing
from tests.systems.skirmish.table import foe, man, point

HOUSE = "  - {id: house, kind: structure, name: the mill, polygon: [[16, 20], [28, 20], [28, 26], [16, 26]]}"


# Question marks


@pytest.mark.parametrize(
    ("change", "answered"),
    [
        ({}, True),
        ({"near_houses": ()}, False),
        ({"silent_houses": ("house",)}, False),
        ({"pefs": (mark(1, (5, 5)),)}, False),
    ],
)
def test_nothing_unknown_is_left(change: dict[str, Any], answered: bool) -> None:
    """NS-11, NS-08"""
    state = solo(man("a", (10, 40)), pieces=HOUSE, **{"near_houses": ("house",), **change})
    assert is_all_answered(state) is answered
    g = game(state)
    note_answered(g)
    note_answered(g)
    assert [event.seen.kind for event in g.events] == ["all_answered"] * answered
    assert state.answered is answered


def test_it_is_told_before_the_group_that_found_out_is_asked_again() -> None:
    """NS-11"""
    with playing(solo(man("a", (10, 40)), pieces=HOUSE, near_houses=("house",)), Activation("red-1")) as p:
        p.pending(red="Give the group its orders")
        assert [event.kind for event in p.match.log("red")].count("all_answered") == 1


def test_it_is_told_on_patrol_alone() -> None:
    """NS-11, NS-08"""
    state = solo(man("a", (10, 40)), mission="attack")
    note_answered(game(state))
    assert not state.answered
    assert is_watching(game(state), [state.figures["a"]])
    state.mission = ""
    assert not is_watching(game(state), [state.figures["a"]])
    state.mission = "attack"
    assert not is_watching(game(state), [foe("x", (1, 1))])


@bounds("NUTS-PEF-05")
def test_the_nearest_question_mark_is_come_upon_first() -> None:
    """NS-08"""
    state = solo(man("a", (21, 40)), pefs=(mark(1, (21, 5)), mark(2, (21, 20)), mark(3, (23, 20))))
    g, a = game(state), state.figures["a"]
    found = unknown_in_sight(g, [a])
    assert found is not None
    assert (found.pef, found.group) == ("p2", a.group)
    a.status = "hunker_down"
    assert unknown_in_sight(g, [a]) is None
    a.status, state.mission = "carry_on", ""
    assert unknown_in_sight(g, [a]) is None


@bounds("NUTS-PEF-07")
def test_a_building_is_come_upon_once_and_again_when_it_is_entered() -> None:
    """NS-08"""
    state = solo(man("a", (22, 36)), pieces=HOUSE)
    g, a = game(state), state.figures["a"]
    found = house_in_sight(g, [a])
    assert found is not None
    assert found.house == "house"
    state.near_houses = ("house",)
    assert house_in_sight(g, [a]) is None
    state.silent_houses = ("house",)
    assert house_in_sight(g, [a]) is None
    a.at = point((22, 23))
    assert house_in_sight(g, [a]) is not None
    state.silent_houses = ()
    assert house_in_sight(g, [a]) is None
    state.near_houses = ()
    state.pefs["p1"] = mark(1, (22, 23), building="house")
    assert house_in_sight(g, [a]) is None


@rule("NUTS-PEF-03")
@pytest.mark.parametrize(
    ("y", "inches", "end"), [(10, 8, 18), (35, 8, 38), (37.9, 8, 38), (38, 8, 38), (39, 8, 39), (10, 0, 10)]
)
def test_a_question_mark_comes_no_nearer_than_two_inches(y: float, inches: int, end: float) -> None:
    """NS-08. The player's man stands at 40 inches."""
    state = solo(man("a", (21, 40)), pefs=(mark(1, (21, y)),))
    assert way_at_players(state, state.pefs["p1"], inches * INCH) == (point((21, y)), point((21, end)))
    state.figures["a"].status = "gone"
    assert way_at_players(state, state.pefs["p1"], 99) == (point((21, y)), point((21, y)))


@rule("NUTS-PEF-03")
@pytest.mark.parametrize(("wall", "stops"), [(16, True), (14.1, True), (13.9, False)])
def test_it_stops_in_cover_in_the_further_half_of_its_way(wall: float, stops: bool) -> None:
    """NS-08. Eight inches from 10 to 18: the further half begins at 14."""
    piece = f"  - {{id: wall, kind: wall, height: 1, line: [[15, {wall}], [27, {wall}]]}}"
    state = solo(man("a", (21, 40)), pefs=(mark(1, (21, 10)),), pieces=piece)
    end = way_at_players(state, state.pefs["p1"], 8 * INCH)[1]
    assert (end[1] <= point((21, wall))[1]) is stops


@bounds("NUTS-PEF-05")
def test_who_sees_a_question_mark_is_the_nearest_in_a_group() -> None:
    """NS-08"""
    state = solo(man("a", (21, 40)), man("b", (21, 20)), pefs=(mark(1, (21, 10)),))
    one = who_sees(state, state.pefs["p1"], {})
    assert one is not None
    assert one.id == "b"
    state.figures["b"].status = "hunker_down"
    state.figures["b"].at = point((40, 40))
    one = who_sees(state, state.pefs["p1"], {})
    assert one is not None
    assert one.id == "a"
    state.figures["a"].group = ""
    assert who_sees(state, state.pefs["p1"], {}) is None


@bounds("NUTS-PEF-04")
def test_the_farthest_question_mark_moves_first() -> None:
    """NR-70"""
    state = solo(man("a", (21, 40)), pefs=(mark(1, (21, 20)), mark(2, (21, 5)), mark(3, (21, 12))))
    state.sides["blue"].die = 4
    g = game(state)
    found = next_pef(g, "blue")
    assert found is not None
    assert found.id == "p2"
    found.done = True
    found = next_pef(g, "blue")
    assert found is not None
    assert found.id == "p3"
    state.sides["blue"].die = 5
    assert next_pef(g, "blue") is None


def test_a_question_mark_is_laid_in_the_middle_or_out_of_sight() -> None:
    """NS-08. Section 2 of a bare table: everybody sees it, so the middle."""
    state = solo(man("a", (24, 44)))
    west, north, east, south = section_box(state, 2)
    middle = (west + east) // 2, (north + south) // 2
    assert place_in_section(state, 2, [state.figures["a"]], {}) == middle
    assert place_in_section(state, 2, [], {}) in [
        (x, y) for x in range(west, east + 1, INCH) for y in range(north, south + 1, INCH)
    ]


@pytest.mark.parametrize(("axis", "last"), [(0, False), (0, True), (1, False), (1, True)])
def test_the_borders_of_a_section_belong_to_it(
    axis: int, last: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """NS-08. Only a place at one border is out of sight: there it is laid."""
    state = solo(man("a", (24, 44)))
    box = section_box(state, 2)
    border = box[axis + 2 * last]
    monkeypatch.setattr(pefs, "sees_spot", lambda _state, _one, at, _options: at[axis] != border)
    found = place_in_section(state, 2, [state.figures["a"]], {})
    middle = (box[0] + box[2]) // 2, (box[1] + box[3]) // 2
    assert found[axis] == border
    assert found[1 - axis] == middle[1 - axis]
