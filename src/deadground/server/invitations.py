"""Invitations: links that offer a seat. Each is good for one person, who then has a key of his own.

A link is spent when somebody sits down by it, so that it gives nobody a second look at what the seat may see: not
the one who sent it, and not one it was forwarded to. Whoever began the game can offer a seat anew while nobody has
it; how a seat becomes free that somebody has, is told in seat_care.py.
"""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection, insert, select, update

from deadground.core.faults import SetupError
from deadground.server.api_games import OpenSeat
from deadground.server.people import LinkSpent, Visitor, WrongLink, hold, now
from deadground.server.seating import hashed
from deadground.server.store import SeatRow, Store
from deadground.server.tables import invitations, seats

TAKEN, REPLACED = "taken", "replaced"


class Invited(msgspec.Struct, frozen=True):
    """A link that we gave out: the seat it offers, and why it is no longer good, if so."""

    game: str
    seat: str
    why: str


def invited_by(store: Store, token: str) -> Invited:
    """What a link offers."""
    wanted = select(invitations.c.game, invitations.c.seat, invitations.c.why)
    with store.reading() as connection:
        row = connection.execute(wanted.where(invitations.c.token == hashed(token))).one_or_none()
    if row is None:
        raise WrongLink
    return Invited(*row)


def spent(invited: Invited, name: str) -> LinkSpent:
    """Why a link is no longer good, and what to do about it."""
    if invited.why == REPLACED:
        return LinkSpent("this link was replaced by a newer one: ask for that")
    return LinkSpent(
        f"{name or 'somebody'} has sat down by this link. If that was you, go on in the browser you used then, "
        "or ask for a new link"
    )


def offer(connection: Connection, game: str, offered: OpenSeat) -> None:
    """Keep the link to a seat."""
    row = {"token": hashed(offered.token), "game": game, "seat": offered.seat, "made": now()}
    connection.execute(insert(invitations), row)


def offer_anew(connection: Connection, game: str, offered: OpenSeat) -> None:
    """Keep a new link to a seat that nobody has; the links before this one are void."""
    of_seat = (seats.c.game == game, seats.c.seat == offered.seat)
    if connection.execute(select(seats.c.name).where(*of_seat)).scalar():
        raise SetupError("somebody has just sat down there")
    withdraw(connection, game, offered.seat)
    offer(connection, game, offered)


def withdraw(connection: Connection, game: str, seat: str) -> None:
    """Every link to a seat is void."""
    of_seat = (invitations.c.game == game, invitations.c.seat == seat)
    connection.execute(update(invitations).where(*of_seat).values(spent=now(), why=REPLACED))


def offer_another(connection: Connection, game: str, row: SeatRow, offered: OpenSeat) -> None:
    """Add a seat to a table, and keep the link to it."""
    connection.execute(insert(seats), {"game": game, **msgspec.structs.asdict(row)})
    offer(connection, game, offered)


def sit_down(connection: Connection, token: str, visitor: Visitor, name: str, key: str) -> None:
    """Take the seat that a link offers, unless somebody was quicker."""
    mine = invitations.c.token == hashed(token)
    taken = connection.execute(
        update(invitations).where(mine, invitations.c.spent.is_(None)).values(spent=now(), why=TAKEN)
    )
    if taken.rowcount != 1:
        raise LinkSpent("somebody was quicker: this link has just been used")
    game, seat = connection.execute(select(invitations.c.game, invitations.c.seat).where(mine)).one()
    of_seat = (seats.c.game == game, seats.c.seat == seat)
    connection.execute(update(seats).where(*of_seat).values(token=hashed(key), name=name))
    visitor.arrive(connection, name)
    hold(connection, visitor.person.id, game, seat)
