"""The same battle as text, by keyboard alone: a whole turn, read and answered without the map."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.tabletop import sit

pytest_plugins = ("tests.browser.server",)


def go_to(page: Page, wanted: Locator) -> None:
    """Tab until the focus is there, as somebody does who has no pointer."""
    wanted.wait_for()
    for _ in range(80):
        page.keyboard.press("Tab")
        if wanted.evaluate("element => element === document.activeElement"):
            return
    raise AssertionError(f"the Tab key does not lead to {wanted}")


def test_a_whole_turn_is_played_as_text_with_the_keyboard_alone(desk: Page, server: str) -> None:
    sit(desk, server, text=True)
    expect(desk.locator(".stage")).to_have_count(0)
    form = desk.get_by_role("form")
    expect(form.get_by_role("heading", level=2)).to_be_focused()
    expect(desk.get_by_role("region", name="The table as you know it")).to_contain_text("Turn 1")

    go_to(desk, form.get_by_role("button", name=re.compile("^Add a card for Tank platoon")))
    desk.keyboard.press("Enter")
    card = form.get_by_role("group", name="Tank platoon, card 1", exact=True)
    where = card.get_by_label("Send to")
    go_to(desk, where)
    desk.keyboard.press("ArrowDown")
    expect(where).not_to_have_value("")
    go_to(desk, card.get_by_role("button", name="Plan it"))
    desk.keyboard.press("Enter")
    expect(form.locator(".told")).to_contain_text("of 300 mm")

    for _ in range(12):
        desk.locator("form[aria-busy=false]").first.wait_for()
        if "Turn 2" in desk.get_by_role("region", name="The table as you know it").inner_text():
            break
        asked = desk.locator("form").first.get_attribute("aria-labelledby")
        go_to(desk, desk.locator("form button.main").first)
        desk.keyboard.press("Enter")
        expect(desk.locator(f"form[aria-labelledby='{asked}']")).to_have_count(0)
    expect(desk.get_by_role("region", name="The table as you know it")).to_contain_text("Turn 2")
    log = desk.get_by_role("log")
    expect(log).to_contain_text("Turn 2")
    expect(log.get_by_role("link", name=re.compile("^Rule KIM-"))).not_to_have_count(0)
