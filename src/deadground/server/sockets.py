"""The table's WebSocket: one line per tab, calls in, messages out, in order."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.di import NamedDependency
from litestar.params import FromPath
from sqlalchemy.exc import SQLAlchemyError

from deadground.core.faults import SaveError
from deadground.core.messages import decode_call, encode_message
from deadground.server.house import House, NoSuchGame, WrongToken
from deadground.server.rooms import Room
from deadground.server.store import StoreError, plain_reason

Socket = WebSocket[Any, Any, Any]
log = logging.getLogger(__name__)

LARGEST_FRAME = 64 * 1024
WAITING_FRAMES = 500
"""A tab that leaves more than this unread is let go; it gets a whole view when it comes back."""

NO_SUCH_GAME, WRONG_TOKEN = 4404, 4403
TOO_BIG, SERVER_ERROR, COME_BACK_LATER = 1009, 1011, 1013
LONGEST_REASON = 40
"""Characters of a close reason that surely fit into the 123 bytes the protocol leaves for it."""


class Numbered(msgspec.Struct):
    """As much of a call as its answer must repeat."""

    call: int | None = None


class SocketLine:
    """What is to be sent to one tab. A task of its own sends, so that a slow tab holds up nobody."""

    def __init__(self, socket: Socket) -> None:
        self._socket = socket
        self._waiting: asyncio.Queue[bytes] = asyncio.Queue(WAITING_FRAMES)
        self._overrun = asyncio.Event()

    def put(self, frame: bytes) -> None:
        try:
            self._waiting.put_nowait(frame)
        except asyncio.QueueFull:
            self._overrun.set()

    async def send(self) -> None:
        """Send until cancelled, or until the tab has fallen too far behind."""
        while not self._overrun.is_set():
            await self._socket.send_data(await self._waiting.get(), mode="text")
        await self._socket.close(COME_BACK_LATER, "this page was too slow; load it again")


@websocket("/api/games/{game:str}/table")
async def table_socket(socket: Socket, house: NamedDependency[House], game: FromPath[str]) -> None:
    """Sit down at a table: the view first, then an answer to each call and whatever changes."""
    await socket.accept()
    try:
        async with house.enter(game, socket.query_params.get("token", "")) as (room, seat):
            await sit(socket, room, seat)
    except NoSuchGame:
        await socket.close(NO_SUCH_GAME, "there is no such game")
    except WrongToken:
        await socket.close(WRONG_TOKEN, "this token opens no seat of this game")
    except (SaveError, StoreError, SQLAlchemyError) as error:
        log.error("game %s cannot be opened: %s", game, plain_reason(error))
        await socket.close(SERVER_ERROR, plain_reason(error)[:LONGEST_REASON])


async def sit(socket: Socket, room: Room, seat: str) -> None:
    """Follow a table until the tab is closed."""
    line = SocketLine(socket)
    sending = asyncio.create_task(line.send())
    try:
        await room.join(seat, line)
        await listen(socket, room, seat, line)
    finally:
        room.leave(seat, line)
        sending.cancel()
        await asyncio.gather(sending, return_exceptions=True)


async def listen(socket: Socket, room: Room, seat: str, line: SocketLine) -> None:
    """Carry out every frame that comes in. One that cannot be read is answered, and the line stays open."""
    while (frame := await next_frame(socket)) is not None:
        if len(frame) > LARGEST_FRAME:
            await socket.close(TOO_BIG, f"a message may have {LARGEST_FRAME} bytes")
            return
        try:
            call = decode_call(frame)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            line.put(
                encode_message(room.error(seat, f"This message cannot be read: {error}", number_of(frame)))
            )
            continue
        await room.call(seat, call, line)


async def next_frame(socket: Socket) -> bytes | None:
    """The bytes of the next frame; None when the tab has gone."""
    event = await socket.receive()
    if event["type"] != "websocket.receive":
        return None
    text = event.get("text")
    return text.encode("utf-8", "surrogatepass") if text is not None else event.get("bytes") or b""


def number_of(frame: bytes) -> int | None:
    """The sender's number for a call that could not be read, if that much can be."""
    try:
        return msgspec.json.decode(frame, type=Numbered).call
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None
