"""Whole games by keyboard alone: First Patrol, the lesson of stands, a turn of Lipki."""

from __future__ import annotations

from collections.abc import Sequence
from time import sleep

from playwright.sync_api import Page, expect

from tests.browser.coached import STANDING, settle
from tests.browser.skirmish_table import ORDER, asked
from tests.browser.skirmish_table import sit as sit_with_squad
from tests.browser.tabletop import keep

pytest_plugins = ("tests.browser.server",)

MOST_KEYS = 600


def begin(page: Page, server: str, battle: str) -> None:
    """Walk to the button of a battle on Home and press it."""
    keep(page, "deadground.table", {"pace": "once"})
    page.goto(server)
    page.get_by_role("button", name=battle).wait_for()
    for _ in range(40):
        page.keyboard.press("Tab")
        if battle in str(page.evaluate("document.activeElement.innerText ?? ''")):
            break
    page.keyboard.press("Enter")
    page.locator("canvas[data-ready=true]").wait_for()


def press(page: Page, *keys: str) -> None:
    """Press keys, each once the page has come to rest after the one before."""
    for key in keys:
        before = settle(page)
        page.keyboard.press(key)
        for _ in range(60):
            if page.evaluate(STANDING) != before:
                break
            sleep(0.05)


def lead(page: Page, pick: Sequence[str], *arrows: str) -> bool:
    """Pick men or stands up, lead them by arrow keys and set them; whether somebody has a way then."""
    press(page, *pick)
    for key in arrows:
        page.keyboard.press(key)
    expect(page.locator(".draglabel")).to_be_visible()
    press(page, "Enter")
    if page.locator(".look-route").count():
        return True
    press(page, "Escape")
    return False


def over(page: Page) -> bool:
    return page.locator("#verdict").count() > 0


def test_first_patrol_is_played_by_keyboard_alone(desk: Page, server: str) -> None:
    begin(desk, server, "First Patrol")
    led = 0
    for _ in range(MOST_KEYS):
        settle(desk)
        if over(desk):
            break
        is_free = asked(desk) == ORDER and "staff" in desk.locator("form button.main").inner_text()
        if is_free and led < 2:
            led += lead(desk, ["m"], *["ArrowUp"] * 4)
        press(desk, "Enter")
    assert over(desk)
    assert led == 2, "men were sent by the arrow keys"


def test_the_lesson_of_stands_is_played_by_keyboard_alone(desk: Page, server: str) -> None:
    begin(desk, server, "First Lesson")
    led = False
    for _ in range(MOST_KEYS):
        settle(desk)
        if over(desk):
            break
        if not led and desk.locator(".token.needy").count() and not desk.locator(".digest").count():
            led = lead(desk, ["Tab", "g"], *["ArrowUp"] * 6)
        press(desk, "Enter")
    assert over(desk)
    assert led


def test_a_turn_of_lipki_is_played_by_keyboard_alone(desk: Page, server: str) -> None:
    sit_with_squad(desk, server, "lipki-village")
    led = 0
    for _ in range(MOST_KEYS):
        settle(desk)
        if over(desk) or "Turn 1 " not in desk.locator(".turn").inner_text():
            break
        is_free = asked(desk) == ORDER and "staff" in desk.locator("form button.main").inner_text()
        if is_free and not led:
            led += lead(desk, ["m"], *["ArrowUp"] * 3)
        press(desk, "Enter")
    expect(desk.locator(".turn")).not_to_contain_text("Turn 1 ")
