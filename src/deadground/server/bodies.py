"""Bodies of requests: text, and whole. One that is not is refused, counted and logged in one line.

Every body that a route takes is text, so what cannot be read as UTF-8 is no body of ours. Who breaks off half-way
is owed no answer, but that is no failure of the server either.
"""

from __future__ import annotations

import codecs
from typing import Any, cast

from litestar.enums import ScopeType
from litestar.exceptions import ClientException
from litestar.types import ASGIApp, HTTPReceiveMessage, Receive, Scope, Send

from deadground.server.attempts import Attempts
from deadground.server.limits import caller_of
from deadground.server.metrics import Metrics

NO_TEXT = "the body of the request is not UTF-8 text"
BROKEN_OFF = "the body of the request broke off"


class Bodies:
    """Looks at every body on its way to the route."""

    def __init__(self, app: ASGIApp, metrics: Metrics, refusals: Attempts) -> None:
        self._app = app
        self._metrics = metrics
        self._refusals = refusals

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_request = scope["type"] == ScopeType.HTTP
        await self._app(scope, self._looked_at(scope, receive) if is_request else receive, send)

    def _looked_at(self, scope: Scope, receive: Receive) -> Receive:
        decoder = codecs.getincrementaldecoder("utf-8")()
        is_whole = False

        def refused(reason: str) -> ClientException:
            self._metrics.count("unreadable")
            self._refusals.failed(caller_of(scope), reason)
            return ClientException(reason)

        async def receiving() -> HTTPReceiveMessage:
            nonlocal is_whole
            message: Any = await receive()
            if is_whole:
                return cast("HTTPReceiveMessage", message)
            if message["type"] == "http.disconnect":
                raise refused(BROKEN_OFF)
            is_whole = not message.get("more_body", False)
            try:
                decoder.decode(message.get("body", b""), final=is_whole)
            except UnicodeDecodeError:
                raise refused(NO_TEXT) from None
            return cast("HTTPReceiveMessage", message)

        return receiving
