"""From my own book: cells typed over in the browser, judged at once, kept, and told to whoever is invited."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.by_link import NewBrowser, invite, set_up, sit_down
from tests.browser.playing import NewPage, assert_accessible
from tests.browser.test_rosters import own_server as own_server
from tests.browser.test_screens import SIZES, keep

pytest_plugins = ("tests.browser.server",)


def open_book(page: Page, server: str) -> None:
    page.goto(f"{server}/own-book")
    page.get_by_text("Terrain of the maps†").click()
    expect(page.get_by_label("woods, value")).to_be_visible()


def test_a_cell_is_typed_over_kept_and_put_back(own_server: str, desk: Page, tmp_path: Path) -> None:
    open_book(desk, own_server)
    expect(desk.get_by_text("Nothing typed in: every table is ours")).to_be_visible()
    expect(desk.get_by_label("woods, value")).to_have_attribute("placeholder", "1†")
    desk.get_by_label("woods, value").fill("2")
    desk.get_by_label("woods, sight").select_option("open")
    expect(desk.get_by_text("2 cells of your own", exact=True).first).to_be_visible()
    desk.get_by_role("button", name="Keep", exact=True).click()
    expect(desk.get_by_text("Kept. Your next games can be played with it.")).to_be_visible()
    kept = (tmp_path / "own_book" / "skirmish.yaml").read_text("utf-8")
    assert "woods/value: 2" in kept
    desk.reload()
    expect(desk.get_by_label("woods, value")).to_have_value("2")
    desk.get_by_role("button", name="All ours again").click()
    desk.get_by_role("button", name="Keep", exact=True).click()
    expect(desk.get_by_text("every table is ours again")).to_be_visible()
    assert not (tmp_path / "own_book" / "skirmish.yaml").exists()


def test_what_cannot_stand_is_said_at_its_cell_and_not_kept(own_server: str, desk: Page) -> None:
    open_book(desk, own_server)
    desk.get_by_label("woods, value").fill("55")
    why = "woods, value: '55' cannot stand here: it takes a whole number"
    expect(desk.locator(".faults").get_by_text(why, exact=False)).to_be_visible()
    expect(desk.get_by_role("region", name="Your book")).to_contain_text(
        re.compile(f"one cannot stand: .*{why}", re.S)
    )
    expect(desk.get_by_label("woods, value")).to_have_attribute("aria-invalid", "true")
    expect(desk.get_by_role("button", name="Keep", exact=True)).to_be_disabled()
    desk.get_by_label("woods, value").fill("")
    expect(desk.get_by_text("Nothing typed in: every table is ours")).to_be_visible()


def test_a_book_goes_out_as_a_file_and_comes_back(own_server: str, page: Page, tmp_path: Path) -> None:
    open_book(page, own_server)
    page.get_by_label("woods, value").fill("2")
    expect(page.get_by_role("button", name="Save as file")).to_be_enabled()
    with page.expect_download() as taken:
        page.get_by_role("button", name="Save as file").click()
    file = tmp_path / "book.yaml"
    taken.value.save_as(file)
    page.goto(f"{own_server}/own-book")
    page.get_by_label("Open a file …").set_input_files(file)
    expect(page.get_by_text("Read: one cell of your own.")).to_be_visible()
    expect(page.get_by_label("woods, value")).to_have_value("2")
    file.write_text("own_book: skirmish\ncells:\n  terrain:\n    wods/value: 3\n", "utf-8")
    page.get_by_label("Open a file …").set_input_files(file)
    expect(page.get_by_role("alert")).to_contain_text("the file:4: 'kind' has no 'wods'")


def test_a_friend_sees_what_differs_before_he_sits_down_and_at_the_table(
    own_server: str, new_browser: NewBrowser
) -> None:
    host, friend = new_browser(), new_browser()
    open_book(host, own_server)
    host.get_by_label("woods, value").fill("2")
    expect(host.get_by_role("button", name="Keep", exact=True)).to_be_enabled()
    host.get_by_role("button", name="Keep", exact=True).click()
    expect(host.get_by_text("Kept. Your next games")).to_be_visible()
    set_up(host, own_server, "skirmish/crossroads")
    expect(host.get_by_label("Play with my own book: one value differs")).to_be_checked()
    (link,) = invite(host).values()
    friend.goto(link)
    expect(friend.get_by_text("One value comes from somebody")).to_be_visible()
    expect(friend.get_by_role("row", name=re.compile("woods, value"))).to_contain_text("2")
    assert_accessible(friend)
    sit_down(friend, link, "Boris")
    friend.get_by_role("button", name="Table", exact=True).click()
    told = friend.get_by_role("dialog", name="The table")
    expect(told).to_contain_text("What this game is played with")
    expect(told.get_by_role("row", name=re.compile("woods, value"))).to_contain_text("2")


@SIZES
def test_the_page_can_be_read_by_everybody_and_has_its_picture(
    own_server: str, new_page: NewPage, size: ViewportSize
) -> None:
    page = new_page(size)
    open_book(page, own_server)
    page.get_by_label("woods, value").fill("55")
    expect(page.locator(".faults")).to_contain_text("woods, value: '55' cannot stand here")
    assert_accessible(page)
    keep(page, "own-book")
