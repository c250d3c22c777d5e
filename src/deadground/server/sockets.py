"""The table's WebSocket: one line per tab, calls in, messages out, in order."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.di import NamedDependency
from litestar.params import FromPath
from sqlalchemy.exc import SQLAlchemyError

from deadground.core.faults import SaveError
from deadground.core.messages import LendCall, TakeHomeCall, encode_message
from deadground.server import table_services
from deadground.server.keys import key_of_socket
from deadground.server.limits import FRAMES, UNREADABLE, Flow, TooMany, address_of
from deadground.server.lobby import Lobby, WrongToken
from deadground.server.presence import PRESENCE
from deadground.server.problems import WRONG_KEY
from deadground.server.pulse import BEAT, Pulse
from deadground.server.rooms import Room, Stopping
from deadground.server.store import StoreError, plain_reason
from deadground.server.table_calls import Caller, ServerCall

Socket = WebSocket[Any, Any, Any]
log = logging.getLogger(__name__)

LARGEST_FRAME = 64 * 1024
WAITING_FRAMES = 500
"""A tab that leaves more than this unread is let go; it gets a whole view when it comes back."""

WAITING_CALLS = 100
"""A tab that sends so many before the first is answered is no page of ours."""

TOO_LONG = f"a message may have {LARGEST_FRAME} bytes"
WRONG_TOKEN = 4403
UNWANTED, TOO_BIG, SERVER_ERROR, RESTARTING, COME_BACK_LATER = 1008, 1009, 1011, 1012, 1013
RESTART = "the server is being stopped; everything is kept"
SENT_AWAY = "this key opens the seat no longer"
LONGEST_REASON = 40
"""Characters of a close reason that surely fit into the 123 bytes the protocol leaves for it."""


class TooFast(Exception):
    """A tab sends more than any page would, with the reason in words."""


class Door(msgspec.Struct, frozen=True):
    """How a tab came in: `check` raises `WrongToken` if its key is void by now, `refused` notes a wrong it does."""

    check: Callable[[], object]
    refused: Callable[[str], None]


class Numbered(msgspec.Struct):
    """As much of a call as its answer must repeat."""

    call: int | None = None


class SocketLine:
    """What is to be sent to one tab. A task of its own sends, so that a slow tab holds up nobody."""

    def __init__(self, socket: Socket, pulse: Pulse) -> None:
        self._socket = socket
        self.pulse = pulse
        self._waiting: asyncio.Queue[bytes | None] = asyncio.Queue(WAITING_FRAMES)
        self._farewell = (RESTARTING, RESTART)
        self._overrun = asyncio.Event()
        self.gone = False

    def put(self, frame: bytes | None) -> None:
        try:
            self._waiting.put_nowait(frame)
        except asyncio.QueueFull:
            self._overrun.set()

    def end(self, sent_away: bool = False) -> None:
        """Close the tab's line once all before has been sent: the server stops, or its key is void."""
        if sent_away:
            self._farewell = (WRONG_TOKEN, SENT_AWAY)
        self.put(None)

    async def send(self) -> None:
        """Send until cancelled, until the line is ended, or until the tab has fallen too far behind."""
        while not self._overrun.is_set():
            frame = await self._waiting.get()
            if frame is None:
                await self._socket.close(*self._farewell)
                return
            await self._socket.send_data(frame, mode="text")
        await self._socket.close(COME_BACK_LATER, "this page was too slow; load it again")


@websocket("/api/games/{game:str}/table")
async def table_socket(socket: Socket, lobby: NamedDependency[Lobby], game: FromPath[str]) -> None:
    """Sit down at a table: the view first, then an answer to each call and whatever changes."""
    key, protocol = key_of_socket(socket)
    await socket.accept(protocol)
    address = address_of(socket)

    def refused(reason: str) -> None:
        lobby.refusals.failed(address, reason)

    try:
        async with lobby.enter(game, key) as (room, seat):
            with lobby.crowd.line(address, game, seat):
                await sit(socket, room, seat, Door(lambda: lobby.seat(game, key), refused))
    except WrongToken:
        lobby.attempts.failed(address, WRONG_KEY)
        await socket.close(WRONG_TOKEN, WRONG_KEY)
    except TooMany as reason:
        await socket.close(COME_BACK_LATER, str(reason))
    except TooFast as reason:
        refused(str(reason))
        await socket.close(UNWANTED, str(reason))
    except Stopping:
        await socket.close(RESTARTING, RESTART)
    except (SaveError, StoreError, SQLAlchemyError) as error:
        log.error("game %r cannot be opened: %s", game, plain_reason(error))
        await socket.close(SERVER_ERROR, plain_reason(error)[:LONGEST_REASON])


async def sit(socket: Socket, room: Room, seat: str, door: Door) -> None:
    """Follow a table until the tab is closed.

    The key is looked at once more when the room knows of the tab. If the seat was given to somebody else just
    before that, nobody has sent this tab away.
    """
    line = SocketLine(socket, Pulse(lambda: PRESENCE.heard(room)))
    sending = asyncio.create_task(line.send())
    caller = Caller(room, seat, line)
    try:
        await room.join(seat, line)
        await asyncio.to_thread(door.check)
        await table_services.joined(caller)
        await listen(socket, room, seat, line, door)
    finally:
        line.pulse.end()
        room.leave(seat, line)
        sending.cancel()
        await asyncio.gather(sending, return_exceptions=True)
        await table_services.left(caller)


class Inbox:
    """What a tab has sent and is not yet carried out. It is read ahead, so that one sees when the tab goes."""

    def __init__(self) -> None:
        self._frames: deque[bytes] = deque()
        self._changed = asyncio.Event()
        self._end: TooFast | None = None
        self._is_closed = False

    async def fill(self, socket: Socket, line: SocketLine, door: Door) -> None:
        """Read until the tab goes, or sends more than any page would."""
        flow = Flow()
        try:
            while (frame := await next_frame(socket, door)) is not None:
                if not flow.has_room(FRAMES) or len(self._frames) >= WAITING_CALLS:
                    raise TooFast("too many messages came at once")
                if frame == BEAT:
                    line.put(BEAT)
                    line.pulse.beat()
                    continue
                self._frames.append(frame)
                self._changed.set()
            line.gone = True
        except TooFast as reason:
            self._end = reason
        finally:
            self._is_closed = True
            self._changed.set()

    async def next(self) -> bytes | None:
        """The next frame; None when the tab has gone and everything that it sent has been looked at."""
        while not self._frames and not self._is_closed:
            self._changed.clear()
            await self._changed.wait()
        if self._end is not None:
            raise self._end
        return self._frames.popleft() if self._frames else None


async def listen(socket: Socket, room: Room, seat: str, line: SocketLine, door: Door) -> None:
    """Carry out every frame that comes in. One that cannot be read is answered, and the line stays open."""
    inbox, flow = Inbox(), Flow()
    reading = asyncio.create_task(inbox.fill(socket, line, door))
    try:
        while (frame := await inbox.next()) is not None:
            if len(frame) > LARGEST_FRAME:
                door.refused(TOO_LONG)
                await socket.close(TOO_BIG, TOO_LONG)
                return
            await answer_frame(frame, Caller(room, seat, line), flow, door)
    finally:
        reading.cancel()
        await asyncio.gather(reading, return_exceptions=True)


async def answer_frame(frame: bytes, caller: Caller, flow: Flow, door: Door) -> None:
    room, seat, line = caller.room, caller.seat, caller.line
    try:
        call = table_services.decode_table_call(frame)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        room.store.metrics.count("unreadable")
        if not flow.has_room(UNREADABLE):
            raise TooFast("too many messages could not be read") from None
        door.refused("a message could not be read")
        reason = f"This message cannot be read: {error}"
        line.put(encode_message(room.error(seat, reason, number_of(frame))))
        return
    if isinstance(call, ServerCall):
        line.put(encode_message(await table_services.answer_to(caller, call)))
    else:
        await room.call(seat, call, line)
        if isinstance(call, LendCall | TakeHomeCall):
            await PRESENCE.changed(room)


async def next_frame(socket: Socket, door: Door) -> bytes | None:
    """The bytes of the next frame; None when the tab has gone, or was sent away for one that was far too long."""
    event = await socket.receive()
    if event["type"] != "websocket.receive":
        if event.get("code") == TOO_BIG:
            door.refused(TOO_LONG)
        return None
    text = event.get("text")
    return text.encode("utf-8", "surrogatepass") if text is not None else event.get("bytes") or b""


def number_of(frame: bytes) -> int | None:
    """The sender's number for a call that could not be read, if that much can be."""
    try:
        return msgspec.json.decode(frame, type=Numbered).call
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None
