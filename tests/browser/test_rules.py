"""The rules page: search, filters, a row, and the keyboard."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.playing import DESK, PHONE, NewPage, assert_accessible

pytest_plugins = ("tests.browser.server",)


def test_search_finds_words_in_any_order_and_opens_the_row(desk: Page, server: str) -> None:
    desk.goto(f"{server}/rules")
    expect(desk.get_by_text("All 1,021 rows")).to_be_visible()
    desk.get_by_role("searchbox").fill("total of 9")
    expect(desk).to_have_url(re.compile(r"/rules\?q=total\+of\+9$"))
    desk.get_by_role("link", name="NUTS-FIRE-03").click()
    row = desk.get_by_role("region", name="The row")
    expect(row.get_by_role("heading", name="Total of 9")).to_be_focused()
    expect(row).to_contain_text("misses")
    expect(row).to_contain_text("Ranged Combat table")


def test_a_shared_address_brings_search_filters_and_row(desk: Page, server: str) -> None:
    desk.goto(f"{server}/rules/NUTS-FIRE-03?q=fire&system=skirmish&area=FIRE")
    expect(desk.get_by_role("searchbox")).to_have_value("fire")
    expect(desk.get_by_role("combobox", name="Chapter")).to_have_value("FIRE")
    expect(desk.get_by_role("heading", name="Total of 9")).to_be_visible()
    desk.get_by_role("combobox", name="Rules").select_option("stands")
    expect(desk).to_have_url(re.compile(r"/rules/NUTS-FIRE-03\?q=fire&system=stands$"))


def test_the_page_says_what_can_be_played(desk: Page, server: str) -> None:
    desk.goto(f"{server}/rules")
    systems = desk.get_by_role("list", name="What can be played").get_by_role("listitem")
    expect(systems).to_have_count(3)
    expect(systems.filter(has_text="Stands")).to_contain_text("All 133 rules can be played.")
    desk.goto(f"{server}/rules/NUTS-CAMP-01")
    expect(desk.get_by_role("region", name="The row")).to_contain_text("not yet: it waits for The campaign")


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_charts_are_drawn_as_tables(new_page: NewPage, server: str, size: ViewportSize) -> None:
    page = new_page(size)
    page.goto(f"{server}/rules/KIM-4.3a")
    chart = page.get_by_role("table", name="Score on a D20 to hit armour")
    expect(chart.get_by_role("row")).to_have_count(16)
    expect(chart.get_by_role("row").nth(6)).to_have_text(
        re.compile(r"^\s*2\s*long\s*-\s*19\s*17\s*15\s*13\s*$")
    )
    assert_accessible(page)
    page.goto(f"{server}/rules/NUTS-LOS-08")
    expect(page.locator("#ruling-NS-10").get_by_role("table")).to_be_visible()
    assert_accessible(page)


def test_the_keyboard_is_enough(desk: Page, server: str) -> None:
    desk.goto(f"{server}/rules")
    rows = desk.locator(".list a")
    rows.first.wait_for()
    desk.keyboard.press("/")
    expect(desk.get_by_role("searchbox")).to_be_focused()
    desk.keyboard.type("grenade")
    desk.keyboard.press("ArrowDown")
    expect(rows.nth(0)).to_be_focused()
    desk.keyboard.press("ArrowDown")
    expect(rows.nth(1)).to_be_focused()
    wanted = rows.nth(1).locator(".id").inner_text()
    desk.keyboard.press("Enter")
    expect(desk).to_have_url(re.compile(rf"/rules/{re.escape(wanted)}\?q=grenade$"))


def test_rulings_are_read_and_stand_ins_marked(desk: Page, server: str) -> None:
    desk.goto(f"{server}/rules/NUTS-VEH-19")
    row = desk.get_by_role("region", name="The row")
    expect(row.get_by_role("heading", name="How we read it")).to_be_visible()
    expect(row.get_by_text("†")).not_to_have_count(0)
    row.get_by_role("link", name="NS-27").click()
    expect(row.get_by_role("heading", name="NS-27")).to_be_in_viewport()
    expect(row.get_by_text("A stand-in: the book's own is missing, so this is ours.").first).to_be_visible()


def test_ids_in_a_text_are_links(desk: Page, server: str) -> None:
    desk.goto(f"{server}/rules/NUTS-GREN-12")
    link = desk.locator(".does a").first
    wanted = link.inner_text()
    link.click()
    expect(desk.get_by_role("region", name="The row").locator("p.id")).to_have_text(wanted)


def test_an_unknown_row_is_said_to_be_unknown(page: Page, server: str) -> None:
    page.goto(f"{server}/rules/NUTS-FIRE-99")
    row = page.get_by_role("region", name="The row")
    expect(row).to_contain_text("no row of this name")
    expect(row.get_by_role("link", name="NUTS-FIRE-").first).to_be_visible()


def test_on_a_phone_a_row_takes_the_place_of_the_list(phone: Page, server: str) -> None:
    phone.goto(f"{server}/rules?q=grenade")
    phone.locator(".list a").first.click()
    expect(phone.locator(".list")).to_be_hidden()
    phone.get_by_role("link", name="Back to the list").click()
    expect(phone.locator(".list")).to_be_visible()
    expect(phone.get_by_role("searchbox")).to_have_value("grenade")
