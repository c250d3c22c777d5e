"""What the ground tells of itself where somebody points at it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from deadground.core.faults import Refused
from deadground.core.looks import look_about
from deadground.core.match import Match
from deadground.space.plane import Point
from deadground.systems.skirmish.rules.activation.activation import Activation
from deadground.systems.skirmish.rules.sight.line_of_sight import sees_point
from deadground.systems.skirmish.state import SkirmishState
from deadground.systems.skirmish.table.looks import LOOKS
from deadground.systems.skirmish.table.scene import scene
from deadground.testing import rule
from deadground.testing.play import SEED
from tests.shapes import is_in
from tests.systems.skirmish.system import TableSystem, playing
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
    assert title == "The wood"
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
    assert sight("a", point((8, 20)))[0] == 'A would see a man there, 18" away.'
    assert sight(point((25, 35)), "x")[0].startswith("A man there would not see X: ")
    assert sight(point((25, 18)), "x")[0] == 'A man there would see X, 13" away.'


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


def hatched(state: SkirmishState, seat: str = "red") -> Callable[[Point], bool]:
    """Which places are hatched for a seat that asks at the table."""
    system = TableSystem(state)
    match = Match(system, system.prepare("table"), SEED)
    look = look_about(match, seat, "hidden", {})
    assert {shape.look for shape in look.shapes} <= {"unseen"}
    return lambda at: any(is_in(shape, at) for shape in look.shapes)


@rule("NUTS-LOS-01", "NUTS-LOS-02")
def test_ground_that_nobody_sees_is_hatched() -> None:
    """Square by square what a man of the side sees who can act: not behind him, nor behind the wood."""
    state = table(
        man("a", (8, 38), facing=45),
        man("down", (40, 40), status="out_of_the_fight"),
        foe("x", (30, 10)),
        pieces=PIECES,
    )
    is_dark = hatched(state)
    a, step = state.figures["a"], 254 * 3 // 2
    for row in range(32):
        for column in range(32):
            at = column * step + step // 2, row * step + step // 2
            assert is_dark(at) != sees_point(state, a, at), at
    assert [is_dark(point(at)) for at in ((4, 44), (36, 14), (12, 20))] == [True, True, False]


@rule("NUTS-LOS-01")
def test_each_side_has_its_own_and_one_without_men_sees_nothing() -> None:
    state = table(man("a", (8, 38), facing=0), foe("x", (30, 10), status="hunker_down"), pieces=PIECES)
    assert hatched(state, "blue")(point((30, 12)))
    assert not hatched(state, "red")(point((8, 20)))


HOUSE = "  - {id: house, kind: structure, polygon: [[30, 34], [40, 34], [40, 44], [30, 44]]}"


@pytest.mark.parametrize(
    ("at", "reached", "beyond"),
    [
        ((25, 34), (25, 28.4), (25, 27.4)),
        ((10, 38), (10, 32.4), (10, 31.4)),
        ((35, 36), (35, 30.4), (35, 29.4)),
        ((35, 32), (35, 37.6), (35, 38.6)),
        ((44, 26), (44, 18.5), (44, 17.4)),
    ],
    ids=["at half pace in the wood", "over the wall", "out by a door", "in by a door", "over open ground"],
)
@rule("NUTS-MOVE-01")
def test_how_far_a_man_can_get_is_drawn_as_the_ground_allows(
    at: tuple[float, float], reached: tuple[float, float], beyond: tuple[float, float]
) -> None:
    """NS-39. Eight inches, less what wood, wall and door cost him."""
    state = table(man("a", at, facing=0), foe("x", (2, 2)), pieces=f"{PIECES}\n{HOUSE}")
    system = TableSystem(state)
    (shape,) = look_about(Match(system, system.prepare("table"), SEED), "red", "piece", {"id": "a"}).shapes
    assert (shape.look, shape.token) == ("reach", "a")
    assert is_in(shape, point(reached))
    assert not is_in(shape, point(beyond))


def test_nobody_reaches_the_place_of_another_or_gets_anywhere_when_he_cannot_act() -> None:
    state = table(man("a", (40, 20)), man("b", (43, 20)), foe("x", (2, 2)), pieces=PIECES)
    system = TableSystem(state)
    match = Match(system, system.prepare("table"), SEED)
    (shape,) = look_about(match, "red", "piece", {"id": "a"}).shapes
    assert not is_in(shape, point((43, 20)))
    assert is_in(shape, point((45, 20))), "friends are passed"
    state.figures["a"].status = "hunker_down"
    match = Match(TableSystem(state), system.prepare("table"), SEED)
    assert look_about(match, "red", "piece", {"id": "a"}).shapes == ()
