"""The same battle once more: who sits where in it, and how those who fought the one before hear of it.

Everybody has his own chair again, or with sides swapped that of the other side in the same place; who looked on
looks on. What is told is the same for all: which game it is, who began it, and which of its seats is the reader's.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

import msgspec
from sqlalchemy import Connection, delete, insert, select

from deadground.core.faults import SetupError
from deadground.core.system import Setup, System
from deadground.core.table import Table
from deadground.server.presence import side_name
from deadground.server.rooms import Room
from deadground.server.seating import OBSERVER, next_observer, role_of
from deadground.server.store import SeatRow, Store
from deadground.server.table_calls import Caller, ServerMessage, Service
from deadground.server.tables import again

Chairs = Mapping[str, str]
"""Where each seat of a game sits in the one that follows it."""

decode_chairs = msgspec.json.Decoder(dict[str, str]).decode
NOT_TWO = "sides can be swapped where two play against each other"


class Followed(msgspec.Struct, frozen=True):
    """The game in which a battle is fought again, the seat of the game before that began it, and who sits where."""

    next: str
    by: str
    chairs: Chairs


class AgainMessage(ServerMessage, frozen=True, kw_only=True, tag="again"):
    """This battle is fought again: in which game, begun from which seat of this one, and where I sit there."""

    game: str
    by: str
    seat: str
    side: str
    """What the side of that seat is called; "" for an umpire and those who look on."""


class AgainService(Service):
    """Tells everybody who had a seat that his battle is fought again, at once or when he comes back to look."""

    messages = (AgainMessage,)

    async def joined(self, caller: Caller) -> None:
        followed = await asyncio.to_thread(followed_by, caller.room.store, caller.room.game)
        message = await told_to(caller.room, followed, caller.seat)
        if message is not None:
            caller.put(message)

    async def tell(self, room: Room, followed: Followed) -> None:
        for seat in room.here():
            message = await told_to(room, followed, seat)
            if message is not None:
                room.post((seat,), msgspec.json.encode(message))


AGAIN = AgainService()


async def told_to(room: Room, followed: Followed | None, seat: str) -> AgainMessage | None:
    """What a seat hears of it; nothing if it has no chair there."""
    if followed is None or seat not in followed.chairs:
        return None
    mine = followed.chairs[seat]

    def side_of_mine(table: Table[Any]) -> str:
        system, setup = table.match.system, table.match.setup
        names = {side.id: side.name for side in system.sheet(setup.scenario).sides}
        return side_name(system, setup.scenario, mine, names)

    side = await room.read(side_of_mine)
    return AgainMessage(game=followed.next, by=followed.by, seat=mine, side=side)


def seats_by_side(system: System[Any], setup: Setup) -> dict[str, list[str]]:
    """The seats of players, side by side, in the order of the table."""
    found: dict[str, list[str]] = {}
    for seat in setup.seats:
        if role_of(seat) == "player":
            found.setdefault(system.side_of(setup.scenario, seat), []).append(seat)
    return found


def may_swap(system: System[Any], setup: Setup) -> bool:
    """Whether sides can be swapped: where there are two."""
    return len(seats_by_side(system, setup)) == 2


def swapped_details(system: System[Any], setup: Setup) -> Mapping[str, Any]:
    """The details of a set-up in which each side has as many players as the other had."""
    if not may_swap(system, setup):
        raise SetupError(NOT_TWO)
    (one, his), (other, theirs) = seats_by_side(system, setup).items()
    if len(his) == len(theirs):
        return setup.details
    return {**setup.details, "players": {one: len(theirs), other: len(his)}}


def chairs_in(
    system: System[Any], before: Setup, now: Setup, rows: tuple[SeatRow, ...], *, swap: bool
) -> dict[str, str]:
    """Where each seat sits in the next game. Whoever looked on is given the next chair beside the table."""
    sides = seats_by_side(system, before)
    places = seats_by_side(system, now)
    across = dict(zip(sides, reversed(sides), strict=True)) if swap else {side: side for side in sides}
    chairs = {
        seat: place
        for side, seats in sides.items()
        for seat, place in zip(seats, places[across[side]], strict=True)
    }
    chairs |= {seat: seat for seat in before.seats if seat not in chairs}
    taken: list[SeatRow] = []
    for row in rows:
        if role_of(row.seat) == "observer" and (row.kind == OBSERVER or row.name):
            chairs[row.seat] = next_observer(taken)
            taken.append(SeatRow(seat=chairs[row.seat], kind=row.kind))
    return chairs


def keep_followed(connection: Connection, game: str, followed: Followed) -> None:
    """Keep in which game a battle is fought again, in place of the one before."""
    connection.execute(delete(again).where(again.c.game == game))
    chairs = msgspec.json.encode(followed.chairs)
    connection.execute(
        insert(again), {"game": game, "next": followed.next, "by": followed.by, "chairs": chairs}
    )


def followed_by(store: Store, game: str) -> Followed | None:
    """The game in which a battle was last fought again. Reads the store."""
    with store.reading() as connection:
        row = connection.execute(
            select(again.c.next, again.c.by, again.c.chairs).where(again.c.game == game)
        ).one_or_none()
    return Followed(row.next, row.by, decode_chairs(row.chairs)) if row else None
