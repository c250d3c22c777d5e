"""Two people at one screen: a curtain between them, and nothing behind it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.playing import DESK, PHONE, NewPage, assert_accessible

pytest_plugins = ("tests.browser.server",)

NOTE_PROTOCOLS = """
window.askedProtocols = [];
const Native = WebSocket;
window.WebSocket = class extends Native {
  constructor(address, protocols) {
    super(address, protocols);
    askedProtocols.push(protocols.join());
  }
};
"""


def share(page: Page, server: str, battle: str) -> list[str]:
    """Begin a battle with two people at this screen; the addresses of the sockets are listed as they open."""
    opened: list[str] = []
    page.on("websocket", lambda socket: opened.append(socket.url))
    page.add_init_script(NOTE_PROTOCOLS)
    page.goto(f"{server}/battles/{battle}")
    page.get_by_role("radio", name=re.compile("^Two at this screen")).check()
    page.get_by_role("button", name="Start").click()
    page.locator(".curtain").get_by_role("button").wait_for()
    return opened


def take_over(page: Page) -> None:
    """Pass the screen on if it waits for that, check that nothing shows, and be ready."""
    away = page.locator(".pass button")
    page.locator(".curtain button").or_(away).first.wait_for()
    if away.count():
        page.locator("h1").first.click()
        page.keyboard.press("Enter")
    ready = page.locator(".curtain button")
    expect(ready).to_be_focused()
    page.locator(".curtain h1").click()
    assert page.locator("main > :not(.curtain)").count() == 0
    assert page.get_by_role("form").count() == 0
    page.keyboard.press("Enter")
    page.get_by_role("form").first.wait_for()


def test_nothing_is_fetched_before_its_player_is_ready(desk: Page, server: str) -> None:
    opened = share(desk, server, "stands/first-lesson")
    assert opened == []
    expect(desk).to_have_title("Pass the screen · Deadground")
    expect(desk.get_by_role("heading", level=1)).to_have_text("Pass the screen to Soviet")
    assert desk.locator(".token").count() == 0
    desk.keyboard.press("Enter")
    desk.locator(".token.mine").first.wait_for()
    assert len(opened) == 1
    expect(desk.locator(".curtain")).to_have_count(0)
    expect(desk.locator(".token", has_text="PaK")).to_have_count(0)


def test_the_screen_goes_back_and_forth_to_the_end(desk: Page, server: str) -> None:
    opened = share(desk, server, "duel/patrol")
    take_over(desk)
    for _ in range(200):
        seats = desk.locator("#verdict, form[aria-busy=false], .pass button, .curtain button")
        seats.first.wait_for()
        if desk.locator("#verdict").count():
            break
        if desk.locator(".pass button, .curtain button").count():
            take_over(desk)
            continue
        form = desk.locator("form").first
        serial = form.get_attribute("aria-labelledby")
        form.locator("button.main").click()
        desk.locator(f"form[aria-labelledby='{serial}']").wait_for(state="detached")
    expect(desk.locator("#verdict")).to_be_visible()
    assert len(set(desk.evaluate("askedProtocols"))) == 2, "each has a key of his own"
    assert all("table" in url and "?" not in url for url in opened)


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_the_curtain_is_accessible(new_page: NewPage, server: str, size: ViewportSize) -> None:
    page = new_page(size)
    share(page, server, "duel/pair")
    assert_accessible(page)
