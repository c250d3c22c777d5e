"""Whether the owner of a seat is at the table, and since when he is not.

Who looks at the table is there. His seat is not lent over his head, and not given away, before he has been away for
some time; when the server was started again, that time begins anew, because everybody was away then.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from sqlalchemy import func, select

from deadground.server.people import now
from deadground.server.seating import host_seats, row_of
from deadground.server.tables import held, visits

if TYPE_CHECKING:
    from deadground.server.rooms import Room

LEND_AFTER = timedelta(minutes=5)
"""How long somebody must have been away before his seat is lent without his word."""

STARTED = now()


def is_owned(room: Room, seat: str) -> bool:
    """Whether a person has a seat: an open one and a bot's are nobody's to be asked for."""
    row = row_of(room.rows, seat)
    return row is not None and row.kind != "bot" and (row.kind != "link" or bool(row.name))


def screen_of(room: Room, seat: str) -> tuple[str, ...]:
    """The seats at the same screen: who is there for one of them is there for all."""
    at_screen = host_seats(room.rows)
    return at_screen if seat in at_screen else (seat,)


def is_there(room: Room, seat: str) -> bool:
    """Whether the owner of a seat looks at the table."""
    if room.notices is None:
        return any(one in room.here() for one in screen_of(room, seat))
    return any(room.notices.is_present(room.game, one) for one in screen_of(room, seat))


def away_since(room: Room, seat: str) -> datetime:
    """When the owner of a seat, who is not there, was last. Reads the store: not for the event loop."""
    found = [STARTED]
    with room.store.reading() as connection:
        for table, column in ((visits, visits.c.left), (held, held.c.since)):
            of_seat = (table.c.game == room.game, table.c.seat.in_(screen_of(room, seat)))
            last = connection.execute(select(func.max(column)).where(*of_seat)).scalar()
            found += [last] if last is not None else []
    return max(found)


def why_not_over_his_head(room: Room, by: str, seat: str) -> str:
    """Why a seat cannot be lent by somebody else without asking its owner; "" if it can. Reads the store."""
    if not is_owned(room, seat) or by in screen_of(room, seat):
        return ""
    if is_there(room, seat):
        return "its player is at the table: ask him"
    if now() - away_since(room, seat) < LEND_AFTER:
        minutes = int(LEND_AFTER.total_seconds() // 60)
        return f"its player left less than {minutes} minutes ago: ask him, or wait"
    return ""
