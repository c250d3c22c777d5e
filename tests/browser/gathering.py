"""A table with a hidden stand by the road, and people who come to it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.ambush import WITH, start
from tests.browser.chairs import Company
from tests.server.running import Running


@pytest.fixture(scope="module")
def ambush_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that has the battle with a hidden stand by the road."""
    folder = tmp_path_factory.mktemp("ambush")
    running = Running(folder / "games.sqlite", "--port", "0", start=start(WITH))
    yield running.address.rstrip("/")
    running.end()


@pytest.fixture
def company(browser: Browser, ambush_server: str) -> Iterator[Company]:
    """People at a table of that battle, before anybody has chosen anything."""
    company = Company(browser, ambush_server)
    yield company
    company.close()
