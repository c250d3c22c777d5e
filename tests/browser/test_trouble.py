"""What goes wrong at a table: a server that is lost, two tabs, a stale choice, a game that cannot be opened.

Each time there is a plain message and a way on, and nothing is lost.
"""

from __future__ import annotations

import re
import socket
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from deadground.core.saves import Save, checked
from tests.browser.playing import DESK
from tests.browser.tabletop import accept, drag, middle, read_digest, sit
from tests.server.running import Running

pytest_plugins = ("tests.browser.server",)


class Host:
    """A server that can be lost and come back at the same address, with the same games."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.database = folder / "games.sqlite"
        self.address = f"http://127.0.0.1:{self.port}"
        self.running = self.start()

    def start(self) -> Running:
        self.running = Running(self.database, "--port", str(self.port))
        return self.running

    def sql(self, text: str, *given: Any) -> list[Any]:
        with sqlite3.connect(self.database) as database:
            return database.execute(text, given).fetchall()


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    host = Host(tmp_path)
    yield host
    host.running.end()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page whose console may complain: a server that is lost is an error to the browser."""
    page = browser.new_page(viewport=DESK)
    yield page
    page.close()


def laid(page: Page, words: str) -> None:
    expect(page.locator("form button.main")).to_contain_text(words)


def question(page: Page) -> str:
    return page.locator("form").get_attribute("aria-labelledby") or ""


def test_a_server_lost_during_a_drag_comes_back_and_the_draft_is_kept(page: Page, host: Host) -> None:
    sit(page, host.address)
    read_digest(page)
    page.keyboard.press("Tab")
    page.keyboard.press("f")
    laid(page, "Lay 1 card")
    page.keyboard.press("Tab")
    x, y = middle(page.locator(".token.selected").first)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 40, y, steps=3)
    expect(page.locator(".draglabel")).to_be_visible()

    host.running.end()
    page.mouse.move(x + 90, y, steps=3)
    page.mouse.up()
    expect(page.get_by_text("The connection was lost.")).to_be_visible()
    expect(page.get_by_text("Connection lost")).to_be_visible()
    laid(page, "Lay 1 card")

    host.start()
    expect(page.get_by_text("Connection lost")).to_have_count(0, timeout=20_000)
    laid(page, "Lay 1 card")
    drag(page, page.locator(".token.selected").first, 90, 0)
    laid(page, "Lay 2 cards")
    accept(page)


def test_two_tabs_show_one_game(browser: Browser, server: str) -> None:
    context = browser.new_context(viewport=DESK)
    first, second = context.new_page(), context.new_page()
    sit(first, server)
    second.goto(first.url)
    for tab in (first, second):
        read_digest(tab)
    accept(first)
    expect(second.locator("form")).to_have_attribute("aria-labelledby", question(first))
    expect(second.locator("form h2")).to_have_text(first.locator("form h2").inner_text())
    accept(second)
    expect(first.locator("form")).to_have_attribute("aria-labelledby", question(second))
    context.close()


def test_a_stale_choice_is_refused_in_words_and_the_table_goes_on(browser: Browser, server: str) -> None:
    context = browser.new_context(viewport=DESK)
    first, second = context.new_page(), context.new_page()
    line: dict[str, Any] = {"held": None}

    def hold_back(route: WebSocketRoute) -> None:
        """What changes at the table is held back from this tab as soon as it is told to."""
        above = route.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            if line["held"] is not None and '"type":"patch"' in str(message):
                line["held"].append(message)
            else:
                route.send(message)

        above.on_message(pass_on)
        line["route"] = route

    second.route_web_socket(re.compile("/table"), hold_back)
    sit(first, server)
    second.goto(first.url)
    for tab in (first, second):
        read_digest(tab)
    old = question(second)
    line["held"] = []
    accept(first)

    second.locator("form button.main").click()
    expect(second.get_by_text("This was answered already")).to_be_visible()
    assert question(second) == old

    held, line["held"] = line["held"], None
    for message in held:
        line["route"].send(message)
    expect(second.locator("form")).to_have_attribute("aria-labelledby", question(first))
    accept(second)
    context.close()


def spoil(save: bytes, how: str) -> bytes:
    """The save as another version would have written it, or of a scenario that is not there any more."""
    whole = msgspec.json.decode(save, type=Save)
    if how == "version":
        return msgspec.json.encode(msgspec.structs.replace(whole, format=whole.format + 7))
    setup = msgspec.structs.replace(whole.setup, scenario="lost-valley")
    return msgspec.json.encode(checked(msgspec.structs.replace(whole, setup=setup)))


@pytest.mark.parametrize(
    ("how", "reason"),
    [("version", "this version of Deadground reads up to"), ("scenario", "no scenario 'lost-valley'")],
)
def test_a_game_that_cannot_be_opened_says_why_and_is_not_lost(
    page: Page, host: Host, how: str, reason: str
) -> None:
    sit(page, host.address)
    table = page.url
    host.running.end()
    ((save,),) = host.sql("select save from games")
    host.sql("update games set save = ?", spoil(save, how))
    host.start()

    page.goto(host.address)
    games = page.get_by_role("region", name="My games")
    expect(games).to_contain_text("It cannot be opened")
    expect(games).to_contain_text(reason)
    page.goto(table)
    expect(page.get_by_role("heading", name="This game cannot be opened")).to_be_visible()
    expect(page.get_by_role("alert")).to_contain_text(reason)
    expect(page.locator("#main").get_by_role("link", name="Home")).to_be_visible()

    host.sql("update games set save = ?", save)
    expect(page.get_by_role("heading", name="Before you choose")).to_be_visible(timeout=20_000)


def test_a_battle_that_vanished_while_its_page_was_open(page: Page, server: str) -> None:
    page.goto(f"{server}/battles/stands/first-lesson")
    page.get_by_role("button", name="Start").wait_for()
    page.route(
        "**/api/games",
        lambda route: route.continue_(
            post_data=(route.request.post_data or "").replace("first-lesson", "lost-valley")
        ),
    )
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_role("alert")).to_contain_text("no scenario 'lost-valley'")
    page.unroute("**/api/games")
    page.get_by_role("button", name="Start").click()
    page.locator("canvas[data-ready=true]").wait_for()
