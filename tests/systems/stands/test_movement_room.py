"""Nobody ends on a friend: who could not turn, and who finds its friends all about it. KIM-R44, KIM-R152"""

from __future__ import annotations

from itertools import combinations

from deadground.space.bases import overlap
from deadground.systems.stands.rules.movement import Movement
from deadground.systems.stands.state import Minefield, StandsState
from deadground.testing import rule
from deadground.testing.play import Play
from tests.systems.stands.field import field, inf, tank
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
    assert told == ["A has no room to turn.", "A makes room for a friend and ends 10 mm away."]


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


@rule("KIM-2.5e")
def test_one_that_mines_take_while_it_makes_room_is_not_said_to_move_afterwards() -> None:
    """On both sides of where it is set aside from its friend lie mines. KIM-R150"""
    mines = """
  - {id: east, kind: minefield, polygon: [[516, 620], [600, 620], [600, 780], [516, 780]]}
  - {id: west, kind: minefield, polygon: [[400, 620], [484, 620], [484, 780], [400, 780]]}
"""
    lurking = inf("b", (500, 590), side="blue", hidden=True)
    ahead = tank("a", (500, 800), order="move", arrow=0)
    short = tank("c", (500, 690), order="move", arrow=0)
    fields = {id: Minefield(id) for id in ("east", "west")}
    state = field(ahead, short, lurking, pieces=WOOD + mines, minefields=fields)
    ways = {"a": to((500, 600)), "c": to((500, 668))}
    p = march(state, ways, dice=[1], options={"minimum_move": "off"})
    assert "c" in p.state.fallen
    told = [event.kind for event in p.events if event.data.get("stand") == "c"]
    assert told[-1] == "destroyed"


@rule("KIM-1.1a")
def test_the_sides_are_named_by_their_names_when_they_roll_for_the_first_move() -> None:
    state = field(tank("a", (500, 800)), inf("b", (500, 500), side="blue"))
    with playing(state, Movement(), dice=[9, 2], options={"movement_order": "alternating"}) as p:
        p.pending(red="Give", blue="The enemy moves.")
    assert "Rolled highest, for who moves first: Red." in p.log_of("blue")
