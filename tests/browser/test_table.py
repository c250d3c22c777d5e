"""The drawn table: orders by dragging and by keys, sight lines, the past, and the same table as text."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.playing import DESK, PHONE, NewPage, assert_accessible
from tests.browser.tabletop import STAFF, TABLET, accept, drag, middle, read_digest, sit

pytest_plugins = ("tests.browser.server",)


@pytest.fixture
def table(desk: Page, server: str) -> Page:
    """A lesson whose first question is open."""
    sit(desk, server)
    read_digest(desk)
    return desk


def main_button(page: Page, words: str) -> None:
    expect(page.locator("form button.main")).to_contain_text(words)


def test_one_drag_lays_card_route_and_ghosts(table: Page) -> None:
    table.keyboard.press("Tab")
    expect(table.locator(".token.selected")).to_have_count(6)
    drag(table, table.locator(".token.selected").first, 110, 0)
    main_button(table, "Lay 1 card")
    expect(table.locator(".look-route")).not_to_have_count(0)
    expect(table.locator(".ahead")).not_to_have_count(0)
    expect(table.locator("form")).to_contain_text("Move")
    table.keyboard.press("z")
    main_button(table, STAFF)


QUIET = 0.6
"""Seconds after which the page has asked whatever it asks of a new draft: twice its own pause."""


def test_a_gesture_is_one_question_to_the_table(desk: Page, server: str) -> None:
    """Picture, faults and what is left out come with the draft."""
    sent: list[dict[str, Any]] = []

    def note(frame: str | bytes) -> None:
        plain = json.loads(frame) if str(frame).startswith("{") else {}
        if plain.get("keep") or plain.get("type") in ("check", "suggest") or plain.get("about") == "left_out":
            sent.append(plain)

    def asked() -> list[str]:
        desk.wait_for_timeout(QUIET * 1000)
        types = [one["type"] for one in sent]
        sent.clear()
        return types

    desk.on("websocket", lambda line: line.on("framesent", note))
    sit(desk, server)
    read_digest(desk)
    desk.keyboard.press("Tab")
    expect(desk.locator("form[aria-busy=false]")).to_be_visible()
    asked()
    drag(desk, desk.locator(".token.selected").first, 110, 0)
    main_button(desk, "Lay 1 card")
    expect(desk.locator(".look-route")).not_to_have_count(0)
    assert asked() == ["drag"]
    desk.keyboard.press("m")
    expect(desk.locator("form .chip")).to_contain_text("Move")
    assert asked() == ["draft"]


def test_a_letter_changes_the_card_and_keeps_the_route(table: Page) -> None:
    table.keyboard.press("Tab")
    table.keyboard.press("Tab")
    drag(table, table.locator(".token.selected").first, 120, 0)
    main_button(table, "Lay 1 card")
    table.keyboard.press("m")
    expect(table.locator("form .chip")).to_contain_text("Move and Fire")
    expect(table.locator(".look-route")).not_to_have_count(0)


def test_m_lays_the_card_and_leads_the_stands_until_enter_sets_them(table: Page) -> None:
    table.keyboard.press("Tab")
    table.keyboard.press("m")
    main_button(table, "Lay 1 card")
    for _ in range(6):
        table.keyboard.press("ArrowRight")
    main_button(table, "Set it here")
    table.keyboard.press("Enter")
    main_button(table, "Lay 1 card")
    expect(table.locator(".look-route")).not_to_have_count(0)
    expect(table.locator("form .chip")).to_contain_text("Move")


def test_a_box_takes_part_of_a_unit(table: Page) -> None:
    tanks = table.locator(".token.mine", has_text="T34")
    (left, top), (right, bottom) = middle(tanks.nth(0)), middle(tanks.nth(1))
    table.keyboard.down("Shift")
    table.mouse.move(min(left, right) - 25, min(top, bottom) - 16)
    table.mouse.down()
    table.mouse.move(max(left, right) + 25, max(top, bottom) + 14, steps=4)
    table.mouse.up()
    table.keyboard.up("Shift")
    expect(table.locator(".token.selected")).to_have_count(2)
    table.keyboard.press("f")
    expect(table.locator("form .chip")).to_contain_text("Stand and Fire 2")


def test_a_whole_turn_by_keyboard_alone(table: Page) -> None:
    table.keyboard.press("Tab")
    table.keyboard.press("f")
    main_button(table, "Lay 1 card")
    table.keyboard.press("Tab")
    table.keyboard.press("g")
    for _ in range(5):
        table.keyboard.press("ArrowRight")
    table.keyboard.press("Enter")
    main_button(table, "Lay 2 cards")
    table.keyboard.press("Enter")
    expect(table.locator("form")).to_contain_text("Press Enter again")
    second, question = table.locator(".turn", has_text="Turn 2"), table.locator("form h2")
    for _ in range(12):
        expect(second.or_(question).first).to_be_visible()
        if second.count():
            break
        asked = question.inner_text()
        table.keyboard.press("Enter")
        expect(table.locator("form h2", has_text=asked)).to_have_count(0)
    expect(second).to_be_visible()


def test_a_sight_line_tells_its_reasons(table: Page) -> None:
    table.keyboard.press("l")
    for piece in (table.locator(".token.mine").first, table.locator(".token:not(.mine)").first):
        table.mouse.click(*middle(piece))
    told = table.locator(".telling")
    expect(told).to_contain_text("mm away")
    expect(told.get_by_role("link", name=re.compile("^Rule KIM-"))).not_to_have_count(0)
    expect(table.locator(".look-sight, .look-sight_blocked")).not_to_have_count(0)
    table.mouse.move(20, 20)
    table.keyboard.press("Escape")
    expect(told).to_have_count(0)


def test_a_piece_tells_what_it_is_when_the_pointer_rests_on_it(table: Page) -> None:
    table.mouse.move(*middle(table.locator(".token", has_text="T34").first))
    expect(table.locator(".telling")).to_contain_text("Moves 300 mm")


def test_the_table_is_moved_and_scaled_by_keys_and_wheel(table: Page) -> None:
    world = table.locator(".world")
    before = world.bounding_box()
    table.keyboard.press("+")
    nearer = world.bounding_box()
    assert before is not None
    assert nearer is not None
    assert nearer["width"] > before["width"] * 1.3
    table.keyboard.press("ArrowRight")
    moved = world.bounding_box()
    assert moved is not None
    assert moved["x"] < nearer["x"]
    table.keyboard.press("0")
    assert world.bounding_box() == before
    table.mouse.move(600, 500)
    table.mouse.wheel(0, -300)
    scaled = world.bounding_box()
    assert scaled is not None
    assert scaled["width"] > before["width"]


def test_the_past_can_be_looked_at_and_left_again(table: Page) -> None:
    table.keyboard.press("Enter")
    table.keyboard.press("Enter")
    expect(table.locator(".phases [aria-current]")).not_to_have_text("Cards")
    back = table.get_by_role("button", name="One step back")
    expect(back).to_have_attribute("title", "One step back (,)")
    back.click()
    table.keyboard.press(",")
    expect(table.get_by_role("heading", name="You look back")).to_be_visible()
    expect(table.locator(".phases [aria-current]")).to_have_text("Cards")
    table.get_by_role("button", name="Back to now").first.click()
    expect(table.get_by_role("heading", name="You look back")).to_have_count(0)


def test_a_question_without_a_choice_is_passed_over_against_bots_and_told(table: Page) -> None:
    """Without a card nobody may fire: the fire phase would ask for targets and offer none."""
    accept(table, table.get_by_role("button", name="Lay no cards"))
    expect(table.locator("form h2")).to_have_text("Give your stands their routes.")
    accept(table)
    expect(table.locator(".now").get_by_role("heading", name="Before you choose")).to_be_visible()
    passed = table.get_by_role("list", name="Answered by itself")
    expect(passed).to_have_text("Nothing could be chosen: Name your targets: each stand has one shot.")


def test_orders_are_laid_in_words(desk: Page, server: str) -> None:
    sit(desk, server, text=True)
    form = desk.get_by_role("form")
    form.get_by_role("button", name="Add a card for Tank platoon").click()
    card = form.get_by_role("group", name="Tank platoon, card 1", exact=True)
    card.get_by_label("Send to").select_option(index=1)
    card.get_by_role("button", name="Plan it").click()
    expect(form.locator(".told")).to_contain_text("of 300 mm")
    form.get_by_role("button", name="Lay 1 card").click()
    expect(form.get_by_role("heading", level=2)).not_to_have_text("Lay your order cards.")
    desk.get_by_role("button", name="To the map").click()
    expect(desk.locator(".stage")).to_be_visible()


@pytest.mark.parametrize("size", [DESK, TABLET, PHONE], ids=["desk", "tablet", "phone"])
def test_the_drawn_table_is_accessible(new_page: NewPage, server: str, size: ViewportSize) -> None:
    page = new_page(size)
    sit(page, server)
    assert_accessible(page)
    read_digest(page)
    assert_accessible(page)
    page.get_by_role("button", name="Table", exact=True).click()
    assert_accessible(page)
