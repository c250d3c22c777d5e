"""Tanks in a real browser: drive, turn, button up, mount, shoot, see what a gun could do. NS-20, NS-21, NS-30"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.browser.playing import DESK, PHONE, NewPage
from tests.browser.skirmish_table import CHOOSE, ORDER, Squad, asked, centre, serial, sit, wait_for_question

pytest_plugins = ("tests.browser.server", "tests.browser.squad_fixture")

SIZES = (DESK, PHONE)


def hull(squad: Squad, name: str) -> Locator:
    return squad.man(name).locator(".hit")


def choose(squad: Squad, name: str) -> None:
    """Take the group of a piece, when groups are to be chosen."""
    page = squad.page
    wait_for_question(page)
    assert asked(page) == CHOOSE
    before = serial(page)
    x, y = centre(hull(squad, name))
    page.mouse.click(x, y)
    page.keyboard.press("Enter")
    wait_for_question(page, before)
    assert asked(page) == ORDER


def pull(page: Page, piece: Locator, east: float, south: float, *keys: str) -> None:
    """Drag a hull that looks east so many of its lengths, with keys pressed on the way."""
    x, y = centre(piece)
    box = piece.bounding_box()
    assert box is not None
    dx, dy = east * box["width"], south * box["width"]
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + dx / 2, y + dy / 2, steps=3)
    for key in keys:
        page.keyboard.press(key)
    page.mouse.move(x + dx, y + dy, steps=3)
    page.mouse.up()


def plan(page: Page) -> Locator:
    return page.locator("ul.plan")


def answered(page: Page) -> None:
    before = serial(page)
    page.keyboard.press("Enter")
    wait_for_question(page, before)


@pytest.fixture(params=SIZES, ids=["desk", "phone"])
def tanks(request: pytest.FixtureRequest, new_page: NewPage, squads: str) -> Squad:
    """The platoon is asked for its orders."""
    size: ViewportSize = request.param
    squad = sit(new_page(size), squads, "tanks")
    choose(squad, "421")
    return squad


def test_a_platoon_is_driven_by_one_drag_with_ribbon_and_cost(tanks: Squad) -> None:
    page = tanks.page
    start_at = tanks.man("422").get_attribute("style")
    pull(page, hull(tanks, "421"), 0.8, 0)
    expect(page.locator(".look-ribbon").first).to_be_attached()
    expect(page.locator(".ahead .machine")).to_have_count(2)
    expect(plan(page)).to_contain_text(
        re.compile(r"Panzer 421 and Panzer 422: \d+\.\d\" ahead, .*\d+\.\d of 18 inches of speed")
    )
    expect(page.locator("form button.main")).to_contain_text("Drive (2)")
    answered(page)
    expect(tanks.man("422")).not_to_have_attribute("style", start_at or "")


def test_hatches_are_shut_by_a_key_and_heads_are_gone(tanks: Squad) -> None:
    page = tanks.page
    heads = tanks.man("421").locator(".turret .helmet")
    expect(heads).to_have_count(1)
    page.keyboard.press("b")
    expect(plan(page)).to_contain_text("Panzer 421 buttons up.")
    answered(page)
    expect(heads).to_have_count(0)
    expect(page.locator("form button", has_text="Hatches")).to_be_visible()


def test_a_key_on_the_way_turns_it_on_the_spot(tanks: Squad) -> None:
    page = tanks.page
    x, y = centre(hull(tanks, "421"))
    page.mouse.click(x, y)
    pull(page, hull(tanks, "421"), 0.3, 0.6, "t")
    expect(plan(page)).to_contain_text(re.compile(r"Panzer 421: turns \d+° on the spot"))
    expect(plan(page)).not_to_contain_text("422: turns")


def test_pulled_back_it_reverses(tanks: Squad) -> None:
    pull(tanks.page, hull(tanks, "421"), -0.7, 0)
    expect(plan(tanks.page)).to_contain_text("back")


def test_a_tank_is_dragged_on_to_an_enemy_and_fires_with_the_odds_told_before(tanks: Squad) -> None:
    """Its side is 3 against APR 8; the thread tells the duel box by box."""
    page = tanks.page
    (x, y), (to_x, to_y) = centre(hull(tanks, "421")), centre(hull(tanks, "211"))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(to_x, to_y, steps=6)
    page.mouse.up()
    expect(plan(page)).to_contain_text("Panzer 421 at Tank 211")
    expect(plan(page)).to_contain_text("its side")
    expect(plan(page)).to_contain_text(re.compile(r"APR 8, number 5.*: hit \d+%; .*knocked out \d+%"))
    expect(page.locator(".look-shot text").first).to_have_text(re.compile(r"AP hit \d+%"))
    page.keyboard.press("e")
    expect(plan(page)).to_contain_text("high explosive")
    page.keyboard.press("e")
    answered(page)
    expect(page.locator(".thread .throw", has_text="Main gun").first).to_be_attached()
    expect(page.locator(".thread .throw", has_text="Loading").first).to_be_attached()


def test_an_enemy_under_the_pointer_shows_his_card_and_the_face_that_would_be_struck(
    desk: Page, squads: str
) -> None:
    squad = sit(desk, squads, "tanks")
    choose(squad, "421")
    x, y = centre(hull(squad, "211"))
    desk.mouse.move(x, y)
    card = desk.locator(".telling")
    expect(card.locator("h2")).to_contain_text("T-34/85")
    expect(card).to_contain_text("to Tank 211")
    expect(card).to_contain_text("its side, 3")
    expect(card.locator(".hull-card text")).to_have_text(["6", "3", "3", "1"])
    expect(card.locator("li", has_text="Karpova").locator("b")).to_have_text("\N{EN DASH}")
    expect(desk.locator(".look-plate text")).to_have_text("side 3")


def test_men_are_dragged_on_to_a_tank_and_ride_on_its_deck(desk: Page, squads: str) -> None:
    squad = sit(desk, squads, "tanks")
    choose(squad, "Claasen")
    (x, y), (to_x, to_y) = centre(squad.man("Claasen").locator(".hit")), centre(hull(squad, "421"))
    desk.mouse.move(x, y)
    desk.mouse.down()
    desk.mouse.move(to_x, to_y, steps=5)
    desk.mouse.up()
    expect(plan(desk)).to_contain_text("Claasen gets on Panzer 421")
    answered(desk)
    deck, man = hull(squad, "421").bounding_box(), squad.man("Claasen").locator(".hit").bounding_box()
    assert deck is not None
    assert man is not None
    assert deck["x"] < man["x"] + man["width"] / 2 < deck["x"] + deck["width"]
    assert deck["y"] < man["y"] + man["height"] / 2 < deck["y"] + deck["height"]


def test_the_text_twin_tells_of_vehicles_too(desk: Page, squads: str) -> None:
    sit(desk, squads, "tanks", text=True)
    twin = desk.locator("main")
    expect(twin).to_contain_text("Panzer 421")
    expect(twin).to_contain_text("Commander: Leutnant Karl Reinders, Rep 5")
