"""What a link says before one sits down: which part of a shared side the seat leads."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from deadground.server.app import make_app
from deadground.server.store import Store
from deadground.systems.registry import systems


@pytest.fixture
def client(store: Store, tmp_path: Path) -> Iterator[TestClient[Any]]:
    with TestClient(app=make_app(store, systems(), tmp_path / "crashes", page_folder=tmp_path)) as client:
        yield client


def offers(client: TestClient[Any], system: str, scenario: str, **more: Any) -> dict[str, list[str]]:
    """What each open seat leads, as its link tells it."""
    order = {"system": system, "scenario": scenario, "name": "Anna", **more}
    opened = client.post("/api/games", json=order).json()
    asked = {link["seat"]: link["token"] for link in opened["links"]}
    return {
        seat: client.post("/api/invitation", json={"token": token}).json()["leads"]
        for seat, token in asked.items()
    }


def test_a_second_player_reads_which_commands_are_his(client: TestClient[Any]) -> None:
    seats = {"german": "me", "soviet": "link", "soviet_2": "link"}
    found = offers(client, "stands", "vesnya-crossings", players={"soviet": 2}, seats=seats, observers=1)
    assert found == {
        "soviet": ["Tank Brigade"],
        "soviet_2": ["Rifle Regiment"],
        "observer": [],
    }


def test_a_half_squad_is_called_so_and_who_has_the_side_alone_is_told_nothing(
    client: TestClient[Any],
) -> None:
    seats = {"german": "link", "german_2": "link", "soviet": "link"}
    assert offers(client, "skirmish", "lipki-village", players={"german": 2}, seats=seats) == {
        "german": ["1st Squad, first half"],
        "german_2": ["1st Squad, second half"],
        "soviet": [],
    }
