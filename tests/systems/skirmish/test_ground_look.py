"""What the ground tells of itself where somebody points at it."""

from __future__ import annotations

from typing import Any

import pytest

from deadground.core.faults import Refused
from deadground.systems.skirmish.rules.activation import Activation
from deadground.systems.skirmish.table.looks import LOOKS
from deadground.systems.skirmish.table.scene import scene
from tests.systems.skirmish.system import playing
from tests.systems.skirmish.table import foe, man, point, table

PIECES = """  - {id: wall, kind: wall, name: the yard wall, line: [[4, 34], [16, 34]]}
  - {id: wood, kind: woods, polygon: [[20, 20], [30, 20], [30, 30], [20, 30]]}"""


def told_at(at: tuple[float, float]) -> Any:
    state = table(man("a", (8, 38), rep=5, rank="squad_leader"), foe("x", (12, 10)), pieces=PIECES)
    with playing(state, Activation("red-1")) as p:
        look = LOOKS["ground"](p.match.view("red"), {"at": point(at)})
        p.pending(red="Give the group its orders")
    return look.title, [line.text for line in look.lines]


def test_a_wall_tells_its_cover_and_what_it_costs_to_get_over_it() -> None:
    title, words = told_at((10, 34.2))
    assert title == "The yard wall"
    assert words[0].startswith("Cover for everybody")
    assert words[1].startswith("To get over it costs a man")


def test_a_wood_is_slow_and_covers_those_who_have_stopped() -> None:
    title, words = told_at((25, 25))
    assert title == "The woods"
    assert words[0].startswith("Cover for men who have stopped")
    assert words[1] == "Men go at half pace in it."


def test_open_ground_says_so_and_what_is_off_the_table_is_refused() -> None:
    assert told_at((2, 2)) == ("Open ground", ["No cover."])
    with pytest.raises(Refused, match="not on the table"):
        told_at((-1, 2))


def sight(start: Any, end: Any) -> list[str]:
    state = table(man("a", (8, 38), rep=5, rank="squad_leader"), foe("x", (25, 5)), pieces=PIECES)
    with playing(state, Activation("red-1")) as p:
        look = LOOKS["sight"](p.match.view("red"), {"from": start, "to": end})
        p.pending(red="Give the group its orders")
    return [line.text for line in look.lines]


def test_a_sight_line_may_begin_or_end_at_a_place() -> None:
    assert sight("a", point((8, 20)))[0] == 'A sees a man there, 18" away.'
    assert sight(point((25, 35)), "x")[0].startswith("A man there does not see X: ")
    assert sight(point((25, 18)), "x")[0] == 'A man there sees X, 13" away.'


def test_a_sight_line_has_two_ends_on_the_table() -> None:
    with pytest.raises(Refused, match="two ends that are apart"):
        sight("a", "a")
    with pytest.raises(Refused, match="not on the table"):
        sight("a", (-5, 5))


def test_a_place_that_wins_the_battle_is_ringed() -> None:
    """Lipki: both want the crossing, so there is one ring for it."""
    state = table(man("a", (8, 38)), foe("x", (12, 10)))
    state.scenario = "lipki-village"
    with playing(state, Activation("red-1")) as p:
        shapes = scene(p.match.view("red")).shapes
        p.pending(red="Give the group its orders")
    (ring,) = shapes.values()
    assert (ring.look, ring.kind) == ("objective", "ring")
    assert ring.label == "Whoever holds this wins, from turn 4 on"
