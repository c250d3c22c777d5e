"""The server of the squads for the tests in this folder."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.browser.squad_server import start
from tests.server.running import Running

SEED = 13
"""Dice with which our side is first and both its groups may act."""


REAL_SEED = 3
"""Dice with which our side may act with all its groups in the first turn of Dubrovka farm."""


@pytest.fixture(scope="session")
def real_battles(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server with the battles that come with the game, the same dice in each."""
    folder = tmp_path_factory.mktemp("real_battles")
    running = Running(folder / "games.sqlite", "--port", "0", start=start(REAL_SEED, ours=False))
    yield running.address.rstrip("/")
    running.end()


@pytest.fixture(scope="session")
def squads(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server with the battles of `squads/`."""
    folder = tmp_path_factory.mktemp("squads")
    running = Running(folder / "games.sqlite", "--port", "0", start=start(SEED))
    yield running.address.rstrip("/")
    running.end()
