"""A battle with a coach beside it, from one click on Home: do what he offers, or else what is proposed."""

from __future__ import annotations

from time import sleep

from playwright.sync_api import Locator, Page, expect

from tests.browser.tabletop import keep

MOST_CLICKS = 200

STANDING = "document.querySelector('.right').innerText + document.querySelectorAll('.look-route').length"
"""What the page shows, to see whether a click has changed it."""


def begin(page: Page, server: str, battle: str, first: str) -> Locator:
    """One click on Home, on the button of a battle; the coach is there, and says the first thing."""
    keep(page, "deadground.table", {"pace": "once"})
    page.goto(server)
    page.get_by_role("button", name=battle).click()
    page.locator("canvas[data-ready=true]").wait_for()
    coach = page.get_by_role("region", name="Lesson")
    expect(coach.get_by_role("heading", name=first)).to_be_visible()
    return coach


def title(coach: Locator) -> str:
    """What the coach says now; "" where he leaves it to the player."""
    return " ".join(coach.locator("h2").all_inner_texts())


def settle(page: Page) -> str:
    """Wait until the page no longer changes; what it shows then. A step gives way a moment after its question."""
    shown = str(page.evaluate(STANDING))
    for _ in range(100):
        sleep(0.06)
        now = str(page.evaluate(STANDING))
        if now == shown:
            break
        shown = now
    return shown


def click_on(page: Page, coach: Locator) -> str:
    """Do what the coach says, or else what is proposed, and wait until the page shows it; tells what he said."""
    before = settle(page)
    said = title(coach)
    offered = coach.locator(".do")
    (offered if offered.count() else page.locator(".now button.main")).first.click()
    for _ in range(600):  # a wait inside the page would break its policy
        if page.evaluate(STANDING) != before:
            break
        sleep(0.05)
    page.locator("#verdict, .digest, form[aria-busy=false]").first.wait_for()
    return said


def play(page: Page, coach: Locator, most: int = MOST_CLICKS) -> list[str]:
    """To the end of the battle; everything that the coach said, one for each click."""
    said: list[str] = []
    for _ in range(most):
        if page.locator("#verdict").count():
            return said
        said.append(click_on(page, coach))
    raise AssertionError(f"the battle is not over after {most} clicks: {said[-6:]}")
