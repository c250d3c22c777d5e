"""Pictures of the table at three sizes, in `build/screens`: cards, moves, fire, the table as text, rules, lesson.

The moments are those of a battle that bots have fought, taken up as games of their own. Axe looks at each of them.
"""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.playing import NewPage, assert_accessible, hold, watched
from tests.browser.tabletop import drag, keep, read_digest
from tests.browser.test_screens import SIZES
from tests.browser.test_screens import keep as keep_picture

pytest_plugins = ("tests.browser.server",)

PHASES = ("Cards", "Movement", "Fire")


@pytest.fixture(scope="module")
def moments(server: str) -> dict[str, dict[str, Any]]:
    """For each phase a game that goes on from there, with a question open for its player."""
    over = watched(server, "stands", "first-lesson")
    address, token = f"{server}/api/games/{over['game']}", {"token": over["seats"][0]["token"]}
    past = httpx.get(f"{address}/history", params={**token, "all": "true"}).json()["moments"]
    found: dict[str, dict[str, Any]] = {}
    for moment in past:
        if moment["turn"] < 2 or moment["phase"] not in PHASES or moment["phase"] in found:
            continue
        order = {"moment": moment["n"], "all": True, "seats": {"soviet": "me"}}
        game = httpx.post(f"{address}/fork", params=token, json=order, timeout=60).json()
        mine = {"token": game["seats"][0]["token"]}
        if httpx.get(f"{server}/api/games/{game['game']}", params=mine).json()["your_turn"]:
            found[moment["phase"]] = game
    return found


@pytest.fixture
def table(new_page: NewPage, moments: dict[str, dict[str, Any]], size: ViewportSize) -> Page:
    page = new_page(size)
    hold(page, *moments.values())
    keep(page, "deadground.table", {"pace": "once"})
    keep(page, "deadground.lesson", {"off": True})
    return page


def open_at(page: Page, server: str, game: dict[str, Any]) -> None:
    page.goto(f"{server}/play/{game['game']}")
    page.locator("canvas[data-ready=true]").wait_for()
    read_digest(page)


def picture(page: Page, name: str, *, whole: bool = False) -> None:
    assert_accessible(page)
    keep_picture(page, name, whole=whole)


@SIZES
def test_cards_are_laid(table: Page, server: str, moments: dict[str, dict[str, Any]]) -> None:
    open_at(table, server, moments["Cards"])
    drag(table, table.locator(".token.mine.handled", has_text="T34").first, 60, 10)
    expect(table.locator("form .told")).to_be_visible()
    expect(table.locator(".look-route")).not_to_have_count(0)
    picture(table, "table-cards")
    table.locator("form .rows a").first.click()
    expect(table.get_by_role("dialog").locator(".does, .states, p").first).to_be_visible()
    picture(table, "rule-dialog")


@SIZES
def test_stands_move_and_fire(table: Page, server: str, moments: dict[str, dict[str, Any]]) -> None:
    for phase in ("Movement", "Fire"):
        open_at(table, server, moments[phase])
        expect(table.locator(".phases [aria-current]")).to_have_text(phase)
        picture(table, f"table-{phase.lower()}")
    table.get_by_role("button", name="Table", exact=True).click()
    table.get_by_role("dialog").get_by_label("The table as text").click()
    expect(table.get_by_role("region", name="The table as you know it")).to_be_visible()
    picture(table, "table-as-text", whole=True)


@SIZES
def test_the_lesson_and_a_page_that_is_not_there(new_page: NewPage, server: str, size: ViewportSize) -> None:
    page = new_page(size)
    page.goto(server)
    page.get_by_role("button", name="First Lesson").click()
    page.locator("canvas[data-ready=true]").wait_for()
    page.locator(".coach").wait_for()
    picture(page, "lesson")
    page.evaluate("history.pushState(null, '', '/nowhere'); dispatchEvent(new PopStateEvent('popstate'))")
    expect(page.get_by_role("heading", level=1)).to_have_text("Off the map")
    picture(page, "lost")
