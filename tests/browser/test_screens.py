"""Pictures of the pages at three sizes, in `build/screens`, for people to look at."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.playing import DESK, PHONE, TABLET, NewPage, hold, watched

pytest_plugins = ("tests.browser.server",)

SCREENS = Path(__file__).resolve().parents[2] / "build" / "screens"
SIZES = pytest.mark.parametrize("size", [DESK, TABLET, PHONE], ids=["desk", "tablet", "phone"])


@pytest.fixture(scope="module")
def over(server: str) -> dict[str, Any]:
    return watched(server, "stands", "first-lesson")


def keep(page: Page, name: str, *, whole: bool = True) -> None:
    """Keep a picture of a page once its own pictures have come."""
    for image in page.locator("img:not([loading=lazy])").all():
        expect(image).not_to_have_js_property("naturalWidth", 0)
    SCREENS.mkdir(parents=True, exist_ok=True)
    size = page.viewport_size or DESK
    file = SCREENS / f"{name}-{size['width']}x{size['height']}.png"
    page.screenshot(path=file, full_page=whole)
    assert file.stat().st_size > 5_000


@SIZES
def test_pages_before_a_battle(
    new_page: NewPage, server: str, over: dict[str, Any], size: ViewportSize
) -> None:
    page = new_page(size)
    hold(page, over)
    page.goto(server)
    expect(page.get_by_role("region", name="My games")).to_contain_text("Over")
    page.get_by_role("region", name="Battles").scroll_into_view_if_needed()
    keep(page, "home")
    page.goto(f"{server}/battles/stands/first-lesson")
    page.locator(".who").wait_for()
    keep(page, "set-up")
    page.goto(f"{server}/rules/KIM-4.3a?system=stands")
    page.locator(".does").wait_for()
    keep(page, "rules")


@SIZES
def test_a_shared_screen_and_a_watched_battle(new_page: NewPage, server: str, size: ViewportSize) -> None:
    page = new_page(size)
    for company, name in (("Two at this screen", "curtain"), ("Watch", "watching")):
        page.goto(f"{server}/battles/stands/first-lesson")
        page.get_by_role("radio", name=re.compile(f"^{company}")).check()
        page.get_by_role("button", name="Start").click()
        page.locator(".curtain button, canvas[data-ready=true]").first.wait_for()
        keep(page, name, whole=False)


@SIZES
def test_pages_after_a_battle(
    new_page: NewPage, server: str, over: dict[str, Any], size: ViewportSize, tmp_path: Path
) -> None:
    page = new_page(size)
    hold(page, over)
    page.goto(f"{server}/games/{over['game']}/after")
    page.locator("img.picture").wait_for()
    keep(page, "after")
    token = over["seats"][0]["token"]
    file = tmp_path / "battle.html"
    file.write_bytes(page.request.get(f"{server}/api/games/{over['game']}/replay.html?token={token}").body())
    page.emulate_media(reduced_motion="reduce")
    page.goto(file.as_uri())
    for _ in range(14):
        page.get_by_role("button", name="One step forward").click()
    keep(page, "replay", whole=False)
