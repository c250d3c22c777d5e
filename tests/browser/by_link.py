"""The way from the set-up page by link to a seat, and from there to the end of the battle."""

from __future__ import annotations

import re
from collections.abc import Callable
from time import sleep

from playwright.sync_api import Page, expect

from tests.browser.tabletop import accept

MOST = 400
"""Questions to all together in a small battle, which has about sixty."""

NewBrowser = Callable[..., Page]


def set_up(page: Page, server: str, battle: str = "stands/first-lesson", name: str = "Anna") -> None:
    """Choose a battle with friends; everything else is as it is offered."""
    page.goto(f"{server}/battles/{battle}")
    page.get_by_role("radio", name=re.compile("^With friends by link")).check()
    page.get_by_label("Your name").fill(name)


def invite(page: Page) -> dict[str, str]:
    """Begin the game, and the links to its open seats by what they are for."""
    page.get_by_role("button", name="Set up and invite").click()
    dialog = page.get_by_role("dialog", name="Invite")
    fields = dialog.get_by_role("textbox")
    expect(fields).not_to_have_count(0)
    expect(dialog.get_by_role("button", name=re.compile("^Copy")).first).to_be_focused()
    links = {
        (field.get_attribute("aria-label") or "").removeprefix("Link to "): field.input_value()
        for field in fields.all()
    }
    dialog.get_by_role("button", name="To the table").click()
    return links


def sit_down(page: Page, link: str, name: str) -> None:
    page.goto(link)
    page.get_by_label("What shall the others call you?").fill(name)
    page.get_by_role("button", name="Sit down").click()
    page.get_by_role("list", name="At the table").wait_for()


def answer(page: Page) -> bool:
    """Answer what this page is asked just now, by its first suggestion; False if it has only to wait."""
    if page.locator(".digest").count():
        page.locator(".now > button.main").click()
        expect(page.locator(".digest")).to_have_count(0)
        return True
    if not page.locator(".now form[aria-busy=false]").count():
        return False
    ways = page.get_by_role("group", name="Suggestions").get_by_role("button")
    if page.locator(".now form .units").count() and ways.count():
        ways.first.click()
    advice = page.locator(".now form").get_by_role("button", name="Advice")
    if advice.count():
        advice.click()
        expect(advice).to_be_enabled()
    accept(page, patience=120)
    return True


def play(*pages: Page) -> dict[Page, int]:
    """All play on until all read the verdict; how many questions each had to answer."""
    answered = dict.fromkeys(pages, 0)
    for _ in range(MOST):
        if all(page.locator("#verdict").count() for page in pages):
            return answered
        now = [page for page in pages if answer(page)]
        for page in now:
            answered[page] += 1
        if not now:
            sleep(0.05)
    raise AssertionError("the battle does not end")
