"""Stands battles fought to their end in the browser against the best bot: the lesson, and all with `--size full`.

Orders are the first that the table suggests; everything else is accepted as it is proposed.
"""

from __future__ import annotations

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.browser.tabletop import accept, sit

pytest_plugins = ("tests.browser.server",)

LESSON = "first-lesson"
ALL = (LESSON, "vesnya-crossings", "olkhovka-line", "vesnya-bridgehead", "montfleury-plateau")
MOST = 600
"""Questions in a battle, of which the longest has some two hundred."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "scenario" in metafunc.fixturenames:
        metafunc.parametrize("scenario", ALL if metafunc.config.getoption("--size") == "full" else [LESSON])


def answer(page: Page) -> bool:
    """One question, or what stands before it; False when the battle is over."""
    page.locator("form[aria-busy=false], #verdict, .digest").first.wait_for(timeout=120_000)
    if page.locator("#verdict").count():
        return False
    if page.locator(".digest").count():
        page.keyboard.press("Enter")
        expect(page.locator(".digest")).to_have_count(0)
        return True
    ways = page.get_by_role("group", name="Suggestions").get_by_role("button")
    if page.locator("form .units").count() and ways.count():
        ways.first.click()
    accept(page, patience=120)
    return True


def test_a_battle_is_fought_to_its_end(desk: Page, server: str, scenario: str) -> None:
    sit(desk, server, scenario, opponent="steady")
    for _ in range(MOST):
        if not answer(desk):
            break
    expect(desk.locator("#verdict")).to_be_visible()
    desk.get_by_role("link", name="How it went").click()
    expect(desk.get_by_role("region", name="Losses")).to_be_visible()


def test_these_are_all_the_battles(server: str) -> None:
    battles = httpx.get(f"{server}/api/battles").json()
    assert {one["scenario"] for one in battles if one["system"] == "stands"} == set(ALL)
