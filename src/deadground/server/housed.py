"""Which server a request has come to.

The routes know of none: they are put together once, whoever serves. Each request brings along the lobby it is for,
the page, and the names that the server answers to.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

from litestar.enums import ScopeType
from litestar.types import ASGIApp, LifeSpanReceive, LifeSpanSend, Receive, Scope, Send

from deadground.server.lobby import Lobby
from deadground.server.reach import Reach


class Housed:
    """The routes, at one server: it closes its lobby when it stops."""

    def __init__(self, app: ASGIApp, lobby: Lobby, page_folder: Path, reach: Reach) -> None:
        self._app = app
        self._lobby = lobby
        self._brought: dict[str, Any] = {
            "lobby": lobby,
            "page_folder": page_folder,
            "reach": reach,
            "attempts": lobby.attempts,
            "crowd": lobby.crowd,
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in (ScopeType.HTTP, ScopeType.WEBSOCKET):
            await self._live(cast("LifeSpanReceive", receive), cast("LifeSpanSend", send))
            return
        scope["state"] = {**scope.get("state", {}), **self._brought}
        await self._app(scope, receive, send)

    async def _live(self, receive: LifeSpanReceive, send: LifeSpanSend) -> None:
        """From the start of the server to its end."""
        await receive()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await self._lobby.close()
        await send({"type": "lifespan.shutdown.complete"})


def the_lobby(scope: Scope) -> Lobby:
    lobby: Lobby = scope["state"]["lobby"]
    return lobby


def the_page(scope: Scope) -> Path:
    folder: Path = scope["state"]["page_folder"]
    return folder


def the_reach(scope: Scope) -> Reach:
    reach: Reach = scope["state"]["reach"]
    return reach
