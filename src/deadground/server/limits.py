"""What one line, one seat and one address may ask of a server. docs/operating.md has the same as a table."""

from __future__ import annotations

import ipaddress
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler
from litestar.types import Scope

from deadground.core.faults import Refused
from deadground.server.attempts import Attempts
from deadground.server.reach import is_loopback
from deadground.server.talk_rate import Pace, Paces

FRAMES: Pace = (1000, 1 / 500)
"""Frames of one line. No page comes near it: each frame is carried out before the next is read."""

UNREADABLE: Pace = (10, 6.0)
"""Frames of one line that are no calls. The page never sends one."""

GAMES: Pace = (40, 15.0)
"""Games begun from one address."""

REPORTING: Pace = (5, 60.0)
"""Reports of one seat that something is wrong: each is a file with the whole game."""

DRAFTS: Pace = (300, 0.1)
"""Squads and tables looked at from one address: a page asks again with every edit."""

SHEETS: Pace = (12, 5.0)
"""Sheets printed for one address."""

LINES_A_SEAT = 20
LINES_AN_ADDRESS = 200


NETWORK_BITS = 64
"""Of an IPv6 address: whoever has one, has its whole /64 and can call from any address of it."""


class TooMany(Exception):
    """Somebody asks for too much, with the reason in words."""


class Flow:
    """How fast one line sends."""

    def __init__(self) -> None:
        self._paces = Paces()

    def has_room(self, pace: Pace) -> bool:
        """Take one, if that is not too fast."""
        try:
            self._paces.spend("", pace, "be read")
        except Refused:
            return False
        return True


class Crowd:
    """Who has how many lines open, and who begins how many games.

    This machine itself is not counted as an address: behind a proxy that does not tell the addresses of others,
    everybody seems to be here.
    """

    def __init__(self, refusals: Attempts) -> None:
        self._refusals = refusals
        self._lines: Counter[str] = Counter()
        self._begun = Paces()

    @contextmanager
    def line(self, address: str, game: str, seat: str) -> Iterator[None]:
        """Count a line while it is open, unless there are enough already."""
        places = {f"{game}/{seat}": LINES_A_SEAT}
        if not is_loopback(address):
            places[address] = LINES_AN_ADDRESS
        if any(self._lines[place] >= most for place, most in places.items()):
            raise self._refused(address, "too many pages of this seat or from this address are open")
        self._lines.update(list(places))
        try:
            yield
        finally:
            self._lines.subtract(list(places))
            self._lines = +self._lines

    def begin(self, address: str) -> None:
        """Count a new game, unless there were enough lately."""
        self.spend(address, GAMES, "begin games")

    def spend(self, address: str, pace: Pace, what: str) -> None:
        """Count something else that an address asks for, unless there was enough of it lately."""
        if is_loopback(address):
            return
        try:
            self._begun.spend(address, pace, what)
        except Refused as refused:
            raise self._refused(address, refused.faults[0].reason) from None

    def _refused(self, address: str, reason: str) -> TooMany:
        self._refusals.failed(address, reason)
        return TooMany(reason)


def counted_as(host: str) -> str:
    """What an address is counted as: one of IPv6 as its network, one of IPv4 as itself, however it is written."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if address.version == 4 or address.is_loopback:
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.IPv6Network((int(address), NETWORK_BITS), strict=False))


def not_too_many_games(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """Stands before the routes that begin a game."""
    crowd: Crowd = connection.state.crowd
    crowd.begin(address_of(connection))


def not_too_many_drafts(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """Stands before the routes that make and check squads and tables."""
    connection.state.crowd.spend(address_of(connection), DRAFTS, "look squads up")


def not_too_many_sheets(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """Stands before the route that prints."""
    connection.state.crowd.spend(address_of(connection), SHEETS, "print")


def address_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Where somebody calls from, as far as that is known, for counting."""
    return caller_of(connection.scope)


def caller_of(scope: Scope) -> str:
    client = scope["client"]
    return counted_as(client[0]) if client else "somebody"
