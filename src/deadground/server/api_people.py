"""What the HTTP API takes and gives for people: who sits where, invitations, my games, another browser."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from deadground.server.api_games import Battle, GameOpened
from deadground.server.brought import Brought
from deadground.server.reach import ReachTold
from deadground.server.seating import Role

LinkToken = Annotated[str, Meta(min_length=1, max_length=200)]
GivenName = Annotated[str, Meta(max_length=200)]


class Sitting(msgspec.Struct, frozen=True, kw_only=True):
    """A seat at a table and who is in it. An open seat waits for whoever was sent its link."""

    seat: str
    role: Role
    side: str
    """What the side of the seat is called; "" for an umpire and those who look on."""
    who: Literal["person", "bot", "open"]
    name: str
    here: bool
    """Whether a page of this seat is open now. A bot is always there."""
    silent: bool
    """Whether nothing is heard from that page: its line is dead, or so slow that it might as well be."""
    by_link: bool
    changes: list[str] = []
    """How the seat changed hands in this game, in the words of the log; told until the game is over."""


class Company(msgspec.Struct, frozen=True):
    """Who is at a table. `host` says that the one who asks began the game, and can offer seats."""

    host: bool
    seats: list[Sitting]
    away_hours: int
    """How long somebody may be away before all the others can give his seat away; 0: they never can."""


class LinkOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a link says behind its #."""

    token: LinkToken


class JoinOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The wish to sit down by a link, and what the others are to call me.

    `curtain` agrees to several sides sharing the screen of whoever began the game, where the offer says so.
    """

    token: LinkToken
    name: GivenName
    curtain: bool = False


class SeatOffer(msgspec.Struct, frozen=True, kw_only=True):
    """What a link offers: a battle, a seat, and who else is there."""

    game: str
    battle: Battle
    seat: str
    role: Role
    side: str
    seats: list[Sitting]
    name: str
    """What this browser's person was called last."""
    mine: list[str]
    """Seats that this browser's person has at this table already. With the offered one he is only coming back."""
    brought: Brought
    """What is not as we ship it, to be read before one sits down."""
    curtain: list[str]
    """Seats of several sides at one screen, to which whoever sits down must agree; none in most games."""
    barred: str
    """Why this browser cannot sit here; "" if it can."""
    leads: list[str]
    """What the seat leads of a side that several play, as far as everybody at the table may know of it."""
    away_hours: int
    """How long I may be away before all the others can give my seat away; 0: they never can."""


class MyGame(msgspec.Struct, frozen=True):
    """A game in which I have seats."""

    game: str
    title: str
    seats: list[str]


class Me(msgspec.Struct, frozen=True):
    """Who this browser is to the server: a name, perhaps none yet, and games; those off the list apart."""

    name: str
    games: list[MyGame]
    forgotten: list[MyGame]


class GameKey(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A key to a seat that a browser has."""

    game: Annotated[str, Meta(max_length=100)]
    token: LinkToken


class MoveOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The wish to go on in another browser. `keys` are those of this one, so that no game stays behind."""

    keys: Annotated[list[GameKey], Meta(max_length=300)] = []


class MoveLink(msgspec.Struct, frozen=True):
    """What the link to another browser says behind its #: good once, for some minutes."""

    token: str
    minutes: int
    reach: ReachTold


class Moved(msgspec.Struct, frozen=True):
    """What another browser gets when it becomes mine: my name, and keys of its own to my seats."""

    name: str
    games: list[GameOpened]


class QrOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A text to be drawn as a QR code."""

    text: Annotated[str, Meta(min_length=1, max_length=400)]
