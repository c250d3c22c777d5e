"""A battle that promises an enemy: the first question mark seen is one, and one shows itself in time. NR-196"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.systems.skirmish.rules.activation.activation import Phase
from deadground.systems.skirmish.rules.activation.turn import lay_question_marks
from deadground.systems.skirmish.rules.enemies.pef_resolution import ResolvePef
from deadground.systems.skirmish.state import Figure, SkirmishState
from deadground.testing import rule
from tests.systems.skirmish.solo import mark, solo, through
from tests.systems.skirmish.system import game, playing
from tests.systems.skirmish.table import foe, man

PROMISED = "first-patrol"
WALL = "  - {id: wall, kind: wall, height: 1, line: [[0, 20], [48, 20]]}"
WOOD = "  - {id: wood, kind: woods, polygon: [[16, 4], [28, 4], [28, 9], [16, 9]]}"
HOUSE = "  - {id: house, kind: structure, floors: 1, polygon: [[18, 4], [26, 4], [26, 10], [18, 10]]}"


def met(*others: Figure, **changes: Any) -> SkirmishState:
    """A man in the open who sees a question mark 20 inches off."""
    men = (man("a", (21, 30), weapons=(), rep=1), *others)
    return solo(*men, pefs=(mark(1, (21, 10)),), most="lmg_team", **changes)


@rule("NUTS-PEF-06")
def test_the_first_to_be_seen_is_an_enemy_and_no_dice_say_whether() -> None:
    with through(met(scenario=PROMISED), ResolvePef("p1", "red-1"), []) as p:
        p.nothing_pending()
    told = p.last("pef")
    assert told.text == "A sees ?1: the first one is an enemy, by this battle's own rule."
    assert told.rows == ("NR-196",)
    assert not told.rolls
    assert p.last("pef_force").data["men"], "those who are in sight"


@rule("NUTS-PEF-06")
@pytest.mark.parametrize(
    ("others", "scenario"),
    [((foe("x", (44, 2), facing=0),), PROMISED), ((), "table")],
    ids=["the second", "no promise"],
)
def test_whatever_else_is_seen_is_thrown_for(others: tuple[Figure, ...], scenario: str) -> None:
    with playing(met(*others, scenario=scenario), ResolvePef("p1", "red-1"), dice=[6, 6]) as p:
        p.nothing_pending()
    assert p.last("pef").data["result"] == "false_alarm"


def hidden(turn: int, *, die: int = 6, house: bool = False, wall: str = WALL) -> SkirmishState:
    """A behind a wall, and a question mark at the far edge that he cannot see."""
    far = mark(1, (22, 7), building="house") if house else mark(1, (22, 5))
    state = solo(
        man("a", (22, 40), weapons=(), rep=1),
        pefs=(far,),
        pieces=HOUSE + "\n" + wall if house else wall,
        scenario=PROMISED,
        turn=turn,
        most="lmg_team",
        near_houses=("house",) if house else (),
    )
    state.sides["blue"].die = die
    return state


@rule("NUTS-PEF-04")
@pytest.mark.parametrize("house", [False, True], ids=["in the open", "in a building"])
@pytest.mark.parametrize(("turn", "comes"), [(3, False), (4, True), (5, True)])
def test_in_the_turn_of_the_promise_one_comes_into_sight_whatever_the_die(
    turn: int, comes: bool, house: bool
) -> None:
    """The enemy's die is a 6: nobody else of his may act."""
    with through(hidden(turn, house=house), Phase("blue"), []) as p:
        p.nothing_pending()
    assert any(one.side == "blue" for one in p.state.figures.values()) == comes
    assert not comes or p.last("pef_force").data["men"], "those who are in sight"
    assert ("?1 has waited long enough and comes into sight, as this battle promised." in p.log) == comes


@rule("NUTS-PEF-06")
def test_the_first_men_stand_in_sight_even_where_cover_is_near() -> None:
    """The wood beside them hides whoever is deep in it."""
    with through(met(scenario=PROMISED, pieces=WOOD), ResolvePef("p1", "red-1"), []) as p:
        p.nothing_pending()
    assert p.last("pef_force").data["men"], "those who are in sight"


def test_the_promise_is_told_as_the_battle_begins() -> None:
    g = game(solo(man("a", (24, 46)), scenario=PROMISED), dice=[2, 6])
    lay_question_marks(g)
    assert [event.seen.rows for event in g.events if event.seen.kind == "promise"] == [("NR-196",)]
