"""A server in the hand: a store in a temporary folder, the application over it, and a client."""

from __future__ import annotations

import hashlib
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient
from litestar.types import ASGIApp

from deadground.core import match
from deadground.server.app import make_app
from deadground.server.store import Store
from tests.server import games
from tests.server.player import Player
from tests.server.running import Running, Start

Client = TestClient[ASGIApp]


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite"


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database without a game, brought up to date once: most tests have no use for doing it again."""
    file = tmp_path_factory.mktemp("empty") / "games.sqlite"
    Store(f"sqlite:///{file}").close()
    return file


@pytest.fixture
def store(database: Path, empty_database: Path) -> Iterator[Store]:
    shutil.copy(empty_database, database)
    store = Store(f"sqlite:///{database}")
    yield store
    store.close()


@pytest.fixture
def page_folder(tmp_path: Path) -> Path:
    """A page of three files, with a secret beside it that must not be served."""
    folder = tmp_path / "page"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<h1>the page</h1>", "utf-8")
    (folder / "icon.svg").write_text("<svg/>", "utf-8")
    (folder / "assets" / "index-abc.js").write_text("start();", "utf-8")
    (folder / "BUILD.json").write_text("{}", "utf-8")
    (tmp_path / "secret.txt").write_text("secret", "utf-8")
    return folder


@pytest.fixture
def known_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same games come again, each with other dice: by chance one duel in a thousand ends in three choices."""
    numbers = count()
    monkeypatch.setattr(match, "new_seed", lambda: hashlib.sha256(f"game {next(numbers)}".encode()).digest())


@pytest.fixture
def client(
    store: Store, tmp_path: Path, page_folder: Path, monkeypatch: pytest.MonkeyPatch, known_dice: None
) -> Iterator[Client]:
    games.find_games(monkeypatch)
    app = make_app(store, games.systems(), tmp_path / "crashes", page_folder=page_folder, played=games.PLAYED)
    with TestClient(app=app, raise_server_exceptions=False) as client:
        yield client


@pytest.fixture
def begin(client: Client) -> Callable[..., dict[str, Any]]:
    """Begin a game and take its first open seat: {"game", "seat", "token", "seats"}."""

    def order(
        system: str = "duel", scenario: str = "pair", seat: str = "red", **others: str
    ) -> dict[str, Any]:
        body = {"system": system, "scenario": scenario, "seats": {seat: "me", **others}}
        answer = client.post("/api/games", json=body)
        assert answer.status_code == 201, answer.text
        opened: dict[str, Any] = answer.json()
        return {**opened, **opened["seats"][0]}

    return order


@pytest.fixture
def sit(client: Client) -> Iterator[Callable[[dict[str, Any]], Player]]:
    """Sit down at a game that was begun; every seat is left at the end of the test."""
    sessions = []

    def down(opened: dict[str, Any]) -> Player:
        session = client.websocket_connect(f"/api/games/{opened['game']}/table?token={opened['token']}")
        sessions.append(session)
        session.__enter__()
        return Player(session.send_text, lambda: session.receive_text(timeout=20))

    yield down
    for session in sessions:
        session.__exit__(None, None, None)


@pytest.fixture
def visit(client: Client) -> Callable[..., Any]:
    """Sit down for a while: a seat that is left before the test is over."""

    @contextmanager
    def down(opened: dict[str, Any]) -> Iterator[Player]:
        address = f"/api/games/{opened['game']}/table?token={opened['token']}"
        with client.websocket_connect(address) as session:
            yield Player(session.send_text, lambda: session.receive_text(timeout=20))

    return down


@pytest.fixture
def sql(database: Path) -> Callable[[str], list[Any]]:
    """Reach into the database from outside the server."""

    def run(statement: str) -> list[Any]:
        with closing(sqlite3.connect(database)) as connection, connection:
            return connection.execute(statement).fetchall()

    return run


@pytest.fixture
def start(database: Path) -> Iterator[Start]:
    """Start servers on the test's database; whatever still runs at the end is killed."""
    started: list[Running] = []

    def one(*arguments: str) -> Running:
        started.append(Running(database, *arguments))
        return started[-1]

    yield one
    for server in started:
        server.end()


@pytest.fixture
def browsers(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], Client]]:
    """Makes browsers, each with cookies of its own, at one server."""
    games.find_games(monkeypatch)
    app = make_app(store, games.systems(), tmp_path / "crashes", page_folder=tmp_path, played=games.PLAYED)
    first = TestClient(app=app, raise_server_exceptions=False)

    def make() -> Client:
        """All of them talk to the server that the first has started."""
        client: Client = TestClient(app=app, raise_server_exceptions=False)
        client.blocking_portal = first.blocking_portal
        return client

    with first:
        yield make


@pytest.fixture
def host(browsers: Callable[[], Client]) -> Client:
    return browsers()


@pytest.fixture
def friend(browsers: Callable[[], Client]) -> Client:
    return browsers()
