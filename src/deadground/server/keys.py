"""Where a key to a seat stands in a request: in a header, so that no log of addresses has it.

A page sends it as `Authorization: Bearer KEY`, and for the table's socket, where a page can set no header, as a
subprotocol. A tool may put it into the address as `?token=KEY`, where those who keep logs can read it.
"""

from __future__ import annotations

from typing import Annotated, Any

from litestar import WebSocket
from litestar.di import NamedDependency
from litestar.params import HeaderParameter, QueryParameter

BEARER = "Bearer "
PROTOCOL = "deadground"
KEY = "key."
"""Begins the subprotocol that is a key."""

InHeader = Annotated[
    str, HeaderParameter(name="authorization", description="Bearer and the key that opens the seat.")
]
InAddress = Annotated[
    str, QueryParameter(name="token", description="The key again, for tools that can set no header.")
]
Token = NamedDependency[str]
"""What opens the seat, asked for as `seat_key`; told when the game was begun or joined. Empty if none came.

The name is that of no field of a body: a wrong field of the name of a dependency would count as our own fault.
"""


def key_of(authorization: InHeader = "", given: InAddress = "") -> str:
    """The key that came with a request."""
    return authorization.removeprefix(BEARER) if authorization.startswith(BEARER) else given


def key_of_socket(socket: WebSocket[Any, Any, Any]) -> tuple[str, str | None]:
    """The key that came with a socket, and the protocol to accept: a browser that offered some wants one taken."""
    offered = [one.strip() for one in socket.headers.get("sec-websocket-protocol", "").split(",")]
    found = next((one.removeprefix(KEY) for one in offered if one.startswith(KEY)), None)
    key: str = socket.query_params.get("token", "") if found is None else found
    return key, PROTOCOL if PROTOCOL in offered else None
