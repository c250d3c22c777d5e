"""A running server for the tests in this folder, and a page that tolerates no trouble in its console."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, ViewportSize

from tests.browser.playing import DESK, PHONE, NewPage
from tests.server.running import Running


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a real server over an empty database."""
    folder: Path = tmp_path_factory.mktemp("server")
    running = Running(folder / "games.sqlite", "--port", "0")
    yield running.address.rstrip("/")
    running.end()


@pytest.fixture
def new_page(browser: Browser) -> Iterator[NewPage]:
    """Makes pages of a size; errors and warnings on them fail the test when it is over."""
    troubles: list[str] = []
    pages: list[Page] = []

    def heard(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            troubles.append(f"{message.type}: {message.text}")

    def make(size: ViewportSize) -> Page:
        page = browser.new_page(viewport=size)
        page.on("console", heard)
        page.on("pageerror", lambda error: troubles.append(str(error)))
        pages.append(page)
        return page

    yield make
    for page in pages:
        page.close()
    assert troubles == []


@pytest.fixture
def desk(new_page: NewPage) -> Page:
    return new_page(DESK)


@pytest.fixture
def phone(new_page: NewPage) -> Page:
    return new_page(PHONE)
