"""Who hears whom at a table.

Everybody hears the table: players, umpire and observers. What is said to a side is heard by its players only, not
by the umpire: he hears what is said to him. Sketches are seen by the side that drew them. Notes are the seat's own.
That stays so when the battle is over.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from deadground.core.faults import Fault, Refused
from deadground.core.match import Match
from deadground.server.seating import name_of
from deadground.server.store import SeatRow
from deadground.server.talk_calls import Channel, ChannelKind

TABLE = Channel("table")


class Sides(msgspec.Struct, frozen=True):
    """What a set-up says of the seats; it never changes."""

    of: Mapping[str, str]
    """The side of each player's seat."""
    umpires: tuple[str, ...]

    @classmethod
    def in_match(cls, match: Match[Any]) -> Sides:
        setup, system = match.setup, match.system
        umpires = tuple(seat for seat in setup.seats if system.sees_all(seat))
        players = (seat for seat in setup.seats if seat not in umpires)
        return cls({seat: system.side_of(setup.scenario, seat) for seat in players}, umpires)


class Circles(msgspec.Struct, frozen=True):
    """Who hears whom, with the people who have the seats now."""

    sides: Sides
    rows: tuple[SeatRow, ...]

    def people(self) -> list[str]:
        """The seats that people have or will have, players first, as the set-up names them."""
        order = {seat: n for n, seat in enumerate([*self.sides.of, *self.sides.umpires])}
        found = [row.seat for row in self.rows if row.kind != "bot"]
        return sorted(found, key=lambda seat: order.get(seat, len(order)))

    def is_apart(self) -> bool:
        """Whether people sit at more than one screen. Those at one screen need no line to talk."""
        return sum(row.kind not in ("bot", "screen") for row in self.rows) > 1

    def hearers(self, channel: Channel) -> list[str]:
        """The people's seats that hear a channel."""
        people = self.people()
        if channel.channel == "table":
            return people
        heard = [seat for seat in people if self.sides.of.get(seat) == channel.side]
        if channel.channel == "umpire":
            heard += [seat for seat in people if seat in self.sides.umpires]
        return heard

    def heard_by(self, seat: str) -> list[Channel]:
        """The channels of a seat, those left out where nobody else would hear."""
        side = self.sides.of.get(seat)
        found = [TABLE]
        if side is not None:
            found.append(Channel("side", side))
        if seat in self.sides.umpires:
            found += [Channel("umpire", each) for each in dict.fromkeys(self.sides.of.values())]
        elif side is not None and any(umpire in self.people() for umpire in self.sides.umpires):
            found.append(Channel("umpire", side))
        return [channel for channel in found if self.is_apart() and len(self.hearers(channel)) > 1]

    def meant(self, seat: str, kind: ChannelKind, side: str) -> Channel:
        """The channel that a seat means; or a refusal."""
        own = [channel for channel in self.heard_by(seat) if channel.channel == kind]
        if seat in self.sides.umpires and kind == "umpire":
            own = [channel for channel in own if channel.side == side]
        elif side not in ("", self.sides.of.get(seat)):
            raise Refused(Fault("side", "You do not sit on that side."))
        if not own:
            raise Refused(Fault("channel", self._why_not(seat, kind)))
        return own[0]

    def _why_not(self, seat: str, kind: ChannelKind) -> str:
        if kind == "table" or not self.is_apart():
            return "Nobody else is at this table to hear it."
        if seat not in self.sides.of and seat not in self.sides.umpires:
            return "Who watches talks to the table only."
        if kind == "umpire":
            return (
                "Say which side you speak to." if seat in self.sides.umpires else "There is no umpire here."
            )
        return "Nobody else plays for your side." if seat in self.sides.of else "You play for no side."

    def names(self, channel: Channel, seat: str) -> tuple[str, ...]:
        """The names of those who hear a channel beside a seat."""
        return tuple(name_of(self.rows, other) for other in self.hearers(channel) if other != seat)

    def drawing_side(self, seat: str) -> str | None:
        """Whose sketches a seat sees and draws. The umpire has some of his own; who watches has none."""
        return seat if seat in self.sides.umpires else self.sides.of.get(seat)

    def onlookers(self, side: str) -> Sequence[str]:
        """The seats that see the sketches of a side."""
        return [seat for seat in self.people() if self.drawing_side(seat) == side]
