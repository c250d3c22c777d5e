"""What goes over the table's socket beside the game: talk, presence, notices. The parts that all of it shares.

The game's own calls and messages are in core/messages.py. A *service* adds others to the same line. To add one:

1. Make its calls `ServerCall`s and its messages `ServerMessage`s, each with a tag of its own.
2. Subclass `Service`: name the handler of each call in `handlers`, list the messages in `messages`, and override
   `joined` and `left` if it has something to do when a tab comes or goes. A handler that returns is acknowledged,
   one that raises `Refused` is refused, and what it told the table by `caller.room.post` has been sent by then.
3. Add it to `SERVICES` in server/table_services.py. The decoder and the OpenAPI document follow from that list.

A service keeps nothing about a game in itself: several lobbies may use it. What it must remember of a room while
the room is laid out it keeps in a `WeakKeyDictionary` by room; everything else belongs into the store. Handlers run
on the event loop, not under the room's lock, so that nobody's talk waits for somebody's rules: work that takes long
goes to a thread, and reading the match goes through `room.read`.

These messages carry no version: they belong to no view. Nothing of them enters a journal, a save or a digest.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from deadground.server.rooms import Room, TabLine


class ServerCall(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    """What a tab asks of the server itself. `call` is any number of the sender's own; the answer repeats it."""

    call: int


class ServerMessage(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    """What the server tells a tab beside the game."""


class Caller(msgspec.Struct, frozen=True, eq=False):
    """Where a call comes from: the room, the seat, and the line of this one tab."""

    room: Room
    seat: str
    line: TabLine

    def put(self, message: ServerMessage) -> None:
        """Send a message to this tab alone. `caller.room.post` sends one to every tab of some seats."""
        self.line.put(msgspec.json.encode(message))


Handler = Callable[[Caller, Any], Awaitable[None]]


class Service:
    """Something the server does at every table beside the game."""

    messages: tuple[type[ServerMessage], ...] = ()

    @property
    def handlers(self) -> Mapping[type[ServerCall], Handler]:
        """What carries out each call of this service."""
        return {}

    async def joined(self, caller: Caller) -> None:
        """A tab has sat down; it has its view already."""

    async def left(self, caller: Caller) -> None:
        """A tab has gone; its line takes nothing more."""
