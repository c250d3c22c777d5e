"""A server of skirmishes, asked from the machine it runs on or from elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from litestar.testing import TestClient
from litestar.types import ASGIApp, Receive, Scope, Send

from deadground.server.app import make_app
from deadground.server.reach import Reach
from deadground.server.store import Store
from deadground.systems.registry import systems

HERE = "127.0.0.1"
Client = TestClient[ASGIApp]


def calling_from(app: ASGIApp, address: str) -> ASGIApp:
    """The application as somebody at an address finds it."""

    async def called(scope: Scope, receive: Receive, send: Send) -> None:
        called_from: Any = {**scope, "client": (address, 5000)} if "client" in scope else scope
        await app(called_from, receive, send)

    return called


@contextmanager
def desk_client(
    store: Store, folder: Path, address: str = HERE, host: str = HERE, public_url: str = ""
) -> Iterator[Client]:
    """A browser at an address, that asks for a host by this name."""
    app = make_app(store, systems(), folder / "crashes", Reach(HERE, 8000, public_url), page_folder=folder)
    with TestClient(
        app=calling_from(app, address), base_url=f"http://{host}:8000", raise_server_exceptions=False
    ) as client:
        yield client
