"""Pieces, hands and the deck, and who may see them."""

from __future__ import annotations

from typing import Annotated, Literal

from deadground.core.game import Game
from deadground.core.records import Public, Record, State, hidden, owners, record, state

SQUARE = 10
"""The side of a square, in tenths of a millimetre."""

BOARD = 5
HAND = 3
DECK = tuple(range(1, 25))
SEATS = ("north", "south")

Point = tuple[int, int]
OrderWord = Literal["", "march", "lie low"]


@record
class Piece(Record):
    """A patrol. Until it is shown, only its own side knows that it exists."""

    id: Public[str]
    name: Public[str]
    side: Public[str]
    at: Public[Point]
    shown: Public[bool] = False
    order: Annotated[OrderWord, owners(masked="")] = ""

    def known_to(self, state: CardsState, seat: str) -> bool:
        return self.shown or seat == self.side

    def owned_by(self, state: CardsState, seat: str) -> bool:
        return seat == self.side


@record
class Side(Record):
    """A player's hand: how many cards is known to all, which ones to him."""

    seat: Public[str]
    pieces: Public[int]
    cards: Public[int] = 0
    played: Public[int] = 0
    hand: Annotated[tuple[int, ...], owners(masked=())] = ()

    def owned_by(self, state: CardsState, seat: str) -> bool:
        return seat == self.seat


@state
class CardsState(State):
    """The board, the hands and the face-down deck."""

    pieces: Public[dict[str, Piece]]
    sides: Public[dict[str, Side]]
    names: Annotated[tuple[str, ...], hidden(masked=())]
    deck: Annotated[tuple[int, ...], hidden(masked=())]
    deck_left: Public[int]
    in_the_open: Public[int]
    discards: Public[tuple[int, ...]] = ()
    turn: Public[int] = 1
    last_turn: Public[int] = 6


class Cards(Game[CardsState]):
    """The game as the card game's rules hold it."""

    def show(self, piece: Piece, row: str) -> None:
        """Turn a piece face up for all to see, under the rule that says so."""
        if not piece.shown:
            piece.shown = True
            self.tell("shown", f"{piece.name} is seen.", row, piece=piece.id)

    def remove(self, piece: Piece, row: str) -> None:
        """Take a piece off the board, under the rule that says so."""
        self.state.sides[piece.side].pieces -= 1
        del self.state.pieces[piece.id]
        self.tell("lost", f"{piece.name} is lost.", row, piece=piece.id)
