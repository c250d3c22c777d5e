"""What the tests in this folder do with a page: begin a fight, play on, measure it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Literal

import httpx
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Locator, Page, ViewportSize

DESK: ViewportSize = {"width": 1440, "height": 900}
TABLET: ViewportSize = {"width": 1024, "height": 768}
PHONE: ViewportSize = {"width": 390, "height": 844}

SCHEMES: tuple[Literal["light", "dark"], ...] = ("dark", "light")

NewPage = Callable[[ViewportSize], Page]


def begin(page: Page, server: str) -> None:
    """Start a duel from its set-up page and wait for its first question."""
    page.goto(f"{server}/battles/duel/patrol")
    page.get_by_role("button", name="Start").click()
    page.get_by_role("form").first.wait_for()


def watched(server: str, system: str, scenario: str) -> dict[str, Any]:
    """A battle that bots have fought to its end: {"game", "seats"}."""
    with httpx.Client(base_url=server, timeout=60) as client:
        opened: dict[str, Any] = client.post(
            "/api/games", json={"system": system, "scenario": scenario}
        ).json()
        token = {"token": opened["seats"][0]["token"]}
        for _ in range(500):
            if client.post(f"/api/games/{opened['game']}/go-on", params=token).json()["outcome"]:
                return opened
    raise AssertionError("the battle does not end")


def hold(page: Page, *games: dict[str, Any]) -> None:
    """Let the browser hold the seats of games that were begun elsewhere."""
    text = json.dumps(json.dumps(games))
    page.add_init_script(
        f"localStorage.getItem('deadground.games') ?? localStorage.setItem('deadground.games', {text})"
    )


def play_on(page: Page, answer: Callable[[Locator], None], most: int = 400) -> None:
    """Answer every question until the fight is over."""
    for _ in range(most):
        page.locator("#verdict, form[aria-busy=false]").first.wait_for()
        if page.locator("#verdict").count():
            return
        form = page.locator("form").first
        serial = form.get_attribute("aria-labelledby")
        answer(form)
        page.locator(f"form[aria-labelledby='{serial}']").wait_for(state="detached")
    raise AssertionError(f"the fight is not over after {most} choices")


def assert_accessible(page: Page) -> None:
    """Nothing that axe objects to, light or dark, and nothing that makes the page scroll sideways."""
    for scheme in SCHEMES:
        page.emulate_media(
            color_scheme=scheme, reduced_motion="reduce"
        )  # nothing half-way from colour to colour
        result = Axe().run(page)
        assert result.response["violations"] == [], f"{scheme}: {result.generate_report()}"
    page.emulate_media(color_scheme="light", reduced_motion="no-preference")
    assert not page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")
