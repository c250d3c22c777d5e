"""Two people in two browsers and one who looks on: from the invitation to the audited dice, and once more."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.by_link import NewBrowser, invite, play, set_up, sit_down
from tests.browser.playing import PHONE, assert_accessible

pytest_plugins = ("tests.browser.server",)


def test_two_people_play_by_link_check_the_dice_and_change_sides(
    new_browser: NewBrowser, server: str
) -> None:
    anna, ben, clara = new_browser(), new_browser(), new_browser(PHONE, touch=True)
    set_up(anna, server)
    anna.get_by_label("Looking on").select_option("1")
    links = invite(anna)
    sit_down(clara, links.pop("look on (observer)"), "Clara")
    ((seat, link),) = links.items()
    sit_down(ben, link, "Ben")
    play(anna, ben)
    read_the_verdict(anna, ben, clara)
    seeds = set()
    for page in (anna, ben):
        page.get_by_role("button", name="Check the dice").click()
        check = page.get_by_role("dialog", name="Are the dice honest?")
        expect(check.locator("[data-check=seed].good")).to_be_visible()
        check.get_by_role("button", name="Check every die").click()
        expect(check.get_by_text("It holds: every die")).to_be_visible()
        seeds.add(check.get_by_text("The seed:").inner_text())
        page.keyboard.press("Escape")
    assert len(seeds) == 1
    fight_again(anna, ben, clara, seat.removeprefix("the seat "))


def read_the_verdict(anna: Page, ben: Page, clara: Page) -> None:
    """Everybody reads it from his side, and only who may is offered another go."""
    said = sorted(page.locator("#verdict").inner_text() for page in (anna, ben))
    assert said in (["You have lost", "You have won"], ["A draw", "A draw"])
    expect(clara.locator("#verdict")).to_have_text(re.compile("has won$|^A draw$"))
    for page in (ben, clara):
        expect(page.locator(".now")).to_contain_text("Anna can begin it again. You will hear of it here.")
        expect(page.get_by_role("button", name=re.compile("Again|Swap"))).to_have_count(0)


def fight_again(anna: Page, ben: Page, clara: Page, was: str) -> None:
    """One at the table and one who looks back hear of it where they are, and one click takes each along."""
    clara.get_by_role("link", name="How it went").click()
    expect(clara.get_by_role("heading", level=1)).to_have_text(re.compile("has won$|^A draw$"))
    old = ben.url
    anna.get_by_role("button", name="Swap sides").click()
    for page, words in ((ben, "begins this battle again: you play"), (clara, "you can look on")):
        call = page.get_by_role("alert").filter(has_text=words)
        expect(call).to_contain_text("Anna")
        assert_accessible(page)
        call.get_by_role("link", name="Come along").click()
    expect(ben).not_to_have_url(old)
    for page, words in ((anna, f"Anna (you), {was}"), (ben, "Ben (you)"), (clara, "Clara (you), Looks on")):
        expect(page.get_by_role("list", name="At the table")).to_contain_text(words)
