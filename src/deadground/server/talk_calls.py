"""Talk at a table: what a seat may say, note and draw, and how it is told to those it is for.

Nothing here is numbered across channels: a number that rose with what others say in secret would tell of it.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from deadground.server.table_calls import ServerCall, ServerMessage

LONGEST_SAYING = 500
LONGEST_NOTES = 4000
LONGEST_LABEL = 60
MOST_SKETCHES = 40
"""Sketches a side may have on the map at a time."""
MOST_POINTS = 60
FARTHEST = 100_000
"""No table is wider: ten metres, in tenths of a millimetre."""

ChannelKind = Literal["table", "side", "umpire"]
SketchKind = Literal["arrow", "note"]
Along = Annotated[int, Meta(ge=0, le=FARTHEST)]


class Channel(msgspec.Struct, frozen=True):
    """A circle of seats that hear one another. `side` is empty for the table.

    `table` is everybody; `side` the players of one side; `umpire` the players of one side and the umpire.
    """

    channel: ChannelKind
    side: str = ""


class Said(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that was said. `n` counts in its channel; `at` is the server's time."""

    channel: ChannelKind
    side: str
    n: int
    seat: str
    name: str
    at: datetime
    text: str


class Sketch(msgspec.Struct, frozen=True, kw_only=True):
    """An arrow or a short note on the map, in tenths of a millimetre. A note has one point."""

    id: str
    seat: str
    kind: SketchKind
    points: tuple[tuple[int, int], ...]
    text: str


class SayCall(ServerCall, frozen=True, kw_only=True, tag="say"):
    """Say something. A player leaves `side` empty; the umpire names the side he speaks to."""

    channel: ChannelKind
    side: str = ""
    text: str


class WriteNotesCall(ServerCall, frozen=True, kw_only=True, tag="write_notes"):
    """Write the seat's private notes anew. `since` is the version that was before the writer's eyes.

    The last writer wins. What he replaced without having seen it is kept beside the notes, and told, until a
    later call says `settled`.
    """

    text: str
    since: int
    settled: bool = False


class DrawCall(ServerCall, frozen=True, kw_only=True, tag="draw"):
    """Draw an arrow, which has two points or more, or put a note, which has one and a text."""

    kind: SketchKind
    points: Annotated[tuple[tuple[Along, Along], ...], Meta(max_length=MOST_POINTS)]
    text: str = ""


class RubOutCall(ServerCall, frozen=True, kw_only=True, tag="rub_out"):
    """Rub out sketches of one's side, whoever drew them. One that is gone already is no fault."""

    ids: Annotated[tuple[str, ...], Meta(max_length=MOST_SKETCHES)]


class Circle(msgspec.Struct, frozen=True, kw_only=True):
    """A channel as a seat has it: who hears it, and whether more was said than is sent on joining."""

    channel: ChannelKind
    side: str
    hearers: tuple[str, ...]
    """The names of those who hear it, this seat's own left out."""
    older: bool


class TalkMessage(ServerMessage, frozen=True, kw_only=True, tag="talk"):
    """The channels of this seat, none where nobody else is there to hear, and what was said last.

    It comes on joining, and again when other people have the seats.
    """

    side: str
    """The side this seat plays for; empty for an umpire and for who watches."""
    circles: tuple[Circle, ...]
    said: tuple[Said, ...]


class SaidMessage(ServerMessage, frozen=True, kw_only=True, tag="said"):
    """Something was said where this seat hears it."""

    said: Said


class NotesMessage(ServerMessage, frozen=True, kw_only=True, tag="notes"):
    """The seat's private notes, on joining and whenever one of its browsers has written them."""

    text: str
    version: int
    replaced: str
    """What was replaced unseen by its writer and is not settled yet; else ''."""


class SketchesMessage(ServerMessage, frozen=True, kw_only=True, tag="sketches"):
    """On joining: every sketch of the seat's side, and how many it may have; 0 for who draws nothing."""

    sketches: tuple[Sketch, ...]
    most: int


class DrawnMessage(ServerMessage, frozen=True, kw_only=True, tag="drawn"):
    """Somebody of the seat's side has drawn something."""

    sketch: Sketch


class RubbedOutMessage(ServerMessage, frozen=True, kw_only=True, tag="rubbed_out"):
    """Somebody of the seat's side has rubbed something out."""

    ids: tuple[str, ...]
