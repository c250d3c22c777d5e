"""Attendance: whether somebody of a seat looks at the table just now, and what he missed when he comes back."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from deadground.core.messages import encode_message
from deadground.server import notice_store
from deadground.server.absence import is_owned
from deadground.server.notices import ATTENDING, Notices
from deadground.server.rooms import RESTORED
from deadground.server.table_calls import Caller, Handler, ServerCall, ServerMessage, Service

PATIENCE = 5.0
"""Seconds that keeping a visit may take; a server that stops does not wait for more."""


class AttendCall(ServerCall, frozen=True, kw_only=True, tag="attend"):
    """This tab can be seen now, or is hidden behind others. A tab that never says so counts as seen."""

    visible: bool


class SinceMessage(ServerMessage, frozen=True, kw_only=True, tag="since"):
    """Sent whenever somebody of the seat comes back: how much of the seat's log was there when he left."""

    seen: int


class Attendance(Service):
    """Knows who is at the table, keeps what he had seen when he leaves, and tells him when he comes back."""

    messages = (SinceMessage,)

    @property
    def handlers(self) -> Mapping[type[ServerCall], Handler]:
        return {AttendCall: self.attend}

    async def joined(self, caller: Caller) -> None:
        notices = caller.room.notices
        if notices is None:
            return
        wanted = await asyncio.to_thread(notices.wishes, caller.room.game)
        needs = await caller.room.read(notices.needs) if wanted else None
        seen = await self._seen(caller, notices)
        if needs is not None:
            notices.changed(caller.room.game, needs)
        notices.came(caller.room.game, caller.seat, caller.line)
        caller.put(SinceMessage(seen=seen))
        spot = caller.room.game, caller.seat
        if await asyncio.to_thread(notice_store.restored_since_visit, notices.store, *spot):
            caller.line.put(encode_message(caller.room.error(caller.seat, RESTORED)))

    async def left(self, caller: Caller) -> None:
        notices = caller.room.notices
        if notices is not None and notices.went(caller.room.game, caller.seat, caller.line):
            await self._leave(caller, notices)

    async def attend(self, caller: Caller, call: AttendCall) -> None:
        """A tab became visible or hidden. To a seat that comes back it is told what it missed."""
        notices, game = caller.room.notices, caller.room.game
        if not call.visible:
            caller.line.pulse.rest()
        if notices is None:
            return
        notices.pace(game, caller.seat, ATTENDING, "come and go")
        back = call.visible and not notices.is_present(game, caller.seat)
        seen = await self._seen(caller, notices) if back else 0
        if notices.came(game, caller.seat, caller.line, call.visible):
            await self._leave(caller, notices)
        elif back:
            caller.put(SinceMessage(seen=seen))

    async def _seen(self, caller: Caller, notices: Notices) -> int:
        """How much of its log a seat has seen: all of it, if somebody else of the seat is there."""
        kept = None
        if not notices.is_present(caller.room.game, caller.seat):
            kept = await asyncio.to_thread(notice_store.seen, notices.store, caller.room.game, caller.seat)
        return await log_length(caller) if kept is None else kept

    async def _leave(self, caller: Caller, notices: Notices) -> None:
        """Keep what he has seen; who gave up his seat leaves nothing of his to the next."""
        if not is_owned(caller.room, caller.seat):
            return
        seen = await log_length(caller)
        kept = notice_store.visit(notices.store, caller.room.game, caller.seat, seen)
        await asyncio.wait_for(asyncio.wrap_future(kept), PATIENCE)


ATTENDANCE = Attendance()


async def log_length(caller: Caller) -> int:
    return await caller.room.read(lambda table: len(table.match.log(caller.seat)))
