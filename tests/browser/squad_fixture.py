"""The server of the squads for the tests in this folder."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.browser.squad_server import start
from tests.server.running import Running

SEED = 13
"""Dice with which our side is first and both its groups may act."""


@pytest.fixture(scope="session")
def squads(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server with the battles of `squads/`."""
    folder = tmp_path_factory.mktemp("squads")
    running = Running(folder / "games.sqlite", "--port", "0", start=start(SEED))
    yield running.address.rstrip("/")
    running.end()
