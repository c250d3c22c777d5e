"""The panel beside the map: warnings, presses that were not meant, dialogs, and a page that does not scroll."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.playing import DESK, PHONE
from tests.browser.skirmish_table import ORDER, Squad, centre, serial, sit, wait_for_question

pytest_plugins = ("tests.browser.server", "tests.browser.squad_fixture")


@pytest.fixture
def phone(browser: Browser, squads: str) -> Iterator[Page]:
    """Nine men on a phone; their group has been taken."""
    page = browser.new_page(viewport=PHONE, has_touch=True, is_mobile=True)
    sit(page, squads, "nine-men")
    wait_for_question(page)
    yield page
    page.close()


def corner(piece: Locator) -> tuple[float, float]:
    box = piece.bounding_box()
    assert box is not None
    return box["x"], box["y"]


def test_the_page_itself_never_scrolls_at_the_table(phone: Page) -> None:
    tall = phone.evaluate("[document.documentElement.scrollHeight, innerHeight]")
    assert tall[0] == tall[1]


def test_a_double_tap_answers_one_question_and_opens_nothing(phone: Page) -> None:
    before = serial(phone)
    main = phone.locator(".now form button.main")
    x, y = centre(main)
    phone.touchscreen.tap(x, y)
    assert wait_for_question(phone, before) == ORDER
    after = serial(phone)
    phone.touchscreen.tap(x, y)
    expect(phone.locator("dialog[open]")).to_have_count(0)
    assert serial(phone) == after


def test_the_card_of_a_man_can_be_shut_and_does_not_lie_over_him(phone: Page) -> None:
    before = serial(phone)
    phone.locator(".now form button.main").tap()
    wait_for_question(phone, before)
    x, y = centre(phone.locator(".token.mine .hit").first)
    phone.touchscreen.tap(x, y)
    card = phone.locator(".telling")
    expect(card).to_be_visible()
    box = card.bounding_box()
    assert box is not None
    assert not box["y"] < y < box["y"] + box["height"]
    card.get_by_role("button", name="Close").tap()
    expect(card).to_have_count(0)


def test_no_key_is_named_on_glass(phone: Page) -> None:
    expect(phone.locator("kbd").filter(visible=True)).to_have_count(0)
    phone.get_by_role("button", name="Table", exact=True).tap()
    expect(phone.get_by_role("dialog", name="The table")).to_be_visible()
    expect(phone.locator("kbd").filter(visible=True)).to_have_count(0)
    expect(phone.get_by_role("button", name="Close")).to_be_in_viewport()


def test_a_warning_leaves_the_buttons_where_they_are_and_is_forgotten(close: Squad) -> None:
    page = close.page
    page.keyboard.press("Delete")
    nothing = page.locator(".now form .ways").get_by_role("button", name="Nothing more")
    was = corner(nothing)
    nothing.click()
    warned = page.locator(".warned")
    expect(warned).to_contain_text("Press “Nothing more” again if you mean it.")
    assert corner(nothing) == was
    page.keyboard.press("Escape")
    expect(warned).to_have_count(0)
    asked = serial(page)
    page.keyboard.press("s")
    expect(warned).to_contain_text("Press S again if you mean it.")
    assert serial(page) == asked


def test_a_dialog_shuts_with_a_press_beside_it(close: Squad) -> None:
    page = close.page
    page.set_viewport_size(DESK)
    page.get_by_role("button", name="Table", exact=True).click()
    dialog = page.get_by_role("dialog", name="The table")
    expect(dialog).to_be_visible()
    dialog.get_by_role("heading", name="The table").click()
    expect(dialog).to_be_visible()
    page.mouse.click(20, DESK["height"] - 20)
    expect(dialog).to_have_count(0)


def test_fire_once_more_turns_the_shot_of_the_man_picked_up(close: Squad) -> None:
    page = close.page
    row = page.locator("ul.men button").first
    row.click()
    was = row.locator(".at").inner_text()
    page.keyboard.press("f")
    expect(row.locator(".at")).not_to_have_text(was)
