"""What stands on the table: men, and whoever and whatever else has a base there.

Rules of sight, masking, shots, blasts, reactions and room ask pieces and their bases. A man inside something stands
nowhere on the table, so he is not among them; a new kind of piece is named in `others_of`, and nowhere else.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Protocol, TypeVar

from deadground.space.bases import CONTACT, Base, gap, gap_is_within
from deadground.space.plane import Facing, Point, is_within
from deadground.space.units import Tenths
from deadground.systems.skirmish.state import BASE, Figure, SkirmishState


class TablePiece(Protocol):
    """One of them: what every rule may ask of it without knowing what it is."""

    id: str
    name: str
    side: str
    """Whose it is; "" for nobody's."""
    at: Point
    facing: Facing

    @property
    def base(self) -> Base: ...

    @property
    def reach(self) -> Tenths:
        """No part of its base is further from its middle than this."""

    @property
    def is_round(self) -> bool:
        """Whether its base is round: then distances run to its middle, else to the nearest point of it. NS-01"""

    @property
    def on_table(self) -> bool: ...

    @property
    def prone(self) -> bool: ...

    @property
    def is_out(self) -> bool:
        """Whether it is out of the battle, though it may lie there still."""

    @property
    def keeps_down(self) -> bool:
        """Whether it has its head down in cover, from whomever. NUTS-MOVE-07, NUTS-MOVE-08"""

    @property
    def is_fighting(self) -> bool:
        """Whether it is locked in melee."""

    @property
    def is_moving(self) -> bool:
        """Whether it counts as moving, against cover and concealment. NR-36"""

    @property
    def is_fast(self) -> bool: ...

    @property
    def aboard(self) -> str:
        """What it is inside of: then it has no place of its own."""

    @property
    def floor(self) -> int: ...

    def known_to(self, state: SkirmishState, seat: str) -> bool: ...

    def is_seen_by(self, side: str) -> bool:
        """Whether a side sees it now, or it is its own."""


AnyPiece = TypeVar("AnyPiece", bound=TablePiece)


def others_of(state: SkirmishState) -> Collection[TablePiece]:
    """Those who are no men, on the table all of them."""
    if not (state.vehicles or state.guns):
        return state.bystanders.values()
    driven = (one for one in state.vehicles.values() if one.on_table)
    served = (one for one in state.guns.values() if one.on_table)
    return [*state.bystanders.values(), *driven, *served]


def within_box(state: SkirmishState, start: Point, end: Point, more: Tenths, side: str = "") -> list[Figure]:
    """Every man on the table in the box about a line and so much more on all sides, or those of a side, however
    they are: few of all need be looked at closely then."""
    (ax, ay), (bx, by) = start, end
    west, east = (ax - more, bx + more) if ax < bx else (bx - more, ax + more)
    north, south = (ay - more, by + more) if ay < by else (by - more, ay + more)
    if side:
        return [
            one
            for one in state.figures.values()
            if one.side == side
            and west <= one.at[0] <= east
            and north <= one.at[1] <= south
            and not one.aboard
        ]
    return [
        one
        for one in state.figures.values()
        if west <= one.at[0] <= east and north <= one.at[1] <= south and not one.aboard
    ]


def others_in_box(state: SkirmishState, start: Point, end: Point, more: Tenths) -> list[TablePiece]:
    """Those of them whose bases can be in the box about a line and so much more on all sides."""
    (ax, ay), (bx, by) = start, end
    found = []
    for one in others_of(state):
        (x, y), far = one.at, more + one.reach
        if min(ax, bx) - far <= x <= max(ax, bx) + far and min(ay, by) - far <= y <= max(ay, by) + far:
            found.append(one)
    return found


def men_on_table(state: SkirmishState) -> list[Figure]:
    """All men who have a place on the table, whatever has become of them, and not those inside of something."""
    return [one for one in state.figures.values() if not one.aboard]


def pieces_on_table(state: SkirmishState) -> list[TablePiece]:
    """Everybody and everything that has a place there."""
    return [*men_on_table(state), *others_of(state)]


def enemies_on_table(state: SkirmishState, side: str) -> list[TablePiece]:
    """All of them who are of another side that fights, whatever has become of them."""
    return [one for one in pieces_on_table(state) if one.side and one.side != side]


def piece_named(state: SkirmishState, id: str) -> TablePiece | None:
    """A piece by its id; None where the state knows of none."""
    return state.figures.get(id) or state.bystanders.get(id) or state.vehicles.get(id) or state.guns.get(id)


def piece_in(state: SkirmishState, id: str) -> TablePiece:
    """The same of one that is known to be there."""
    found = piece_named(state, id)
    if found is None:
        raise KeyError(id)
    return found


def pieces_named(state: SkirmishState, ids: Iterable[str]) -> list[TablePiece]:
    """Those of some ids that the state knows of."""
    return [one for one in (piece_named(state, id) for id in ids) if one is not None]


def are_enemies(one: TablePiece, other: TablePiece) -> bool:
    """Whether two pieces are of two sides that fight. Who belongs to nobody is nobody's enemy."""
    return one.side != other.side and one.side != "" and other.side != ""


def is_near(one: TablePiece, at: Point, limit: Tenths) -> bool:
    """Whether a place is at most so far from a piece: from the middle of a round base, else from the nearest point
    of it. NS-01"""
    if one.is_round:
        return is_within(one.at, at, limit)
    return gap_is_within(Base(at), one.base, limit)


def all_near(state: SkirmishState, at: Point, reach: Tenths) -> list[TablePiece]:
    """Everybody and everything whose base a circle about a place touches."""
    men = those_near(within_box(state, at, at, reach + BASE), at, reach + BASE)
    others = others_in_box(state, at, at, reach)
    return [*men, *(one for one in others if gap_is_within(Base(at), one.base, reach))]


def is_on(base: Base, one: TablePiece) -> bool:
    """Whether a round base would lie on a piece, deeper than contact. NS-01"""
    if one.is_round:
        return is_within(base.at, one.at, base.radius + one.reach - CONTACT)
    return gap_is_within(base, one.base, -CONTACT)


def gap_between(one: TablePiece, other: TablePiece) -> Tenths:
    """How far two pieces are apart: from the middle of a round base, else from the nearest point of it. NS-01"""
    bases = (Base(piece.at) if piece.is_round else piece.base for piece in (one, other))
    return gap(*bases)


def those_near(pieces: Iterable[AnyPiece], at: Point, limit: Tenths) -> list[AnyPiece]:
    """Those of some pieces to which a place is so near."""
    (x, y), square = at, limit * limit
    return [
        one
        for one in pieces
        if (
            (one.at[0] - x) ** 2 + (one.at[1] - y) ** 2 <= square if one.is_round else is_near(one, at, limit)
        )
    ]


def men_beside(state: SkirmishState, one: TablePiece) -> list[str]:
    """The ids of the men who touch a piece, itself among them if it is a man."""
    far = one.reach + BASE + CONTACT
    about = within_box(state, one.at, one.at, far)
    if one.is_round:
        return [man.id for man in those_near(about, one.at, far)]
    return [man.id for man in about if are_touching(man, one)]


def are_within(one: TablePiece, other: TablePiece, limit: Tenths) -> bool:
    """Whether two pieces are at most so far apart, from edge to edge."""
    if one.is_round and other.is_round:
        (ax, ay), (bx, by), far = one.at, other.at, one.reach + other.reach + limit
        return (ax - bx) * (ax - bx) + (ay - by) * (ay - by) <= far * far
    return gap_is_within(one.base, other.base, limit)


def are_touching(one: TablePiece, other: TablePiece) -> bool:
    """Base contact. NS-01"""
    return are_within(one, other, CONTACT)
