"""How wishes about a seat are kept: that it goes to somebody else, or is lent while its owner is there."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import Connection, delete, insert, select

from deadground.server.people import now
from deadground.server.store import Store
from deadground.server.tables import patience, seat_wishes

decode_list = msgspec.json.Decoder(tuple[str, ...]).decode
USUAL_HOURS = 24
"""How long a table waits for somebody who is away, unless it was set up otherwise."""


class Wish(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody asks about a seat: see `tables.seat_wishes`."""

    seat: str
    by: str
    to: str = ""
    commands: tuple[str, ...] = ()
    agreed: tuple[str, ...] = ()
    asked: datetime = msgspec.field(default_factory=now)


def wishes_of(store: Store, game: str) -> dict[str, Wish]:
    """The wishes of a game that nobody has settled, by seat."""
    wanted = select(*(seat_wishes.c[name] for name in Wish.__struct_fields__))
    with store.reading() as connection:
        rows = connection.execute(wanted.where(seat_wishes.c.game == game)).all()
    return {wish.seat: wish for wish in map(wish_of, rows)}


def wish_of(row: Iterable[Any]) -> Wish:
    seat, by, to, commands, agreed, asked = row
    return Wish(
        seat=seat,
        by=by,
        to=to,
        commands=decode_list(commands),
        agreed=decode_list(agreed),
        asked=asked,
    )


def keep_wish(connection: Connection, game: str, wish: Wish) -> None:
    """Keep a wish in place of the one before it about the same seat."""
    drop_wish(connection, game, wish.seat)
    lists = {name: msgspec.json.encode(getattr(wish, name)) for name in ("commands", "agreed")}
    connection.execute(insert(seat_wishes), {"game": game, **msgspec.structs.asdict(wish), **lists})


def drop_wish(connection: Connection, game: str, seat: str) -> None:
    of_seat = (seat_wishes.c.game == game, seat_wishes.c.seat == seat)
    connection.execute(delete(seat_wishes).where(*of_seat))


def set_hours(connection: Connection, game: str, hours: int) -> None:
    """Keep how long this table waits for somebody who is away."""
    connection.execute(insert(patience), {"game": game, "hours": hours})


def hours_of(store: Store, game: str) -> int:
    with store.reading() as connection:
        found = connection.execute(select(patience.c.hours).where(patience.c.game == game)).scalar()
    return USUAL_HOURS if found is None else int(found)
