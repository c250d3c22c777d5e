"""Round the whole application: which hosts and origins are answered, and the headers every answer carries.

A page of another site must not reach a server on this machine through the player's own browser: not by asking
directly (the origin is another), nor by letting its name point here (the host is another).
"""

from __future__ import annotations

from urllib.parse import urlsplit

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

HEADERS = (
    (
        b"content-security-policy",
        b"default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
        b"form-action 'self'; frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
)
SAFE = ("GET", "HEAD", "OPTIONS")
LOOPBACK = ("127.0.0.1", "localhost", "::1")


class Guard:
    """Lets through what comes from the page itself. `hosts` are the names answered to; None means all."""

    def __init__(self, app: ASGIApp, hosts: tuple[str, ...] | None) -> None:
        self._app = app
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in (ScopeType.HTTP, ScopeType.WEBSOCKET):
            await self._app(scope, receive, send)
            return
        host, origin = header(scope, b"host"), header(scope, b"origin")
        changes = scope["type"] != ScopeType.HTTP or scope["method"] not in SAFE
        if self._hosts is not None and name_of(host) not in self._hosts:
            await refuse(scope, send, "this server does not answer to that name")
        elif changes and origin and not same_origin(origin, host):
            await refuse(scope, send, "only the page of this server may do that")
        else:
            await self._app(scope, receive, with_headers(send))


def header(scope: Scope, name: bytes) -> str:
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == name), "")


def name_of(host: str) -> str | None:
    """The name in a Host header, without the port."""
    try:
        return urlsplit(f"//{host}").hostname
    except ValueError:
        return None


def same_origin(origin: str, host: str) -> bool:
    """The scheme is left out: a proxy before this server may speak HTTPS for it."""
    return urlsplit(origin).netloc.lower() == host.lower()


def with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", ()), *HEADERS]
        await send(message)

    return sending


async def refuse(scope: Scope, send: Send, reason: str) -> None:
    """A refusal in plain words; before a WebSocket is accepted, closing it is one."""
    if scope["type"] == ScopeType.WEBSOCKET:
        await send({"type": "websocket.close", "code": 4403, "reason": reason})
        return
    body = b'{"reason": "%s", "near": []}' % reason.encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body)), *HEADERS]
    await send({"type": "http.response.start", "status": 403, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
