"""Patrols, cards and whole turns of the card game, for tests."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import copy
from typing import Any

from deadground.testing.cards.queries import foe_of
from deadground.testing.cards.state import DECK, SEATS, CardsState, Piece, Point
from deadground.testing.play import Play

HANDS = {"north": (1, 2, 3), "south": (4, 5, 6)}
MARCH = "march"


def hidden(id: str, at: Point, order: str = "") -> Piece:
    """A patrol; the letter it begins with says whose: `n1`, `s2`."""
    return Piece(id, id.upper(), "north" if id.startswith("n") else "south", at, order=order)  # type: ignore[arg-type]


def shown(id: str, at: Point, order: str = "") -> Piece:
    piece = hidden(id, at, order)
    piece.shown = True
    return piece


def board(*pieces: Piece, higher: str = "north", turn: int = 1) -> Callable[[CardsState], None]:
    """Patrols on the board, hands dealt, and the side that last played the higher card."""

    def arrange(state: CardsState) -> None:
        state.pieces = {piece.id: copy(piece) for piece in pieces}
        state.turn = turn
        for seat in SEATS:
            side = state.sides[seat]
            side.pieces = sum(piece.side == seat for piece in pieces)
            side.hand, side.cards = HANDS[seat], len(HANDS[seat])
        state.sides[higher].played, state.sides[foe_of(higher)].played = 20, 19
        state.deck = tuple(card for card in DECK if card > 6)
        state.deck_left = len(state.deck)

    return arrange


def both(p: Play[CardsState], north: Any, south: Any) -> None:
    """Both sides answer a sealed question."""
    p.choose("north", north)
    p.choose("south", south)


def order(id: str, card: str) -> dict[str, Any]:
    return {"unit": id, "card": card, "pieces": [id]}


def whole_turn(p: Play[CardsState], **marches: Point) -> None:
    """Both play their lowest card, these patrols march, and nobody ambushes. Two dice are drawn for cards."""
    both(p, str(min(p.state.sides["north"].hand)), str(min(p.state.sides["south"].hand)))
    sides: Mapping[str, list[str]] = {
        seat: [id for id in marches if p.state.pieces[id].side == seat] for seat in SEATS
    }
    both(p, *([order(id, MARCH) for id in sides[seat]] for seat in SEATS))
    both(p, *({id: {"points": [marches[id]]} for id in sides[seat]} for seat in SEATS))
    for _ in SEATS:
        p.choose(p.match.to_act()[0], "pass")
