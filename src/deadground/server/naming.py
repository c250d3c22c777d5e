"""What somebody at a table is called from now on. The log tells it, so that nobody takes him for somebody else."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from sqlalchemy import Connection, update

from deadground.core.faults import Fault, Refused, SetupError
from deadground.core.journal import Seated
from deadground.server.names import proper_name
from deadground.server.people import People, rename
from deadground.server.presence import PRESENCE
from deadground.server.seating import place_name, row_of
from deadground.server.table_calls import Caller, Handler, ServerCall, Service
from deadground.server.tables import seats
from deadground.server.talk_rate import Pace, Paces

NAMING: Pace = (3, 60.0)
"""How often a seat may change its name: every change is a line in the log."""


class CallMeCall(ServerCall, frozen=True, kw_only=True, tag="call_me"):
    """What the others are to call whoever sits here."""

    name: str


class Naming(Service):
    """Changes the name of who sits in a seat."""

    def __init__(self) -> None:
        self._paces = Paces()

    @property
    def handlers(self) -> Mapping[type[ServerCall], Handler]:
        return {CallMeCall: self.call_me}

    async def call_me(self, caller: Caller, call: CallMeCall) -> None:
        room, seat = caller.room, caller.seat
        row = row_of(room.rows, seat)
        try:
            name = proper_name(call.name)
        except SetupError as wrong:
            raise Refused(Fault("name", str(wrong))) from None
        if row is None or row.name == name:
            return
        if await room.read(lambda table: table.match.outcome is not None):
            raise Refused(Fault("name", "the game is over: change your name in the next one"))
        self._paces.spend(f"{room.game} {seat}", NAMING, "change a name")
        taken = [one.seat for one in room.rows if one.seat != seat and one.name.casefold() == name.casefold()]
        if taken:
            raise Refused(Fault("name", f"somebody at this table is called {name} already"))
        people = await asyncio.to_thread(lambda: People(room.store).holders(room.game).get(seat, ()))

        def job(connection: Connection) -> None:
            own = (seats.c.game == room.game, seats.c.seat == seat)
            connection.execute(update(seats).where(*own).values(name=name))
            for person in people:
                rename(connection, person, name)

        says = f"{row.name or place_name(seat)} is called {name} now."
        await room.do(lambda match: match.note(Seated(seat, says, name)), job)
        await room.reseat(await asyncio.to_thread(room.store.seats, room.game))
        await PRESENCE.changed(room)


NAMES = Naming()
