"""The first lesson, clicked through from Home to its end: only what the coach offers, and the main button."""

from __future__ import annotations

import json
from itertools import groupby

from playwright.sync_api import Locator, Page, expect

from tests.browser import coached
from tests.browser.coached import play
from tests.browser.playing import PHONE, TABLET, NewPage, assert_accessible
from tests.browser.tabletop import middle

pytest_plugins = ("tests.browser.server",)

JSON = {"content-type": "application/json"}


def begin(page: Page, server: str) -> Locator:
    return coached.begin(page, server, "First Lesson", "Take Gorelka")


def test_the_lesson_is_played_to_its_end_by_what_the_coach_offers(desk: Page, server: str) -> None:
    coach = begin(desk, server)
    said = play(desk, coach)
    assert [title for title, _ in groupby(said)][:6] == [
        "Take Gorelka",
        "Drag the rifles",
        "Now the tanks",
        "Scouts beside them",
        "The headquarters follows",
        "Lay the cards",
    ]
    assert {"You are ambushed", "Why that number", "He shoots by the same sums"} <= set(said)
    # The dice are honest: in one battle of some thirty nobody comes near enough to charge.
    charged = " charges " in (desk.locator(".sheet-log").text_content() or "")
    expect(coach.locator(".ticks .done")).to_have_count(5 if charged else 4)
    expect(coach.get_by_role("button", name="Again")).to_be_visible()
    expect(coach.get_by_role("link", name="The rules")).to_have_attribute("href", "/rules")
    coach.get_by_role("link", name="Something bigger").click()
    expect(desk).to_have_url(f"{server}/battles/stands/vesnya-crossings")


def test_a_drag_of_the_players_own_does_as_well_as_the_offer(desk: Page, server: str) -> None:
    coach = begin(desk, server)
    coach.get_by_role("button", name="Begin").click()
    expect(coach.get_by_role("heading", name="Drag the rifles")).to_be_visible()
    goal = desk.locator(".coaching .aimed").bounding_box()
    assert goal is not None
    rifles = desk.locator(".token.mine").nth(1)
    x, y = middle(rifles)
    desk.mouse.move(x, y)
    desk.mouse.down()
    desk.mouse.move(goal["x"], goal["y"], steps=4)
    desk.mouse.move(goal["x"] + goal["width"] / 2, goal["y"] + goal["height"] / 2, steps=4)
    desk.mouse.up()
    expect(coach.get_by_role("heading", name="Now the tanks")).to_be_visible()
    expect(desk.locator("form button.main")).to_contain_text("Lay 1 card")


def test_a_step_and_the_whole_lesson_can_be_skipped_and_found_again(desk: Page, server: str) -> None:
    coach = begin(desk, server)
    coach.get_by_role("button", name="Begin").click()
    coach.get_by_role("button", name="Skip this").click()
    expect(coach.get_by_role("heading", name="Now the tanks")).to_be_visible()
    desk.reload()
    expect(desk.get_by_role("heading", name="Before you choose")).to_be_visible()
    desk.locator(".now button.main").click()
    expect(coach.get_by_role("heading", name="Now the tanks")).to_be_visible()
    coach.get_by_role("button", name="Skip the lesson").click()
    expect(coach).to_have_count(0)
    expect(desk.locator(".coaching rect")).to_have_count(0)
    desk.reload()
    desk.locator("canvas[data-ready=true]").wait_for()
    expect(coach).to_have_count(0)
    desk.get_by_role("button", name="Table", exact=True).click()
    desk.get_by_role("button", name="Back to the lesson").click()
    expect(coach).to_be_visible()


def test_the_other_side_and_other_battles_have_no_coach(desk: Page, server: str) -> None:
    for battle, seat in (("first-lesson", "german"), ("vesnya-crossings", "soviet")):
        order = {"system": "stands", "scenario": battle, "seats": {seat: "me"}}
        opened = desk.request.post(f"{server}/api/games", data=json.dumps(order), headers=JSON).json()
        desk.goto(server)
        desk.evaluate("game => localStorage.setItem('deadground.games', JSON.stringify([game]))", opened)
        desk.goto(f"{server}/play/{opened['game']}")
        desk.locator("canvas[data-ready=true]").wait_for()
        expect(desk.get_by_role("region", name="Lesson")).to_have_count(0)


def test_the_coach_is_accessible_and_fits_a_tablet_and_a_phone(new_page: NewPage, server: str) -> None:
    for size in (TABLET, PHONE):
        page = new_page(size)
        coach = begin(page, server)
        coach.get_by_role("button", name="Begin").click()
        expect(coach.get_by_role("button", name="Do it for me")).to_be_in_viewport()
        assert_accessible(page)
        coach.get_by_role("button", name="Do it for me").click()
        expect(coach.get_by_role("heading", name="Now the tanks")).to_be_visible()
