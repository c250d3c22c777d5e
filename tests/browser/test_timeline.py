"""Looking back, playing on from there, and beginning another game there: the past of a solo player's battle."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.playing import hold, watched
from tests.browser.tabletop import read_digest, sit

pytest_plugins = ("tests.browser.server",)


def phase(page: Page) -> str:
    return page.locator(".phases [aria-current]").inner_text()


def mine(page: Page, server: str) -> list[dict[str, Any]]:
    """What the server says of the games in this browser, the newest first."""
    kept = page.evaluate("JSON.parse(localStorage.getItem('deadground.games'))")
    return [
        page.request.get(f"{server}/api/games/{one['game']}?token={one['seats'][0]['token']}").json()
        for one in kept
    ]


@pytest.fixture
def table(desk: Page, server: str) -> Page:
    """A lesson in which the staff has laid the cards, so that it has a past."""
    sit(desk, server)
    read_digest(desk)
    desk.keyboard.press("Enter")
    desk.keyboard.press("Enter")
    expect(desk.locator("form h2")).not_to_have_text("Lay your order cards.")
    return desk


def look_back(page: Page) -> None:
    """To the first moment at which cards were to be laid."""
    page.get_by_role("group", name="Timeline").hover()
    slider = page.get_by_role("slider", name="Moment")
    expect(slider).to_be_enabled()
    slider.focus()
    slider.press("Home")
    expect(page.get_by_role("heading", name="You look back")).to_be_visible()


def test_the_past_is_stepped_through_jumped_to_and_played(table: Page) -> None:
    slider = table.get_by_role("slider", name="Moment")
    now, before = phase(table), slider.bounding_box()
    look_back(table)
    assert slider.bounding_box() == before, "the line keeps its length"
    expect(table.locator(".phases [aria-current]")).to_have_text("Cards")
    table.get_by_role("button", name="Play from here").click()
    expect(table.get_by_role("heading", name="You look back")).to_have_count(0, timeout=20_000)
    assert phase(table) == now
    expect(slider).to_have_attribute("aria-valuetext", "now")
    expect(table.locator("form h2")).to_be_visible()


def test_a_solo_player_plays_on_from_a_moment_and_the_game_is_marked(table: Page, server: str) -> None:
    look_back(table)
    table.get_by_role("button", name="Play on from here").click()
    expect(table.get_by_text("Everything after this moment is erased.")).to_be_visible()
    table.get_by_role("button", name="Erase it and play on").click()
    expect(table.locator("form h2")).to_have_text("Lay your order cards.")
    expect(table.locator("form button.main")).to_contain_text("Lay 3 cards")
    table.keyboard.press("Enter")
    expect(table.locator("form h2")).not_to_have_text("Lay your order cards.")
    (state,) = mine(table, server)
    assert "looked back" in state["marks"][0]


def test_another_game_begins_at_a_moment_and_this_one_stays(table: Page, server: str) -> None:
    old, asked = table.url, table.locator("form h2").inner_text()
    behind = {"done": ["begin", "rifles"], "learnt": ["cards"]}
    taught = {"off": True, "games": {old.rsplit("/", 1)[1]: behind}}
    table.evaluate("kept => localStorage.setItem('deadground.lesson', JSON.stringify(kept))", taught)
    look_back(table)
    table.get_by_role("button", name="As a new game").click()
    expect(table).not_to_have_url(old)
    read_digest(table)
    expect(table.locator("form h2")).to_have_text("Lay your order cards.")
    new, before = mine(table, server)
    lessons = table.evaluate("JSON.parse(localStorage.getItem('deadground.lesson')).games")
    assert lessons[table.url.rsplit("/", 1)[1]] == behind, "the coach does not begin again"
    assert new["marks"]
    assert before["marks"] == []
    table.goto(old)
    read_digest(table)
    expect(table.locator("form h2")).to_have_text(asked)


def test_a_battle_that_is_over_is_seen_with_everybodys_eyes(desk: Page, server: str) -> None:
    over = watched(server, "stands", "first-lesson")
    hold(desk, over)
    desk.goto(f"{server}/play/{over['game']}")
    desk.locator("canvas[data-ready=true]").wait_for()
    eyes = desk.get_by_role("combobox", name="Seen by")
    slider = desk.get_by_role("slider", name="Moment")
    for seat, guns in (("all", 2), ("soviet", 0), ("german", 2)):
        eyes.select_option(seat)
        expect(slider).to_be_enabled()
        slider.press("Home")
        expect(desk.locator(".token", has_text="PaK")).to_have_count(guns)
