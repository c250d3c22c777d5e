"""Questions about the board, on a state or on a view."""

from __future__ import annotations

from deadground.testing.cards.state import BOARD, SEATS, SQUARE, CardsState, Piece, Point

EDGE = (BOARD - 1) * SQUARE
BOX = (0, 0, EDGE, EDGE)


def foe_of(seat: str) -> str:
    return SEATS[1] if seat == SEATS[0] else SEATS[0]


def home_rows(seat: str) -> tuple[int, int]:
    """The two rows a side places on: its back row first."""
    return (0, SQUARE) if seat == "north" else (EDGE, EDGE - SQUARE)


def every_row() -> tuple[int, ...]:
    return tuple(row * SQUARE for row in range(BOARD))


def squares(rows: tuple[int, ...]) -> tuple[Point, ...]:
    return tuple((column * SQUARE, row) for row in rows for column in range(BOARD))


def own(state: CardsState, seat: str) -> list[Piece]:
    return [piece for piece in state.pieces.values() if piece.side == seat]


def neighbours(a: Point, b: Point) -> bool:
    return abs(a[0] - b[0]) + abs(a[1] - b[1]) == SQUARE


def ambushes(state: CardsState, seat: str) -> list[tuple[Piece, Piece]]:
    """Every hidden patrol of a seat with every shown enemy beside it."""
    return [
        (piece, enemy)
        for piece in own(state, seat)
        if not piece.shown
        for enemy in own(state, foe_of(seat))
        if enemy.shown and neighbours(piece.at, enemy.at)
    ]


def by_card(state: CardsState) -> tuple[str, ...]:
    """The seats, the one that played the higher card first."""
    return tuple(sorted(SEATS, key=lambda seat: -state.sides[seat].played))
