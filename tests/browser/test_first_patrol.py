"""First Patrol, from the big button on Home to the three doors after it: what somebody new does, counted."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser import coached
from tests.browser.hand import keep_counts
from tests.browser.playing import DESK, PHONE, TABLET, NewPage, assert_accessible
from tests.browser.tabletop import middle

pytest_plugins = ("tests.browser.server",)

MOST_INPUTS = 160
"""More than this and a patrol is no ten minutes any more: reading a hint counts too."""

SENTENCE = "Find out what is in there"


def begin(page: Page, server: str) -> Locator:
    return coached.begin(page, server, "First Patrol", SENTENCE)


def play(page: Page, coach: Locator) -> list[str]:
    return coached.play(page, coach, MOST_INPUTS)


def test_a_patrol_is_played_from_home_to_the_three_doors(desk: Page, server: str) -> None:
    coach = begin(desk, server)
    expect(desk.locator(".token.mine")).to_have_count(5)
    said = play(desk, coach)
    keep_counts({"first patrol, with all hints": len(said)})
    assert said[:3] == [SENTENCE, "Drag your men", "Go"]
    assert "Nobody there" in said or "There they are" in said, "question marks were answered"
    assert_verdict(desk)

    desk.get_by_role("link", name="How it went").click()
    men = desk.get_by_role("region", name="The men")
    for name in ("Sergeant Dolgov", "Corporal Sych", "Bondar", "Kuzin", "Rudenko"):
        expect(men).to_contain_text(name)
    decided = desk.get_by_role("region", name="The roll that counted most")
    expect(decided.locator("svg").first).to_be_visible()
    doors = desk.get_by_role("navigation", name="Three doors")
    expect(doors.get_by_role("button", name="Again")).to_be_enabled()
    expect(doors.get_by_role("link", name="Something bigger")).to_have_attribute(
        "href", "/battles/skirmish/lipki-village"
    )
    assert_accessible(desk)


def test_what_the_coach_says_is_read_whole_beside_the_question(desk: Page, server: str) -> None:
    """His words never hide behind his button, on a desk or a tablet; and who is to act needs no card."""
    coach = begin(desk, server)
    coached.click_on(desk, coach)
    expect(coach.get_by_role("heading", name="Drag your men")).to_be_visible()
    expect(desk.get_by_role("button", name=re.compile("^Patrol Dolgov ?, needs you"))).to_be_visible()
    for size in (DESK, TABLET):
        desk.set_viewport_size(size)
        assert coach.evaluate("one => one.scrollHeight - one.clientHeight") <= 1
        words, button = coach.locator("p").first.bounding_box(), coach.locator(".do").bounding_box()
        assert words is not None
        assert button is not None
        assert words["y"] + words["height"] <= button["y"]
        expect(desk.locator(".now button.main")).to_be_in_viewport(ratio=1)


def assert_verdict(page: Page) -> None:
    """Alone there is no draw."""
    assert page.locator("#verdict").inner_text() in ("You have won", "You have lost")


def test_again_and_on_with_these_men(desk: Page, server: str) -> None:
    """The same patrol with new dice; and another one with those who came through, whoever they are."""
    coach = begin(desk, server)
    play(desk, coach)
    desk.get_by_role("link", name="How it went").click()
    doors = desk.get_by_role("navigation", name="Three doors")
    doors.get_by_role("button", name="Again").wait_for()
    over = desk.url
    through = desk.locator("section[aria-labelledby=men] ul").first.locator("li:not(.lost)").count()
    goes_on = doors.get_by_role("button", name="On with these men")
    assert goes_on.count() == (1 if through >= 2 else 0)
    doors.get_by_role("button", name="Again").click()
    expect(desk.locator(".token.mine")).to_have_count(5)
    if through >= 2:
        desk.goto(over)
        goes_on.click()
        expect(desk.locator("canvas[data-ready=true]")).to_be_visible()
        expect(desk.locator(".token.mine")).to_have_count(through)


def test_a_drag_of_the_players_own_does_as_well_as_the_offer(desk: Page, server: str) -> None:
    coach = begin(desk, server)
    coach.get_by_role("button", name="Take them").click()
    expect(coach.get_by_role("heading", name="Drag your men")).to_be_visible()
    x, y = middle(desk.locator(".token.mine").nth(1))
    goal = desk.locator(".coaching .aimed").bounding_box()
    assert goal is not None
    desk.mouse.move(x, y)
    desk.mouse.down()
    desk.mouse.move(goal["x"], goal["y"] + 40, steps=4)
    desk.mouse.move(goal["x"] + goal["width"] / 2, goal["y"] + goal["height"] / 2, steps=4)
    desk.mouse.up()
    expect(coach.get_by_role("heading", name="Go", exact=True)).to_be_visible()
    expect(desk.locator(".look-route").first).to_be_attached()


def test_every_hint_can_be_skipped_and_so_can_all(desk: Page, server: str) -> None:
    coach = begin(desk, server)
    coach.get_by_role("button", name="Skip this").click()
    expect(coach.get_by_role("heading", name=SENTENCE)).to_have_count(0)
    coach.get_by_role("button", name="Skip the lesson").click()
    expect(coach).to_have_count(0)
    desk.keyboard.press("Enter")
    expect(desk.get_by_role("heading", name="Give the group its orders.")).to_be_visible()


def test_question_marks_are_told_of_and_fit_every_screen(new_page: NewPage, server: str) -> None:
    for size in (DESK, TABLET, PHONE):
        page = new_page(size)
        coach = begin(page, server)
        expect(coach.get_by_role("button", name="Take them")).to_be_in_viewport()
        expect(page.locator(".token", has_text="?1").first).to_be_attached()
        assert_accessible(page)
        page.close()


def test_who_is_split_off_by_a_click_is_told_who_stays_behind(desk: Page, server: str) -> None:
    """A click picks one man. That four stay behind is said at once, and the coach's button takes all of them."""
    coach = begin(desk, server)
    desk.mouse.click(*middle(desk.locator(".token.mine").nth(1)))
    expect(desk.locator(".behind")).to_contain_text("He goes without")
    coach.get_by_role("button", name="Take them").click()
    expect(coach.get_by_role("heading", name="Drag your men")).to_be_visible()
    expect(desk.locator(".palette .for")).to_have_text("All 5")


def test_who_goes_alone_is_not_told_that_the_others_follow(desk: Page, server: str) -> None:
    coach = begin(desk, server)
    desk.mouse.click(*middle(desk.locator(".token.mine").nth(1)))
    desk.locator(".now button.main").click()
    expect(coach.get_by_role("heading", name="He goes alone")).to_be_visible()
    undo = desk.locator(".now .undo button", has_text="Undo")
    expect(undo).to_be_in_viewport(ratio=1)
    undo.click()
    expect(desk.get_by_role("heading", name="Choose a group to act.")).to_be_visible()
