"""What the operator of a server asks it: whether it is well, and its figures."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from litestar import Request, Response, get
from litestar.di import NamedDependency
from litestar.params import HeaderParameter

from deadground.server.api import Health
from deadground.server.limits import TooMany, address_of
from deadground.server.lobby import Lobby
from deadground.server.metrics import PLAIN, VARIABLE, is_operator
from deadground.server.problems import TOO_MANY, NotAllowed, documented

TheLobby = NamedDependency[Lobby]
Authorization = Annotated[
    str, HeaderParameter(name="authorization", description="Bearer and the operator's token.")
]
NOT_THE_OPERATOR = "this is not the operator's token"
NOT_TOLD = f"the figures are for the operator: set {VARIABLE} and send it as a bearer token"


@get("/health")
async def health(lobby: TheLobby) -> Response[Health]:
    """Whether games can be played and kept. The status is 503 if not."""
    reason = await asyncio.to_thread(lobby.why_not_well)
    return Response(Health(not reason, reason), status_code=503 if reason else 200)


@get("/metrics", media_type=PLAIN, responses=documented(403), sync_to_thread=True)
def metrics(lobby: TheLobby, request: Request[Any, Any, Any], authorization: Authorization = "") -> str:
    """The server's figures in the text format of Prometheus."""
    if not is_operator(authorization):
        if authorization and lobby.attempts.failed(address_of(request), NOT_THE_OPERATOR):
            raise TooMany(TOO_MANY)
        raise NotAllowed(NOT_TOLD)
    return lobby.store.metrics.text()
