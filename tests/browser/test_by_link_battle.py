"""Two people in two browsers, from the invitation to the audited dice."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.by_link import NewBrowser, invite, set_up, sit_down
from tests.browser.tabletop import accept

pytest_plugins = ("tests.browser.server",)

MOST = 400
"""Questions to both together in the lesson, which has about sixty."""


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
    accept(page, patience=120)
    return True


def play(pages: tuple[Page, Page]) -> None:
    """Both play on until both read the verdict."""
    for _ in range(MOST):
        if all(page.locator("#verdict").count() for page in pages):
            return
        answered = [answer(page) for page in pages]
        if not any(answered):
            pages[0].wait_for_timeout(50)
    raise AssertionError("the battle does not end")


def test_two_people_play_by_link_and_check_the_dice(new_browser: NewBrowser, server: str) -> None:
    anna, ben = new_browser(), new_browser()
    set_up(anna, server)
    (link,) = invite(anna).values()
    sit_down(ben, link, "Ben")
    play((anna, ben))
    seeds = set()
    for page in (anna, ben):
        page.get_by_role("button", name="Check the dice").click()
        check = page.get_by_role("dialog", name="Are the dice honest?")
        expect(check.locator("[data-check=seed].good")).to_be_visible()
        check.get_by_role("button", name="Check every die").click()
        expect(check.get_by_text("It holds: every die")).to_be_visible()
        seeds.add(check.get_by_text("The seed:").inner_text())
    assert len(seeds) == 1
