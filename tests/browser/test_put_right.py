"""Putting something right by hand: for whoever plays alone, with a reason, and the game is marked."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.browser.playing import DESK
from tests.browser.tabletop import read_digest, sit

pytest_plugins = ("tests.browser.server",)


def opened(page: Page, server: str) -> Locator:
    """The form for putting right, in the table's own dialog."""
    sit(page, server)
    read_digest(page)
    page.get_by_role("button", name="Table", exact=True).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("Put something right").click()
    return dialog.locator("form")


def test_a_stand_is_moved_by_hand_and_the_game_is_marked(desk: Page, server: str) -> None:
    form = opened(desk, server)
    form.get_by_role("combobox", name="What", exact=True).select_option(label="Move a stand")
    form.get_by_role("combobox", name="Stand", exact=True).select_option(label="Company headquarters")
    form.get_by_role("textbox", name="To, in mm").fill("200, 300")
    form.get_by_role("textbox", name="Why").fill("It was nudged.")
    form.get_by_role("button", name="Put it right").click()
    expect(form.get_by_role("status")).to_contain_text("Done.")
    (mine,) = desk.evaluate("JSON.parse(localStorage.getItem('deadground.games'))")
    token = mine["seats"][0]["token"]
    state = desk.request.get(f"{server}/api/games/{mine['game']}?token={token}").json()
    assert "It was nudged." in state["marks"][0]


def test_what_cannot_be_is_refused_with_its_reason(page: Page, server: str) -> None:
    page.set_viewport_size(DESK)
    form = opened(page, server)
    form.get_by_role("combobox", name="What", exact=True).select_option(label="Move a stand")
    form.get_by_role("combobox", name="Stand", exact=True).select_option(label="Company headquarters")
    form.get_by_role("textbox", name="To, in mm").fill("99999, 1")
    form.get_by_role("textbox", name="Why").fill("To see what happens.")
    form.get_by_role("button", name="Put it right").click()
    expect(form.get_by_role("alert")).to_contain_text("table")
