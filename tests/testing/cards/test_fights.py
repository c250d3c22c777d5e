"""Ambush and contact. CARDS-4, CARDS-5"""

from __future__ import annotations

import pytest

from deadground.core.requests import Pick
from deadground.testing import rule
from deadground.testing.cards import CARDS
from deadground.testing.cards.rules import Ambushes, Contact
from deadground.testing.cards.state import Point
from deadground.testing.play import play
from tests.testing.cards.board import board, hidden, shown

ASKED = "Spring an ambush, or let it pass?"


@rule("CARDS-4")
@pytest.mark.parametrize(("higher", "lower"), [("north", "south"), ("south", "north")])
def test_both_are_asked_the_higher_card_first_and_the_other_cannot_tell(higher: str, lower: str) -> None:
    arranged = board(hidden("n1", (0, 0)), hidden("s1", (40, 40)), higher=higher)
    with play(CARDS, "meeting", Ambushes(), arrange=arranged) as p:
        for asked, other in ((higher, lower), (lower, higher)):
            p.pending(**{asked: ASKED})
            assert p.asked(asked).proposal == ["pass"]
            assert p.options(asked) == ["pass"]
            assert p.match.view(other).waiting == ("movement in progress",)
            assert p.match.view(asked).waiting == (asked,)
            p.choose(asked, "pass")
        p.nothing_pending()
    assert p.log == []


@rule("CARDS-4")
@pytest.mark.parametrize(("die", "taken"), [(1, False), (3, False), (4, True), (6, True)])
def test_an_ambush_takes_the_enemy_on_four_or_more(die: int, taken: bool) -> None:
    arranged = board(hidden("n1", (20, 20)), shown("s1", (20, 30)), hidden("s2", (0, 40)))
    with play(CARDS, "meeting", Ambushes(), dice=[die], arrange=arranged) as p:
        p.choose("north", "n1:s1")
        p.pending(north=ASKED)
        assert p.options("north") == ["pass"]
        p.choose("north", "pass")
        p.choose("south", "pass")
        p.nothing_pending()
    assert p.state.pieces["n1"].shown
    assert ("s1" in p.state.pieces) is not taken
    assert p.state.sides["south"].pieces == (1 if taken else 2)
    ending = ["N1 ambushes S1 and takes it.", "S1 is lost."] if taken else ["N1 ambushes S1 and misses."]
    assert p.log == ["N1 is seen.", *ending]
    assert {row for event in p.events for row in event.rows} == {"CARDS-4"}
    assert p.last("ambush").rolls[0].owner == "north"


@rule("CARDS-4")
@pytest.mark.parametrize(
    ("at", "beside"),
    [
        ((20, 10), True),
        ((20, 30), True),
        ((10, 20), True),
        ((30, 20), True),
        ((30, 30), False),
        ((20, 40), False),
        ((20, 20), False),
        ((0, 20), False),
    ],
)
def test_only_a_neighbouring_square_is_ambushed(at: Point, beside: bool) -> None:
    arranged = board(hidden("n1", (20, 20)), shown("s1", at))
    with play(CARDS, "meeting", Ambushes(), arrange=arranged) as p:
        assert p.options("north") == (["n1:s1"] if beside else []) + ["pass"]
        p.choose("north", "pass")
        p.choose("south", "pass")
        p.nothing_pending()


@rule("CARDS-4")
def test_only_a_hidden_patrol_ambushes_and_only_an_enemy_that_is_seen() -> None:
    pieces = [hidden("n1", (20, 20)), shown("n2", (20, 10)), shown("s1", (20, 30)), hidden("s2", (10, 20))]
    with play(CARDS, "meeting", Ambushes(), arrange=board(*pieces, shown("s3", (30, 10)))) as p:
        request = p.asked("north")
        assert isinstance(request, Pick)
        assert [(option.id, option.label) for option in request.options] == [
            ("n1:s1", "N1 takes on S1"),
            ("pass", "Let it pass"),
        ]
        assert p.refuse("north", "n2:s3")[0].rows == ("CARDS-4",)
        assert p.refuse("north", "n1:s2")[0].rows == ("CARDS-4",)
        p.choose("north", "pass")
        assert p.options("south") == ["pass"]
        p.pending(south=ASKED)


@rule("CARDS-4")
def test_after_an_ambush_both_are_asked_again() -> None:
    pieces = [hidden("n1", (20, 20)), shown("n2", (0, 0)), shown("s1", (20, 30)), hidden("s2", (10, 0))]
    with play(CARDS, "meeting", Ambushes(), dice=[1, 1], arrange=board(*pieces)) as p:
        p.choose("north", "pass")
        p.choose("south", "s2:n2")
        p.pending(north=ASKED)
        p.choose("north", "n1:s1")
        p.choose("north", "pass")
        p.choose("south", "pass")
        p.nothing_pending()


@rule("CARDS-5")
@pytest.mark.parametrize(
    ("north", "south", "higher", "lost"),
    [
        (4, 3, "north", "s1"),
        (4, 3, "south", None),
        (3, 3, "north", "s1"),
        (3, 3, "south", "n1"),
        (3, 4, "north", None),
        (3, 4, "south", "n1"),
        (2, 4, "north", "n1"),
        (4, 2, "south", "s1"),
    ],
)
def test_the_lower_total_is_lost(north: int, south: int, higher: str, lost: str | None) -> None:
    arranged = board(hidden("n1", (20, 20)), hidden("s1", (20, 20)), higher=higher)
    with play(CARDS, "meeting", Contact(), dice=[north, south], arrange=arranged) as p:
        p.nothing_pending()
    assert [id for id in ("n1", "s1") if id not in p.state.pieces] == ([lost] if lost else [])
    assert [side.pieces for side in p.state.sides.values()] == [lost != "n1", lost != "s1"]
    totals = {"north": north, "south": south}
    totals[higher] += 1
    assert p.last("contact").data == {"totals": totals}
    assert [roll.owner for roll in p.last("contact").rolls] == ["north", "south"]
    ending = [f"{lost.upper()} is lost."] if lost else []
    assert p.log == ["N1 is seen.", "S1 is seen.", "N1 meets S1.", *ending]
    assert {row for event in p.events for row in event.rows} == {"CARDS-5"}
    assert all(piece.shown and piece.order == "" for piece in p.state.pieces.values())


@rule("CARDS-5")
def test_after_a_tie_neither_fights_again_in_this_turn() -> None:
    pieces = [shown("n1", (20, 20)), shown("n2", (20, 20)), shown("s1", (20, 20)), hidden("s2", (20, 20))]
    with play(CARDS, "meeting", Contact(), dice=[1, 2, 6, 1], arrange=board(*pieces)) as p:
        p.nothing_pending()
    assert [event.text for event in p.events if event.kind == "contact"] == ["N1 meets S1.", "N2 meets S2."]
    assert sorted(p.state.pieces) == ["n1", "n2", "s1"]
    assert all(piece.order == "" for piece in p.state.pieces.values())


@rule("CARDS-5")
def test_the_one_who_wins_fights_the_next() -> None:
    pieces = [shown("n1", (20, 20)), shown("s1", (20, 20)), shown("s2", (20, 20)), shown("s3", (20, 30))]
    with play(CARDS, "meeting", Contact(), dice=[6, 1, 1, 6], arrange=board(*pieces)) as p:
        p.nothing_pending()
    assert [event.text for event in p.events if event.kind != "contact"] == ["S1 is lost.", "N1 is lost."]
    assert list(p.state.pieces) == ["s2", "s3"]
