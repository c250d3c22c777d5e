"""Callers who have gone: what they only asked is not worked on any further. What they ordered is carried out."""

from __future__ import annotations

import asyncio
from typing import cast

from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPDisconnectEvent, HTTPReceiveMessage, Message, Receive, Scope, Send

SAFE = ("GET", "HEAD")


class Gone:
    """Breaks off requests that change nothing when the caller closes his connection."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP or scope["method"] not in SAFE:
            await self._app(scope, receive, send)
            return
        first = cast("HTTPReceiveMessage", await receive())
        if first["type"] == "http.disconnect":
            return
        leaving = asyncio.create_task(left(first, receive))
        unread: list[HTTPReceiveMessage] = [first]
        is_answered = False

        async def receiving() -> HTTPReceiveMessage:
            return unread.pop() if unread else await asyncio.shield(leaving)

        async def sending(message: Message) -> None:
            nonlocal is_answered
            is_answered = message["type"] == "http.response.body" and not message.get("more_body", False)
            await send(message)

        doing = asyncio.create_task(self._answered(scope, receiving, sending))
        try:
            await asyncio.wait({doing, leaving}, return_when=asyncio.FIRST_COMPLETED)
            if is_answered or doing.done():
                await doing
        finally:
            for task in (doing, leaving):
                task.cancel()
            await asyncio.gather(doing, leaving, return_exceptions=True)

    async def _answered(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._app(scope, receive, send)


async def left(first: HTTPReceiveMessage, receive: Receive) -> HTTPDisconnectEvent:
    """Wait until the caller has gone; what he may send besides is no part of such a request."""
    message = first
    while message["type"] != "http.disconnect":
        message = cast("HTTPReceiveMessage", await receive())
    return message
