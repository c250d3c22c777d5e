"""Nothing stands still by default: the staff proposes cards and routes and keeps what was drawn."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.browser.tabletop import STAFF, drag, read_digest, sit

pytest_plugins = ("tests.browser.server",)


def main(page: Page) -> Locator:
    return page.locator("form button.main")


def routes(page: Page) -> list[str]:
    return [one.get_attribute("d") or "" for one in page.locator(".look-route > path:not(.head)").all()]


def test_the_red_button_asks_the_staff_which_lays_cards_with_their_routes(desk: Page, server: str) -> None:
    sit(desk, server)
    read_digest(desk)
    expect(main(desk)).to_contain_text(STAFF)
    desk.keyboard.press("Enter")
    expect(main(desk)).to_contain_text("Lay")
    expect(desk.locator(".look-route")).not_to_have_count(0)
    expect(desk.locator("form")).not_to_contain_text("no route")


def test_the_staff_keeps_what_was_drawn(desk: Page, server: str) -> None:
    sit(desk, server)
    read_digest(desk)
    desk.locator(".stage").focus()
    desk.keyboard.press("Tab")
    drag(desk, desk.locator(".token.selected").first, 90, 0)
    expect(main(desk)).to_contain_text("Lay 1 card")
    own = routes(desk)
    desk.get_by_role("group", name="Suggestions").get_by_role("button", name=STAFF).click()
    expect(main(desk)).not_to_contain_text("Lay 1 card")
    assert own
    for way in own:
        expect(desk.locator(f'.look-route > path[d="{way}"]')).not_to_have_count(0)


def test_who_lays_move_cards_and_then_stays_is_asked_once_more(desk: Page, server: str) -> None:
    sit(desk, server)
    read_digest(desk)
    desk.locator(".stage").focus()
    desk.keyboard.press("Tab")
    desk.keyboard.press("m")
    expect(main(desk)).to_contain_text("Lay 1 card")
    desk.keyboard.press("Enter")
    expect(desk.locator(".left.strong")).to_be_visible()
    desk.keyboard.press("Enter")
    stay = desk.get_by_role("button", name="Stay", exact=True)
    expect(stay.first).to_be_visible()
    expect(main(desk)).to_contain_text(STAFF)
    moving = desk.locator("form").get_attribute("aria-labelledby")
    here = desk.locator(f"form[aria-labelledby='{moving}']")
    stay.first.click()
    expect(desk.locator(".warned")).to_contain_text("Press “Stay” again")
    expect(here).to_have_count(1)
    desk.keyboard.press("Enter")
    expect(here).to_have_count(0)
