"""A real Chromium for the tests in this folder, as `run.py` found it.

A missing browser fails these tests; it never skips them, because a skipped test looks like a green one.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

NOTE = Path(__file__).resolve().parents[2] / ".venv" / "browser.json"
QUIET = [
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


class Found(NamedTuple):
    executable: str
    environment: dict[str, str]
    node: str


def found() -> Found:
    """What `run.py` wrote down; the variable goes before it."""
    chosen = os.environ.get("DEADGROUND_BROWSER")
    try:
        noted = Found(**json.loads(NOTE.read_text("utf-8")))
    except (OSError, ValueError, TypeError):
        noted = Found("", {}, "")
    if chosen:
        noted = Found(chosen, {}, noted.node)
    if not Path(noted.executable).is_file():
        pytest.fail(
            f"There is no browser '{noted.executable}'. Run `python3 run.py test`: it finds or fetches one. "
            "Or set DEADGROUND_BROWSER to the path of a Chrome or Chromium.",
            pytrace=False,
        )
    return noted


def arguments() -> list[str]:
    """Chromium refuses to run as root with its sandbox on."""
    as_root = hasattr(os, "geteuid") and os.geteuid() == 0
    return [*QUIET, "--no-sandbox"] if as_root else QUIET


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    executable, environment, node = found()
    if node:
        os.environ["PLAYWRIGHT_NODEJS_PATH"] = node
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=executable, args=arguments(), env={**os.environ, **environment}
        )
        yield browser
        browser.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page of its own for each test, with nothing left over from another."""
    page = browser.new_page()
    yield page
    page.close()
