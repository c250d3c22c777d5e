"""Every page passes axe, at both sizes, and none scrolls sideways on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, ViewportSize

from tests.browser.playing import DESK, PHONE, NewPage, assert_accessible, begin, play_on

pytest_plugins = ("tests.browser.server",)

SIZES = pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])


@SIZES
@pytest.mark.parametrize(
    ("path", "sign"),
    [
        ("/", "#systems"),
        ("/rules", ".list a"),
        ("/rules/NUTS-VEH-19?q=vehicle", ".does"),
        ("/play/somebody-elses", "h1"),
        ("/battles/stands/first-lesson", ".who"),
        ("/battles/duel/patrol", ".who"),
        ("/games/somebody-elses/after", "h1"),
    ],
)
def test_a_page_is_accessible(
    new_page: NewPage, server: str, size: ViewportSize, path: str, sign: str
) -> None:
    page = new_page(size)
    page.goto(server + path)
    page.locator(sign).first.wait_for(state="attached")
    assert_accessible(page)


@SIZES
def test_the_table_is_accessible_from_the_first_question_to_the_verdict(
    new_page: NewPage, server: str, size: ViewportSize
) -> None:
    page = new_page(size)
    begin(page, server)
    assert_accessible(page)
    play_on(page, lambda form: form.locator("button.main").click())
    assert_accessible(page)
    page.get_by_role("log").get_by_role("link").first.click()
    page.get_by_role("dialog").wait_for()
    assert_accessible(page)


def test_nothing_moves_for_those_who_asked_for_rest(desk: Page, server: str) -> None:
    desk.emulate_media(reduced_motion="reduce")
    desk.goto(server)
    start = desk.get_by_role("button", name="First Patrol")
    start.wait_for()
    assert start.evaluate("button => getComputedStyle(button).transitionDuration") == "0s"


def test_the_page_is_dark_as_the_system_is_or_as_one_chose(desk: Page, server: str) -> None:
    def paper() -> str:
        found: str = desk.evaluate("getComputedStyle(document.documentElement).backgroundColor")
        return found

    desk.goto(server)
    look = desk.get_by_label("Look")
    look.wait_for()
    light = paper()
    desk.emulate_media(color_scheme="dark")
    dark = paper()
    assert dark != light
    look.select_option("Light")
    assert paper() == light
    desk.reload()
    look.wait_for()
    assert paper() == light
    assert look.input_value() == "light"
    desk.emulate_media(color_scheme="light")
    look.select_option("Dark")
    assert paper() == dark
    look.select_option("As this device")
    assert paper() == light


def test_in_the_dark_pieces_keep_their_colours_and_the_map_is_less_bright(desk: Page, server: str) -> None:
    def colours() -> list[str]:
        found: list[str] = desk.evaluate(
            """() => [
                getComputedStyle(document.querySelector(".token .plate")).fill,
                getComputedStyle(document.querySelector(".stage canvas")).filter,
            ]"""
        )
        return found

    desk.goto(f"{server}/battles/stands/first-lesson")
    desk.locator("button.main").click()
    desk.locator(".token .plate").first.wait_for(state="attached")
    plate, full = colours()
    desk.emulate_media(color_scheme="dark")
    assert colours() == [plate, "brightness(0.8)"]
    assert full == "none"
