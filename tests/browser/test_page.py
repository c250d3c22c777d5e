"""The built page opens in a real browser."""

from __future__ import annotations

import functools
import http.server
import threading
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from deadground import page as built


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Requests are no news."""


@pytest.fixture
def address() -> Iterator[str]:
    handler = functools.partial(Quiet, directory=str(built.FOLDER))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def test_the_page_shows_its_title(page: Page, address: str) -> None:
    troubles: list[str] = []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.goto(address)
    expect(page.get_by_role("heading", level=1)).to_have_text("Deadground")
    assert troubles == []


def test_the_page_agrees_with_its_sources() -> None:
    assert built.fault() is None
