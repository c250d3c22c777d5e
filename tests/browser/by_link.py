"""The way from the set-up page by link to a seat."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

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
