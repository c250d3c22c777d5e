"""A real Chromium for the tests in this folder, as `run.py` found it.

A missing browser fails these tests; it never skips them, because a skipped test looks like a green one.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from deadground.testing.browser import NoBrowser, chromium


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
