"""What the tests in this folder do with a page: begin a fight, play on, measure it."""

from __future__ import annotations

from collections.abc import Callable

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Locator, Page, ViewportSize

DESK: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}

NewPage = Callable[[ViewportSize], Page]


def begin(page: Page, server: str) -> None:
    """Start the first fight from the home page and wait for its first question."""
    page.goto(server)
    page.get_by_role("button", name="Start a first fight").click()
    page.get_by_role("form").first.wait_for()


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
    """Nothing that axe objects to, and nothing that makes the page scroll sideways."""
    result = Axe().run(page)
    assert result.response["violations"] == [], result.generate_report()
    assert not page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")
