"""Whose desk it is: rosters and the own book in the data folder belong to whoever sits at the server's machine.

A proxy before the server makes everybody seem to be here, so a server with a public address has its desk closed.
Squads can be made, checked and printed all the same; they are kept as files then.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from litestar import Request
from litestar.di import NamedDependency

from deadground.core.loader import DataError, FileRefused
from deadground.core.own_book import OwnBook, in_force
from deadground.core.system import System
from deadground.core.workshop import Workshop
from deadground.server.guard import name_of
from deadground.server.limits import address_of
from deadground.server.lobby import Lobby
from deadground.server.problems import NotAllowed
from deadground.server.reach import LOOPBACK, Reach, is_loopback
from deadground.systems import registry

Asked = Request[Any, Any, Any]
TheReach = NamedDependency[Reach]
RELAYED = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via")
"""Headers of requests that somebody else's machine passed on."""

PUBLIC = (
    "this server is open to others, so nothing is kept at its desk: keep rosters and your own book as files"
)
ELSEWHERE = (
    "the desk is at the machine that the server runs on; here, keep rosters and your own book as files"
)


def why_closed(request: Asked, reach: Reach) -> str:
    """Why somebody may not use the desk; "" if he may."""
    if reach.public_url:
        return PUBLIC
    here = is_loopback(address_of(request)) and name_of(request.headers.get("host", "")) in LOOPBACK
    return "" if here and not any(name in request.headers for name in RELAYED) else ELSEWHERE


def must_be_open(request: Asked, reach: Reach) -> None:
    why = why_closed(request, reach)
    if why:
        raise NotAllowed(why)


def own_book(lobby: Lobby, request: Asked, reach: Reach, system: System[Any]) -> OwnBook | None:
    """The own book of whoever asks, if the desk is his and there is one that can be read."""
    charts = system.own_charts()
    if charts is None or why_closed(request, reach):
        return None
    try:
        return lobby.books.read(system.name, charts)
    except (DataError, FileRefused, OSError):
        return None


@contextmanager
def in_workshop(lobby: Lobby, request: Asked, reach: Reach) -> Iterator[Workshop]:
    """The workshop; everything inside is made and checked by the lists of whoever asks."""
    system, workshop = registry.with_workshop()
    with in_force(own_book(lobby, request, reach, system)):
        yield workshop
