"""Placing and dealing. CARDS-1"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.core.requests import Place
from deadground.testing import rule
from deadground.testing.cards import CARDS
from deadground.testing.cards.state import Point
from deadground.testing.play import play
from tests.testing.cards.board import both

PLACE = "Place your patrols."


def placed(*points: Point) -> dict[str, Any]:
    return {f"patrol {n}": {"at": point} for n, point in enumerate(points, 1)}


NORTH = placed((0, 0), (10, 0), (20, 10))
SOUTH = placed((0, 40), (10, 40), (20, 30))


@rule("CARDS-1")
@pytest.mark.parametrize(
    ("dice", "north", "south"),
    [
        ([1, 1, 1, 1, 1, 1], (1, 2, 3), (4, 5, 6)),
        ([24, 23, 22, 21, 20, 19], (24, 23, 22), (21, 20, 19)),
        ([2, 2, 1, 3, 1, 5], (2, 3, 1), (6, 4, 10)),
    ],
)
def test_three_cards_are_dealt_of_a_deck_of_24(
    dice: list[int], north: tuple[int, ...], south: tuple[int, ...]
) -> None:
    with play(CARDS, "meeting", dice=dice) as p:
        p.pending(north=PLACE, south=PLACE)
    sides = p.state.sides
    assert (sides["north"].hand, sides["south"].hand) == (north, south)
    assert (sides["north"].cards, sides["south"].cards) == (3, 3)
    assert p.state.deck == tuple(card for card in range(1, 25) if card not in (*north, *south))
    assert p.state.deck_left == 18
    assert p.log == ["The cards are dealt."]
    assert (sides["north"].played, sides["south"].played, p.state.discards, p.state.turn) == (0, 0, (), 1)


@rule("CARDS-1")
def test_a_hand_is_its_owner_s_secret() -> None:
    with play(CARDS, "meeting", dice=[1] * 6) as p:
        p.pending(north=PLACE, south=PLACE)
        seen = p.view("south")
    assert (seen.sides["north"].hand, seen.sides["south"].hand) == ((), (4, 5, 6))
    assert (seen.deck, seen.deck_left) == ((), 18)


@rule("CARDS-1")
def test_patrols_are_placed_in_secret_and_together() -> None:
    with play(CARDS, "meeting", dice=[1] * 7 + [1]) as p:
        p.choose("north", NORTH)
        p.pending(south=PLACE)
        assert p.state.pieces == {}
        p.choose("south", SOUTH)
        pieces = p.state.pieces.values()
        assert [(piece.name, piece.side, piece.at) for piece in pieces] == [
            ("Heron", "north", (0, 0)),
            ("Plover", "north", (10, 0)),
            ("Curlew", "north", (20, 10)),
            ("Otter", "south", (0, 40)),
            ("Badger", "south", (10, 40)),
            ("Marten", "south", (20, 30)),
        ]
        for seat in ("north", "south"):
            assert {piece.side for piece in p.view(seat).pieces.values()} == {seat}
        p.choose("north", "1")
        p.choose("south", "4")
        p.pending(north="Give your patrols", south="Give your patrols")


@rule("CARDS-1")
def test_each_side_has_its_own_two_rows() -> None:
    with play(CARDS, "meeting", dice=[1] * 6) as p:
        for seat, rows in (("north", (0, 10)), ("south", (40, 30))):
            request = p.asked(seat)
            assert isinstance(request, Place)
            assert len(request.spots) == 3
            for spot in request.spots:
                assert spot.box == (0, 0, 40, 40)
                assert spot.points == tuple((column, row) for row in rows for column in (0, 10, 20, 30, 40))
        p.pending(north=PLACE, south=PLACE)
        for bad in [
            placed((0, 0), (10, 0), (20, 20)),
            placed((0, 0), (10, 0), (20, 40)),
            placed((0, 0), (10, 0), (50, 0)),
            placed((0, 0), (10, 0), (5, 0)),
            placed((0, 0), (10, 0), (10, 0)),
            placed((0, 0), (10, 0)),
            placed((0, 0), (10, 0), (20, 0), (30, 0)),
        ]:
            assert p.refuse("north", bad)[0].rows == ("CARDS-1",)


@rule("CARDS-1")
@pytest.mark.parametrize(("scenario", "seen"), [("meeting", []), ("daylight", ["Heron", "Otter"])])
def test_in_daylight_the_first_patrol_of_each_side_is_shown(scenario: str, seen: list[str]) -> None:
    with play(CARDS, scenario, dice=[1] * 6) as p:
        both(p, NORTH, SOUTH)
        p.pending(north="Play a card.", south="Play a card.")
    assert [piece.name for piece in p.state.pieces.values() if piece.shown] == seen
    assert [event.text for event in p.events if event.kind == "shown"] == [
        f"{name} is seen." for name in seen
    ]
    assert all(event.rows == ("CARDS-1",) for event in p.events if event.kind == "shown")
