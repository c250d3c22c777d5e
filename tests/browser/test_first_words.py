"""What somebody new asks of First Patrol: what a word means, why Undo is grey; by mouse, by keys and on glass."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.playing import PHONE, assert_accessible
from tests.browser.skirmish_table import serial, wait_for_question
from tests.browser.test_first_patrol import begin

pytest_plugins = ("tests.browser.server",)


def test_a_word_of_the_trade_is_explained_by_hover_and_by_focus(desk: Page, server: str) -> None:
    coach = begin(desk, server)
    rep = desk.locator(".now .term", has_text="Rep").first
    told = desk.get_by_role("tooltip").filter(visible=True)
    expect(told).to_have_count(0)
    rep.hover()
    expect(told).to_contain_text("how skilled and steady a man is")
    expect(told).to_be_in_viewport(ratio=1)
    assert_accessible(desk)
    rep.click()
    coach.get_by_role("heading").first.hover()
    expect(told).to_have_count(0)
    coach.locator(".term", has_text="question marks").focus()
    expect(told).to_contain_text("Whether it is enemies or nobody is thrown")


def stands_beside(card: Locator, man: Locator) -> None:
    """Near enough that the eye does not look for it, and not over him."""
    (about, him) = (card.bounding_box(), man.bounding_box())
    assert about
    assert him
    left, right = him["x"] - about["x"] - about["width"], about["x"] - him["x"] - him["width"]
    assert 0 <= max(left, right) < 60
    assert about["y"] <= him["y"] + him["height"]
    assert him["y"] <= about["y"] + about["height"]


def test_dead_ground_says_what_its_hatching_means(desk: Page, server: str) -> None:
    begin(desk, server)
    legend = desk.locator(".legend")
    expect(legend).to_contain_text("none of yours sees a man there")
    desk.get_by_role("button", name=re.compile("^Dead ground")).click()
    expect(legend).to_have_count(0)


def test_a_man_says_what_his_rep_means_as_long_as_one_is_taught(desk: Page, server: str) -> None:
    coach = begin(desk, server)
    card = desk.locator(".telling")
    desk.locator(".token.mine .hit").first.hover()
    expect(card).to_contain_text("Rep: how skilled and steady a man is")
    stands_beside(card, desk.locator(".token.mine .hit").first)
    coach.get_by_role("button", name="Skip the lesson").click()
    desk.locator(".token.mine .hit").first.hover()
    expect(card).to_contain_text("Rep 5")
    expect(card).not_to_contain_text("how skilled and steady")


def test_a_phone_explains_a_word_that_is_tapped(browser: Browser, server: str) -> None:
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True)
    page = context.new_page()
    begin(page, server).locator(".term", has_text="question marks").tap()
    told = page.get_by_role("tooltip").filter(visible=True)
    expect(told).to_be_in_viewport(ratio=1)
    page.get_by_role("heading", name="Find out what is in there").tap()
    expect(told).to_have_count(0)
    context.close()


def test_undo_says_why_it_cannot_be(desk: Page, server: str) -> None:
    """Before anything was chosen, and after dice have fallen."""
    begin(desk, server)
    undo = desk.get_by_role("button", name="Undo")
    expect(undo).to_have_attribute("aria-disabled", "true")
    undo.hover()
    expect(desk.locator(".now")).to_contain_text("There is nothing to undo")
    desk.locator(".stage").hover()
    expect(desk.locator(".now")).not_to_contain_text("There is nothing to undo")
    desk.keyboard.press("Enter")
    expect(desk.get_by_role("heading", name="Give the group its orders.")).to_be_visible()
    desk.get_by_role("button", name="Undo").click()
    expect(desk.get_by_role("heading", name="Choose a group to act.")).to_be_visible()


def test_on_a_phone_undo_says_which_dice_have_fallen(browser: Browser, server: str) -> None:
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True)
    page = context.new_page()
    coach = begin(page, server)
    coach.get_by_role("button", name="Skip the lesson").tap()
    page.locator(".now form button.main").tap()
    stay = page.locator(".now form button", has_text="Nothing more").first
    stay.tap()
    expect(page.locator(".warned")).to_be_visible()
    before = serial(page)
    stay.tap()
    wait_for_question(page, before)
    page.get_by_role("button", name="Undo").tap(force=True)
    expect(page.locator(".now")).to_contain_text("Dice have fallen since your last choice: “")
    context.close()
