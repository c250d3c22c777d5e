"""A server that sends notices at once, with somebody to send them to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from deadground.server.app import make_app
from deadground.server.mail import MailAccount
from deadground.server.notices import NoticeSettings
from deadground.server.store import Store
from tests.server import games
from tests.server.conftest import Client
from tests.server.notices.receivers import Hook, PostOffice, listening_hook, open_post_office

ADDRESS = "https://tables.example.org"


@pytest.fixture
def hook() -> Iterator[Hook]:
    with listening_hook() as hook:
        yield hook


@pytest.fixture
def office() -> Iterator[PostOffice]:
    with open_post_office() as office:
        yield office


@pytest.fixture
def settings(office: PostOffice) -> NoticeSettings:
    account = MailAccount(host="127.0.0.1", port=office.port, sender="tables@example.org")
    return NoticeSettings(
        account=account, address=ADDRESS, allow_private=True, pause=0.05, tries_after=(0, 0.05, 0.05)
    )


@pytest.fixture
def client(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: NoticeSettings
) -> Iterator[Client]:
    games.find_games(monkeypatch)
    app = make_app(store, games.systems(), tmp_path / "crashes", played=games.PLAYED, notices=settings)
    with TestClient(app=app, raise_server_exceptions=False) as client:
        yield client


@pytest.fixture
def two(begin: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """A duel of two people with several men each, so that it lasts: red is asked first."""
    opened = begin(scenario="patrol", blue="screen")
    red, blue = ({"game": opened["game"], **seat} for seat in opened["seats"])
    return red, blue


@pytest.fixture
def wish(client: Client) -> Callable[..., Any]:
    """Set how a seat is told; the answer."""

    def order(opened: dict[str, Any], **ways: Any) -> Any:
        address = f"/api/games/{opened['game']}/notices"
        return client.post(address, params={"token": opened["token"]}, json=ways)

    return order
