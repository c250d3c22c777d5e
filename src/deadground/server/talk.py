"""Talk as a service of the table: chat, private notes and sketches. See table_calls.py for how services work.

It is no part of the game: no journal, save, export or digest has anything of it, and a game that is forked or begun
again begins in silence.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from operator import attrgetter
from weakref import WeakKeyDictionary

import msgspec

from deadground.core.faults import Fault, Refused
from deadground.server import talk_store, talk_text
from deadground.server.rooms import Room
from deadground.server.seating import name_of
from deadground.server.store import SeatRow
from deadground.server.table_calls import Caller, Handler, ServerCall, ServerMessage, Service
from deadground.server.talk_calls import (
    LONGEST_LABEL,
    LONGEST_NOTES,
    LONGEST_SAYING,
    MOST_SKETCHES,
    Circle,
    DrawCall,
    DrawnMessage,
    NotesMessage,
    RubbedOutMessage,
    RubOutCall,
    Said,
    SaidMessage,
    SayCall,
    SketchesMessage,
    TalkMessage,
    WriteNotesCall,
)
from deadground.server.talk_circles import Circles, Sides
from deadground.server.talk_rate import DRAWING, NOTING, TALKING, Paces

SENT = 40
"""How much of each channel is sent on joining, and at a time by scrolling back."""


class Talk(Service):
    """Chat, notes and sketches."""

    messages = (
        TalkMessage,
        SaidMessage,
        NotesMessage,
        SketchesMessage,
        DrawnMessage,
        RubbedOutMessage,
    )

    def __init__(self) -> None:
        self._sides: WeakKeyDictionary[Room, Sides] = WeakKeyDictionary()
        self._paces: WeakKeyDictionary[Room, Paces] = WeakKeyDictionary()
        self._rows: WeakKeyDictionary[Room, tuple[SeatRow, ...]] = WeakKeyDictionary()

    @property
    def handlers(self) -> Mapping[type[ServerCall], Handler]:
        return {
            SayCall: self.say,
            WriteNotesCall: self.write_notes,
            DrawCall: self.draw,
            RubOutCall: self.rub_out,
        }

    async def joined(self, caller: Caller) -> None:
        """Tell a tab what its seat has heard, noted and drawn: the same three messages for every seat.

        If other people have the seats than when this was last told, the others are told anew who hears them.
        """
        room, seat = caller.room, caller.seat
        circles = await self.circles(room)
        known, self._rows[room] = self._rows.get(room, room.rows), room.rows
        if known != room.rows:
            for other in room.here() - {seat}:
                anew = await asyncio.to_thread(heard_so_far, room, other, circles)
                room.post([other], msgspec.json.encode(anew))
        for message in await asyncio.to_thread(so_far, room, seat, circles):
            caller.put(message)

    async def say(self, caller: Caller, call: SayCall) -> None:
        """Say something to everybody, to one's side, or to the umpire."""
        room, seat = caller.room, caller.seat
        circles = await self.circles(room)
        channel = circles.meant(seat, call.channel, call.side)
        text = talk_text.line(call.text, LONGEST_SAYING)
        self._spend(room).spend(seat, TALKING, "be read")
        name = name_of(room.rows, seat)
        kept = await talk_store.keep_said(room.store, room.game, channel, seat, name, text)
        if kept is None:
            raise Refused(Fault("", "More was said here than can be kept."))
        room.post(circles.hearers(channel), msgspec.json.encode(SaidMessage(said=kept)))

    async def write_notes(self, caller: Caller, call: WriteNotesCall) -> None:
        """Write the seat's notes anew and show them in all its browsers."""
        room, seat = caller.room, caller.seat
        text = talk_text.page(call.text, LONGEST_NOTES)
        self._spend(room).spend(seat, NOTING, "be kept")
        notes = await talk_store.keep_notes(room.store, room.game, seat, text, call.since, call.settled)
        if notes is None:
            raise Refused(Fault("", "First settle what another browser of yours has written meanwhile."))
        room.post([seat], msgspec.json.encode(told(notes)))

    async def draw(self, caller: Caller, call: DrawCall) -> None:
        """Draw something that the seat's side sees."""
        room, seat = caller.room, caller.seat
        circles = await self.circles(room)
        side = drawing_side(circles, seat)
        drawn = drawable(call)
        self._spend(room).spend(seat, DRAWING, "be drawn")
        sketch = await talk_store.keep_sketch(room.store, room.game, side, seat, drawn)
        if sketch is None:
            raise Refused(
                Fault("", f"Your side has {MOST_SKETCHES} sketches on the map. Rub some out first.")
            )
        room.post(circles.onlookers(side), msgspec.json.encode(DrawnMessage(sketch=sketch)))

    async def rub_out(self, caller: Caller, call: RubOutCall) -> None:
        """Rub out sketches of the seat's side."""
        room, seat = caller.room, caller.seat
        circles = await self.circles(room)
        side = drawing_side(circles, seat)
        self._spend(room).spend(seat, DRAWING, "be rubbed out")
        gone = await talk_store.drop_sketches(room.store, room.game, side, call.ids)
        if gone:
            room.post(circles.onlookers(side), msgspec.json.encode(RubbedOutMessage(ids=gone)))

    async def circles(self, room: Room) -> Circles:
        """Who hears whom. The sides are asked for once: to ask, one waits for the rules."""
        if room not in self._sides:
            self._sides[room] = await room.read(lambda table: Sides.in_match(table.match))
        return Circles(self._sides[room], room.rows)

    def _spend(self, room: Room) -> Paces:
        return self._paces.setdefault(room, Paces())


TALK = Talk()


def so_far(room: Room, seat: str, circles: Circles) -> list[ServerMessage]:
    """What a tab that sits down is told."""
    side = circles.drawing_side(seat)
    drawn = () if side is None else talk_store.read_sketches(room.store, room.game, side)
    return [
        heard_so_far(room, seat, circles),
        told(talk_store.read_notes(room.store, room.game, seat)),
        SketchesMessage(sketches=drawn, most=0 if side is None else MOST_SKETCHES),
    ]


def heard_so_far(room: Room, seat: str, circles: Circles) -> TalkMessage:
    """The channels of a seat, and what was said there last."""
    found: list[Circle] = []
    heard: list[Said] = []
    for channel in circles.heard_by(seat):
        said, older = talk_store.read_said(room.store, room.game, channel, SENT)
        hearers = circles.names(channel, seat)
        found.append(Circle(channel=channel.channel, side=channel.side, hearers=hearers, older=older))
        heard += said
    return TalkMessage(
        side=circles.sides.of.get(seat, ""),
        circles=tuple(found),
        said=tuple(sorted(heard, key=attrgetter("at"))),
    )


def told(notes: talk_store.Notes) -> NotesMessage:
    return NotesMessage(text=notes.text, version=notes.version, replaced=notes.replaced)


def drawing_side(circles: Circles, seat: str) -> str:
    side = circles.drawing_side(seat)
    if side is None:
        raise Refused(Fault("", "Who watches draws nothing on the map."))
    return side


def drawable(call: DrawCall) -> DrawCall:
    """A sketch as it is kept: an arrow has a way and may have words, a note has a place and must have them."""
    if call.kind == "note":
        if len(call.points) != 1:
            raise Refused(Fault("points", "A note stands at one point."))
        return msgspec.structs.replace(call, text=talk_text.line(call.text, LONGEST_LABEL))
    if len(set(call.points)) < 2:
        raise Refused(Fault("points", "An arrow goes from one point to another."))
    text = talk_text.line(call.text, LONGEST_LABEL) if call.text.strip() else ""
    return msgspec.structs.replace(call, text=text)
