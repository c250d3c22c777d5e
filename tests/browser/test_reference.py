"""The quick reference sheet at the table: opened by a key, by its button on a phone, and from the table as text."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.playing import DESK, PHONE, NewPage, assert_accessible
from tests.browser.tabletop import read_digest, sit

pytest_plugins = ("tests.browser.server",)


def assert_sheet(page: Page) -> None:
    """The sheet lies open and can be read."""
    sheet = page.get_by_role("dialog", name="Quick reference")
    expect(sheet.get_by_role("table")).to_have_count(9)
    movement = sheet.get_by_role("table", name="Movement in mm")
    expect(movement.get_by_role("row", name="infantry 200 150").first).to_be_visible()
    long = sheet.get_by_role("table", name="long range")
    expect(long.get_by_role("row").nth(1)).to_have_text("1 19 17 15 13 11", use_inner_text=True)
    assert_accessible(page)
    assert sheet.evaluate("one => one.scrollWidth <= one.clientWidth"), "nothing is cut off at the side"
    sheet.get_by_role("button", name="Close").click()
    expect(sheet).to_have_count(0)


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_the_charts_open_at_the_table(new_page: NewPage, server: str, size: ViewportSize) -> None:
    page = new_page(size)
    sit(page, server)
    read_digest(page)
    page.get_by_role("button", name="Charts").click()
    assert_sheet(page)


def test_a_key_opens_them_and_a_rule_lies_over_them(desk: Page, server: str) -> None:
    sit(desk, server)
    read_digest(desk)
    desk.keyboard.press("q")
    sheet = desk.get_by_role("dialog", name="Quick reference")
    sheet.get_by_role("link", name="Rule KIM-2.1a").click()
    expect(desk.get_by_role("dialog", name="A rule")).to_be_visible()
    desk.keyboard.press("Escape")
    expect(desk.get_by_role("dialog", name="A rule")).not_to_be_visible()
    assert_sheet(desk)


def test_the_table_as_text_has_them_too(desk: Page, server: str) -> None:
    sit(desk, server, text=True)
    desk.get_by_role("button", name="Charts").click()
    assert_sheet(desk)
