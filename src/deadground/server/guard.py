"""Round the whole application: which hosts and origins are answered, and the headers every answer carries.

A page of another site must not reach a server on this machine through the player's own browser: not by asking
directly (the origin is another), nor by letting its name point here (the host is another).
"""

from __future__ import annotations

from urllib.parse import urlsplit

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from deadground.server.attempts import Attempts
from deadground.server.limits import caller_of
from deadground.server.reach import Reach
from deadground.server.work import address_pays, paying

HEADERS = (
    (
        b"content-security-policy",
        b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
        b"connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
)
SAFE = ("GET", "HEAD", "OPTIONS")


class Guard:
    """Lets through what comes from the page itself. `reach` knows the names answered to; None means all."""

    def __init__(self, app: ASGIApp, reach: Reach | None, refusals: Attempts) -> None:
        self._app = app
        self._reach = reach
        self._refusals = refusals

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in (ScopeType.HTTP, ScopeType.WEBSOCKET):
            await self._app(scope, receive, send)
            return
        with paying(*address_pays(caller_of(scope))):
            await self._answer(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        host, origin = header(scope, b"host"), header(scope, b"origin")
        changes = scope["type"] != ScopeType.HTTP or scope["method"] not in SAFE
        if self._reach is not None and not self._reach.answers_to(name_of(host)):
            await self._refuse(scope, send, "this server does not answer to that name")
        elif changes and origin and not self._is_own(origin, host):
            await self._refuse(scope, send, "only the page of this server may do that")
        elif scope["type"] == ScopeType.HTTP and scope["method"] == "HEAD":
            await self._app({**scope, "method": "GET"}, receive, without_body(with_headers(scope, send)))
        else:
            await self._app(scope, receive, with_headers(scope, send))

    async def _refuse(self, scope: Scope, send: Send, reason: str) -> None:
        self._refusals.failed(caller_of(scope), reason)
        await refuse(scope, send, reason)

    def _is_own(self, origin: str, host: str) -> bool:
        return same_origin(origin, host) or (self._reach is not None and self._reach.is_public_origin(origin))


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
    try:
        return urlsplit(origin).netloc.lower() == host.lower()
    except ValueError:
        return False


def with_headers(scope: Scope, send: Send) -> Send:
    """Every answer gets our headers, and no cache keeps what the API tells unless its route says so."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            own = list(message.get("headers", ()))
            if scope["path"].startswith("/api/") and not any(name == b"cache-control" for name, _ in own):
                own.append((b"cache-control", b"no-store"))
            message["headers"] = [*own, *HEADERS]
        await send(message)

    return sending


def without_body(send: Send) -> Send:
    """An answer to HEAD: what GET would be answered, but for the body."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.body":
            message["body"] = b""
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
