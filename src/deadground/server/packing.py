"""Answers travel packed to whoever can unpack them. Packing is done in a thread: a large one takes longer than
anybody at a table should wait for somebody else's page."""

from __future__ import annotations

import asyncio
import gzip
import re
from typing import Any

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

LEAST = 1000
"""Bytes below which an answer is sent as it is."""

LEVEL = 6
PACKED_ALREADY = re.compile(rb"image/(png|webp)|font/woff2?|application/gzip")
ASKED = re.compile(r"(^|,)\s*gzip\s*(;\s*q\s*=\s*(0\.0*[1-9]\d*|1(\.0*)?)\s*)?(,|$)")


class Packing:
    """Packs what the application answers."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.HTTP and can_unpack(scope):
            send = packer(send)
        await self._app(scope, receive, send)


def can_unpack(scope: Any) -> bool:
    """Whether the one who asks has said that gzip is welcome."""
    said = b",".join(value for name, value in scope["headers"] if name == b"accept-encoding")
    return ASKED.search(said.decode("latin-1")) is not None


def packer(send: Send) -> Send:
    """Holds the start of an answer back until its body is there, and packs that if it is worth it."""
    held: list[Any] = []

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            held.append(message)
            return
        if held and message["type"] == "http.response.body":
            start = held.pop()
            body = message.get("body", b"")
            if not message.get("more_body") and worth_it(start, body):
                body = await asyncio.to_thread(gzip.compress, body, LEVEL)
                start["headers"] = packed_headers(start["headers"], len(body))
                message["body"] = body
            await send(start)
        await send(message)

    return sending


def worth_it(start: Any, body: bytes) -> bool:
    headers = dict(start["headers"])
    kind = headers.get(b"content-type", b"")
    return len(body) >= LEAST and b"content-encoding" not in headers and not PACKED_ALREADY.match(kind)


def packed_headers(headers: Any, length: int) -> list[tuple[bytes, bytes]]:
    others = [(name, value) for name, value in headers if name.lower() not in (b"content-length", b"vary")]
    return [
        *others,
        (b"content-length", b"%d" % length),
        (b"content-encoding", b"gzip"),
        (b"vary", b"Accept-Encoding"),
    ]
