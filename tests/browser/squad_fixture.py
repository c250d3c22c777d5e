"""The server of the squads for the tests in this folder."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.skirmish_table import Squad, serial, sit, wait_for_question
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


@pytest.fixture
def close(desk: Page, squads: str) -> Squad:
    """Three of ours see three of them; the group has been chosen, and its fire plan lies ready."""
    squad = sit(desk, squads, "close")
    wait_for_question(desk)
    before = serial(desk)
    desk.keyboard.press("Enter")
    wait_for_question(desk, before)
    expect(desk.locator(".look-shot")).to_have_count(3)
    return squad
