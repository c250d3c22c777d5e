"""A whole fight in the browser, against the machine, over the real socket."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from tests.browser.playing import begin, play_on

pytest_plugins = ("tests.browser.server",)


def click_main(form: Locator) -> None:
    form.locator("button.main").click()


def test_a_fight_is_played_to_its_end_by_clicking(desk: Page, server: str) -> None:
    begin(desk, server)
    play_on(desk, click_main)
    expect(desk.get_by_role("heading", name=re.compile("won|draw"))).to_be_focused()
    expect(desk.get_by_role("log").locator("svg")).not_to_have_count(0)
    first = desk.url
    desk.get_by_role("button", name="Again").click()
    expect(desk).not_to_have_url(first)
    expect(desk.get_by_role("form").first).to_be_visible()


def test_a_fight_is_played_to_its_end_with_the_enter_key(desk: Page, server: str) -> None:
    desk.goto(f"{server}/battles/duel/patrol")
    start = desk.get_by_role("button", name="Start")
    start.wait_for()
    for _ in range(20):
        desk.keyboard.press("Tab")
        if start.evaluate("button => button === document.activeElement"):
            break
    desk.keyboard.press("Enter")

    def accept(form: Locator) -> None:
        expect(form.get_by_role("heading")).to_be_focused()
        desk.keyboard.press("Enter")

    play_on(desk, accept)


def test_a_choice_is_taken_back_while_that_is_free(desk: Page, server: str) -> None:
    begin(desk, server)
    form = desk.get_by_role("form").first
    asked = form.get_by_role("heading").inner_text()
    serial = form.get_attribute("aria-labelledby")
    click_main(form)
    desk.locator(f"form[aria-labelledby='{serial}']").wait_for(state="detached")
    desk.get_by_role("button", name="Undo").click()
    expect(desk.get_by_role("form").first.get_by_role("heading")).to_have_text(asked)


def test_the_table_comes_back_after_the_line_was_cut(desk: Page, server: str) -> None:
    lines: list[WebSocketRoute] = []

    def pass_on(line: WebSocketRoute) -> None:
        lines.append(line)
        line.connect_to_server()

    desk.route_web_socket(re.compile("/table"), pass_on)
    begin(desk, server)
    lines[0].close()
    expect(desk.get_by_text("Connection lost")).to_be_visible()
    expect(desk.get_by_text("Connection lost")).to_have_count(0)
    assert len(lines) == 2
    form = desk.get_by_role("form").first
    serial = form.get_attribute("aria-labelledby")
    click_main(form)
    desk.locator(f"form[aria-labelledby='{serial}']").wait_for(state="detached")
