"""A real Chromium for the tests in this folder, as `run.py` found it.

A missing browser fails these tests; it never skips them, because a skipped test looks like a green one. Loops that
wait for the page sleep here: the browser's driver, asked to wait, once in some ten thousand times never answers.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from deadground.testing.browser import NoBrowser, chromium
from tests.browser.by_link import NewBrowser
from tests.browser.playing import DESK
from tests.browser.tabletop import keep

expect.set_options(timeout=20_000)
"""Milliseconds that a busy machine gets; Playwright's own five seconds are too few for it."""


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    try:
        with chromium() as browser:
            yield browser
    except NoBrowser as missing:
        pytest.fail(str(missing), pytrace=False)


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page of its own for each test, with nothing left over from another."""
    page = browser.new_page()
    yield page
    page.close()


@pytest.fixture
def new_browser(browser: Browser) -> Iterator[NewBrowser]:
    """Makes pages that share nothing with each other: no cookies, nothing kept."""
    contexts = []

    def make(size: ViewportSize = DESK, touch: bool = False) -> Page:
        context = browser.new_context(viewport=size, has_touch=touch)
        contexts.append(context)
        page = context.new_page()
        keep(page, "deadground.table", {"pace": "once"})
        keep(page, "deadground.lesson", {"off": True})
        return page

    yield make
    for context in contexts:
        context.close()
