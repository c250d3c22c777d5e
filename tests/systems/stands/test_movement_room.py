"""Nobody ends on a friend: who could not turn, and who finds its friends all about it. KIM-R44, KIM-R152"""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from deadground.space.bases import overlap
from deadground.systems.stands.rules.movement.movement import Movement
from deadground.systems.stands.state import Minefield, Stand, StandsState
from deadground.testing import rule
from deadground.testing.play import Play
from tests.systems.stands.field import field, inf, tank
from tests.systems.stands.guns import shelled
from tests.systems.stands.marches import march, place, to
from tests.systems.stands.system import playing
from tests.systems.stands.test_movement_clock import WOOD, apart


def on_each_other(p: Play[StandsState]) -> list[tuple[str, str]]:
    """Every two stands of a battle of which one lies on the other."""
    pairs = combinations(p.state.stands.values(), 2)
    return [(one.id, other.id) for one, other in pairs if overlap(one.base, other.base)]


@rule("KIM-2.2a")
def test_one_that_cannot_turn_leaves_room_for_the_friend_beside_it() -> None:
    """Turned by 45 both would fit; the enemy lets only one of them turn, and it would lie on the other's corner."""
    leader = tank("a", (500, 1000), order="move", arrow=0)
    follower = tank("c", (521.6, 1041.6), order="move", arrow=0)
    state = field(leader, follower, inf("b", (500, 800), side="blue"))
    p = march(state, {"a": to((500, 880), facing=45), "c": to((521.6, 901.6), facing=45)})
    assert p.state.stands["a"].facing == 0
    assert p.state.stands["c"].facing == 450
    assert place(p, "c") == (521.6, 901.6)
    assert on_each_other(p) == []
    assert apart(p) >= 50
    told = [event.text for event in p.events if event.kind in ("no_turn", "makes_room")]
    assert told == [
        "A has no room to turn.",
        "A makes room for a friend and ends 10 mm from where it halted.",
    ]


@rule("KIM-2.2a")
def test_one_that_cannot_move_does_not_turn_and_leaves_room_too() -> None:
    """It stands at 50 from the enemy it was to walk to, so it stays as it is; its friend comes up beside it."""
    leader = tank("a", (500, 880), order="move", arrow=0)
    follower = tank("c", (521.6, 1041.6), order="move", arrow=0)
    state = field(leader, follower, inf("b", (500, 800), side="blue"))
    ways = {"a": to((500, 870), facing=45), "c": to((521.6, 901.6), facing=45)}
    p = march(state, ways, options={"minimum_move": "off"})
    assert p.state.stands["a"].facing == 0
    assert place(p, "c") == (521.6, 901.6)
    assert on_each_other(p) == []
    assert apart(p) >= 50


@rule("KIM-2.1a")
def test_one_in_the_thick_of_its_friends_is_set_beyond_them() -> None:
    """The one before it is halted where it was to end, another has come to where it set out, and all about stand
    friends, closer than a base."""
    lurking = inf("b", (500, 590), side="blue", hidden=True)
    crowd = [
        tank(f"f{x}.{y}", (500 + 34 * x, 682 + 34 * y), order="fire")
        for x in range(-4, 5)
        for y in range(5)
        if (x, y) not in ((0, 0), (0, 4))
    ]
    ahead = tank("d", (500, 682), order="move", arrow=0)
    behind = tank("c", (500, 1000), order="move", arrow=0)
    mover = tank("a", (500, 818), order="move", arrow=0)
    state = field(ahead, behind, mover, lurking, *crowd, pieces=WOOD)
    ways = {"d": to((500, 600)), "c": to((500, 818)), "a": to((500, 672))}
    p = march(state, ways, options={"minimum_move": "off"})
    assert place(p, "d") == (500, 670)
    assert place(p, "c") == (500, 818)
    assert on_each_other(p) == []
    assert apart(p) >= 50


EAST, WEST = (
    "  - {id: east, kind: minefield, polygon: [[516, 300], [900, 300], [900, 1100], [516, 1100]]}",
    "  - {id: west, kind: minefield, polygon: [[100, 300], [484, 300], [484, 1100], [100, 1100]]}",
)


def set_aside(
    *mines: str, others: tuple[Stand, ...] = (), dice: tuple[int, ...] = (), **changes: Any
) -> Play[StandsState]:
    """The one behind passes its friend and is stopped by an ambush before it is clear of him; he makes room."""
    lurking = inf("b", (500, 590), side="blue", hidden=True)
    ahead = tank("a", (500, 800), order="move", arrow=0)
    short = tank("c", (500, 690), order="move", arrow=0)
    fields = {id: Minefield(id) for id in ("east", "west") if mines}
    pieces = "\n".join((WOOD, *mines))
    state = field(ahead, short, lurking, *others, pieces=pieces, minefields=fields, **changes)
    ways = {"a": to((500, 600)), "c": to((500, 668))}
    return march(state, ways, dice=dice, options={"minimum_move": "off"})


@rule("KIM-2.1a")
def test_who_makes_room_goes_round_mines() -> None:
    """KIM-R162"""
    straight_aside, between = set_aside(), set_aside(EAST, WEST)
    assert place(straight_aside, "c") == (530, 670)
    assert place(between, "c") == (500, 700)
    assert on_each_other(between) == []
    assert not any(event.kind == "mines" for event in between.events)


@rule("KIM-2.5e")
def test_one_that_mines_take_while_it_makes_room_is_not_said_to_move_afterwards() -> None:
    """Wherever it could be set aside from its friend lie mines. KIM-R150, KIM-R162"""
    behind = tank("f", (500, 715), order="fire")
    p = set_aside(EAST, WEST, others=(behind,), dice=(1,), numbers={"farthest_aside": 300})
    assert "c" in p.state.fallen
    told = [event.kind for event in p.events if event.data.get("stand") == "c"]
    assert told[-1] == "destroyed"


@rule("KIM-2.1a", "KIM-4.12b")
def test_who_makes_room_goes_round_area_fire_too() -> None:
    """KIM-R162"""
    template = shelled(field(), (580, 668), side="blue")
    p = set_aside(templates={template.id: template})
    assert place(p, "c") == (500, 700)
    assert not any(event.kind == "shot" for event in p.events)


@rule("KIM-2.1a")
@pytest.mark.parametrize(("far", "stays"), [(250, True), (300, False)])
def test_who_finds_no_room_stays_and_its_side_is_told(far: int, stays: bool) -> None:
    """How far it looks is a number, 300 unless a scenario sets it otherwise. KIM-R162"""
    p = set_aside(numbers={"farthest_aside": far})
    told = f"C finds no room within {far // 10} mm of where it ends, and stays on a friend."
    assert (told in p.log_of("red")) is stays
    assert told not in p.log_of("blue")
    assert bool(on_each_other(p)) is stays


@rule("KIM-1.1a")
def test_the_sides_are_named_by_their_names_when_they_roll_for_the_first_move() -> None:
    state = field(tank("a", (500, 800)), inf("b", (500, 500), side="blue"))
    with playing(state, Movement(), dice=[9, 2], options={"movement_order": "alternating"}) as p:
        p.pending(red="Give", blue="The enemy moves.")
    assert "Rolled highest, for who moves first: Red." in p.log_of("blue")
