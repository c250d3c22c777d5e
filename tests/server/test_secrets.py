"""Nothing hidden leaves the server: markers are planted in what the other seat must not know."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from deadground.core.system import Setup
from deadground.server.app import make_app
from deadground.server.store import Store
from deadground.testing.cards import CARDS
from tests.server import games

OWN = ("own-marker-1", "own-marker-2", "own-marker-3")
FOES = ("foe-marker-1", "foe-marker-2", "foe-marker-3")


class MarkedCards(type(CARDS)):  # type: ignore[misc]
    """The card game with patrols whose names can be searched for."""

    def prepare(
        self,
        scenario: str,
        options: Mapping[str, str] | None = None,
        details: Mapping[str, Any] | None = None,
    ) -> Setup:
        prepared: Setup = super().prepare(scenario, options, details or {"names": [*OWN, *FOES]})
        return prepared


@pytest.fixture
def client(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    games.find_games(monkeypatch)
    systems = {CARDS.name: MarkedCards()}
    with TestClient(app=make_app(store, systems, tmp_path / "crashes", played=games.PLAYED)) as client:
        yield client


def test_the_names_of_hidden_pieces_are_not_sent(client: Any, begin: Any, sit: Any) -> None:
    opened = begin(CARDS.name, "meeting", "north")
    player = sit(opened)
    player.choose()
    while not player.view["state"]["pieces"]:
        player.read()
    export = client.get(f"/api/games/{opened['game']}/export", params={"token": opened["token"]}).text
    state = client.get(f"/api/games/{opened['game']}", params={"token": opened["token"]}).text
    sent = "\n".join([*player.frames, export, state])
    assert all(name in sent for name in OWN)
    assert not any(name in sent for name in FOES)


def test_what_the_bot_has_sealed_cannot_be_counted(client: Any, begin: Any, sit: Any, sql: Any) -> None:
    """The bot places at once; until the person has placed too, nothing that is sent may tell of it."""
    opened = begin(CARDS.name, "meeting", "north")
    player = sit(opened)
    before = client.get(f"/api/games/{opened['game']}", params={"token": opened["token"]}).json()
    while sql("select count(*) from entries") == [(1,)]:
        player.call("check", choice=player.choice())
    after = client.get(f"/api/games/{opened['game']}", params={"token": opened["token"]}).json()
    assert after == before


def test_tokens_are_kept_as_hashes(client: Any, begin: Any, sql: Any) -> None:
    opened = begin(CARDS.name, "meeting", "north")
    assert opened["token"] not in str(sql("select * from seats"))
    assert len(opened["token"]) >= 32
    assert len(opened["game"]) >= 16
