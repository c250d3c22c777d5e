"""Who is at the table: told to every tab when somebody comes, goes, sits down or gives up a seat.

It is the same for every seat, and it says nothing about the game.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any, Literal
from weakref import WeakKeyDictionary

import msgspec

from deadground.core.journal import changes_of
from deadground.core.system import Setup, System
from deadground.core.table import Table
from deadground.server.api_people import Sitting
from deadground.server.rooms import Room
from deadground.server.seating import host_seats, role_of
from deadground.server.store import SeatRow
from deadground.server.table_calls import Caller, ServerMessage, Service

PATIENCE = 4.0
"""Seconds somebody may be gone before the others are told: a page that is loaded again is no news."""


class PresenceMessage(ServerMessage, frozen=True, kw_only=True, tag="presence"):
    """Everybody at the table, in the order of the seats."""

    seats: list[Sitting]


class Presence(Service):
    """Tells everybody at a table who is there."""

    messages = (PresenceMessage,)

    def __init__(self, patience: float = PATIENCE) -> None:
        self._patience = patience
        self._told: WeakKeyDictionary[Room, list[Sitting]] = WeakKeyDictionary()
        self._waiting: set[asyncio.Task[None]] = set()

    async def joined(self, caller: Caller) -> None:
        seats = await sittings_at(caller.room)
        if seats == self._told.get(caller.room):
            caller.put(PresenceMessage(seats=seats))
        else:
            self._tell(caller.room, seats)

    async def left(self, caller: Caller) -> None:
        self._look_again(caller.room, self._patience)

    def heard(self, room: Room) -> None:
        """Nothing is heard from a tab any more, or something is again."""
        self._look_again(room, 0)

    def _look_again(self, room: Room, seconds: float) -> None:
        task = asyncio.create_task(self._later(room, seconds))
        self._waiting.add(task)
        task.add_done_callback(self._waiting.discard)

    async def changed(self, room: Room) -> None:
        """Somebody sat down or a seat was offered anew."""
        self._tell(room, await sittings_at(room))

    async def _later(self, room: Room, seconds: float) -> None:
        await asyncio.sleep(seconds)
        if not room.here():
            self._told.pop(room, None)
            return
        seats = await sittings_at(room)
        if seats != self._told.get(room):
            self._tell(room, seats)

    def _tell(self, room: Room, seats: list[Sitting]) -> None:
        self._told[room] = seats
        room.post(room.here(), msgspec.json.encode(PresenceMessage(seats=seats)))


PRESENCE = Presence()


async def sittings_at(room: Room) -> list[Sitting]:
    """Everybody at a table."""
    rows, here, silent = room.rows, room.here(), room.silent()

    def told(table: Table[Any]) -> list[Sitting]:
        changes = changes_of(table.match.journal) if table.match.outcome is None else {}
        return sittings(rows, table.match.system, table.match.setup, here, here - silent, changes)

    return await room.read(told)


def sittings(
    rows: tuple[SeatRow, ...],
    system: System[Any],
    setup: Setup,
    here: frozenset[str],
    heard: frozenset[str],
    changes: Mapping[str, list[str]],
) -> list[Sitting]:
    """Everybody in the order of the seats, those who look on last; with how each seat changed hands.

    `here` are the seats whose pages are open, `heard` those of them that something is heard from.
    """
    sides = {side.id: side.name for side in system.sheet(setup.scenario).sides}
    places = {seat: place for place, seat in enumerate(setup.seats)}
    ordered = sorted(rows, key=lambda row: (places.get(row.seat, len(places)), row.seat))
    here, heard = with_screen(rows, here), with_screen(rows, heard)
    return [
        sitting(
            row,
            side_name(system, setup.scenario, row.seat, sides),
            row.seat in here,
            row.seat in heard,
            changes.get(row.seat, []),
        )
        for row in ordered
    ]


def with_screen(rows: tuple[SeatRow, ...], seats: frozenset[str]) -> frozenset[str]:
    """People at one screen are there together: only one of their seats is open at a time."""
    at_screen = host_seats(rows)
    return seats if seats.isdisjoint(at_screen) else seats.union(at_screen)


def sitting(row: SeatRow, side: str, here: bool, heard: bool, changes: list[str]) -> Sitting:
    """A seat as it is told."""
    who: Literal["person", "bot", "open"] = "person"
    if row.kind == "bot":
        who = "bot"
    elif row.kind == "link" and not row.name:
        who = "open"
    return Sitting(
        seat=row.seat,
        role=role_of(row.seat),
        side=side,
        who=who,
        name=(row.bot or "") if who == "bot" else row.name,
        here=who == "bot" or (here and who != "open"),
        silent=who == "person" and here and not heard,
        by_link=row.kind == "link",
        changes=changes,
    )


def side_name(system: System[Any], scenario: str, seat: str, sides: Mapping[str, str]) -> str:
    if role_of(seat) != "player":
        return ""
    side = system.side_of(scenario, seat)
    return sides.get(side, side.replace("_", " ").capitalize())
