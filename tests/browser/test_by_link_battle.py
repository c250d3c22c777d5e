"""Two people in two browsers, from the invitation to the audited dice."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.by_link import NewBrowser, invite, play, set_up, sit_down

pytest_plugins = ("tests.browser.server",)


def test_two_people_play_by_link_and_check_the_dice(new_browser: NewBrowser, server: str) -> None:
    anna, ben = new_browser(), new_browser()
    set_up(anna, server)
    (link,) = invite(anna).values()
    sit_down(ben, link, "Ben")
    play(anna, ben)
    seeds = set()
    for page in (anna, ben):
        page.get_by_role("button", name="Check the dice").click()
        check = page.get_by_role("dialog", name="Are the dice honest?")
        expect(check.locator("[data-check=seed].good")).to_be_visible()
        check.get_by_role("button", name="Check every die").click()
        expect(check.get_by_text("It holds: every die")).to_be_visible()
        seeds.add(check.get_by_text("The seed:").inner_text())
    assert len(seeds) == 1
