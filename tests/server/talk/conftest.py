"""Fixtures of a running server with the table of five: see talkers.py."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from deadground.server import talk_rate
from deadground.server.app import make_app
from deadground.server.store import Store
from deadground.systems.stands.system import STANDS
from tests.server.player import Player
from tests.server.talk.talkers import KINDS, Sit, lay_out, token_of


@pytest.fixture
def client(store: Store, tmp_path: Path) -> Iterator[Any]:
    with TestClient(app=make_app(store, {STANDS.name: STANDS}, tmp_path / "crashes")) as client:
        yield client


@pytest.fixture
def seat(store: Store, sit: Callable[[dict[str, Any]], Player]) -> Sit:
    """Sit down in a seat of the table of five, once or more."""
    game = lay_out(store)
    return lambda seat: sit({"game": game, "token": token_of(seat)})


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock by which somebody is too fast: it stands still."""
    clock = Clock()
    monkeypatch.setattr(talk_rate, "monotonic", clock)
    return clock


@pytest.fixture
def everybody(seat: Sit) -> dict[str, Player]:
    return {name: seat(name) for name in KINDS}
