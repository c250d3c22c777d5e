"""How many clicks, drags and keys a turn takes. The count goes into build/inputs.json; the budget is held."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.tabletop import drag, sit

pytest_plugins = ("tests.browser.server",)

FILE = Path(__file__).resolve().parents[2] / "build" / "inputs.json"

BUDGET = {"stands turn": 26, "stands turn, orders repeated": 14}
"""For about twenty stands and eight cards. A change that raises a number says why."""


class Hand:
    """Counts what a player does."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.inputs = 0

    def press(self, key: str) -> None:
        self.inputs += 1
        self.page.keyboard.press(key)

    def drag(self) -> None:
        self.inputs += 1
        drag(self.page, self.page.locator(".token.selected").first, 60, 0)


def play_on(hand: Hand, turn: int) -> None:
    """Accept what is proposed until the turn is over."""
    page = hand.page
    for _ in range(10):
        page.locator("form h2, .digest").first.wait_for()
        if f"Turn {turn} " not in page.locator(".turn").inner_text():
            return
        asked = page.locator("form").get_attribute("aria-labelledby")
        hand.press("Enter")
        expect(page.locator(f"form[aria-labelledby='{asked}']")).to_have_count(0)
    raise AssertionError(f"turn {turn} is not over after ten questions")


def test_a_turn_of_twenty_stands_stays_within_its_budget(desk: Page, server: str) -> None:
    sit(desk, server, "vesnya-crossings")
    hand = Hand(desk)
    expect(desk.get_by_role("heading", name="Before you choose")).to_be_visible()
    hand.press("Enter")
    laid = 0
    while desk.locator(".token.needy").count():
        hand.press("Tab")
        hand.drag()
        laid += 1
        expect(desk.locator("form button.main")).to_contain_text(f"Lay {laid} card")
    assert laid == 8
    play_on(hand, 1)
    counted = {"stands turn": hand.inputs}

    hand.inputs = 0
    hand.press("Enter")
    desk.locator("form h2").wait_for()
    hand.press("r")
    expect(desk.locator(".look-route")).not_to_have_count(0)
    play_on(hand, 2)
    counted["stands turn, orders repeated"] = hand.inputs

    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(json.dumps(counted, indent=2) + "\n", "utf-8")
    assert all(counted[name] <= most for name, most in BUDGET.items()), counted
