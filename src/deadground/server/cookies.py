"""The cookie that says which person a browser is. No script can read it, and no other site can have it sent."""

from __future__ import annotations

import asyncio
from typing import Any, TypeVar

from litestar import Request, Response
from litestar.datastructures import Cookie
from litestar.di import NamedDependency

from deadground.server.lobby import Lobby
from deadground.server.people import Visitor
from deadground.server.reach import Reach

T = TypeVar("T")
LASTS = 400 * 24 * 3600
"""Seconds; browsers keep no cookie longer."""


NAME = "deadground"


class CookieJar:
    """Reads and gives the cookie of this server. By HTTPS its name makes the browser take it from this host alone.

    A browser shows one cookie to every port of a machine. That is wanted: a server started again at another port
    finds its people. Two servers there share it: see `People.visitor`.
    """

    def __init__(self, request: Request[Any, Any, Any], reach: Reach) -> None:
        host = request.headers.get("host", "")
        self._secure = request.url.scheme == "https" or reach.is_public_and_safe(host)
        self._name = f"__Host-{NAME}" if self._secure else NAME
        self.token = request.cookies.get(self._name, "")

    def with_cookie(self, body: T, visitor: Visitor) -> Response[T]:
        """An answer that something was made; a browser that we did not know yet gets its cookie with it."""
        cookies = [self.given(visitor.cookie)] if visitor.cookie is not None else []
        return Response(body, status_code=201, cookies=cookies, headers={"cache-control": "no-store"})

    def given(self, token: str) -> Cookie:
        return Cookie(
            key=self._name,
            value=token,
            path="/" if self._secure else "/api",
            max_age=LASTS,
            httponly=True,
            samesite="lax",
            secure=self._secure,
        )


def jar_of(request: Request[Any, Any, Any], reach: NamedDependency[Reach]) -> CookieJar:
    return CookieJar(request, reach)


async def visitor_of(lobby: NamedDependency[Lobby], jar: NamedDependency[CookieJar]) -> Visitor:
    return await asyncio.to_thread(lobby.people.visitor, jar.token)


TheJar = NamedDependency[CookieJar]
TheVisitor = NamedDependency[Visitor]
