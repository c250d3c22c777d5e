"""A real Chromium, as `run.py` found it, for the browser tests and the page bench."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from playwright.sync_api import Browser

NOTE = Path(sys.prefix) / "browser.json"
"""What `run.py` wrote down, in the environment that it made."""

QUIET = (
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)


class NoBrowser(Exception):
    """Why no browser can be started, in words."""


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
        raise NoBrowser(
            f"There is no browser '{noted.executable}'. Run `python3 run.py test`: it finds or fetches one. "
            "Or set DEADGROUND_BROWSER to the path of a Chrome or Chromium."
        )
    return noted


def arguments() -> list[str]:
    """Chromium refuses to run as root with its sandbox on."""
    as_root = hasattr(os, "geteuid") and os.geteuid() == 0
    return [*QUIET, "--no-sandbox"] if as_root else [*QUIET]


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser without a window, drawing by software. `NoBrowser` where there is none."""
    executable, environment, node = found()
    try:
        from playwright.sync_api import sync_playwright
    except ImportError as error:
        raise NoBrowser(
            "Playwright, which leads the browser, is not installed: it comes with `python3 run.py test`."
        ) from error
    if node:
        os.environ["PLAYWRIGHT_NODEJS_PATH"] = node
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=executable, args=arguments(), env={**os.environ, **environment}
        )
        yield browser
        browser.close()
