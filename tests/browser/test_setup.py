"""The set-up page: side, opponent, the options that players argue about, presets."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect

pytest_plugins = ("tests.browser.server",)


def begun(page: Page, server: str) -> dict[str, Any]:
    """The export of the game that was just begun: what its seat may know."""
    page.wait_for_url(re.compile("/play/"))
    (mine, *_) = page.evaluate("JSON.parse(localStorage.getItem('deadground.games'))")
    address = f"{server}/api/games/{mine['game']}/export?token={mine['seats'][0]['token']}"
    export: dict[str, Any] = page.request.get(address).json()
    return export


def test_a_card_leads_to_its_battle(desk: Page, server: str) -> None:
    desk.goto(server)
    desk.get_by_role("link", name=re.compile("The Olkhovka Line")).click()
    expect(desk).to_have_url(f"{server}/battles/stands/olkhovka-line")
    expect(desk.get_by_role("heading", level=1)).to_have_text("The Olkhovka Line")
    expect(desk.get_by_role("heading", name="Situation")).to_be_visible()
    expect(desk.get_by_role("button", name="Start")).to_be_enabled()


def test_side_opponent_and_options_go_into_the_game(desk: Page, server: str) -> None:
    desk.goto(f"{server}/battles/stands/first-lesson")
    desk.get_by_role("radio", name=re.compile("^German")).check()
    desk.get_by_role("combobox", name="Who leads the Soviet side?").select_option("random")
    desk.get_by_role("radio", name="300 mm for everyone").check()
    desk.get_by_text("All options").click()
    beside, options = desk.locator("form.who").bounding_box(), desk.locator("section.options").bounding_box()
    assert beside is not None
    assert options is not None
    assert options["x"] + options["width"] <= beside["x"], "who plays stays beside the options, not over them"
    desk.get_by_role("combobox", name="minimum move").select_option("off")
    expect(desk.get_by_text("With 2 options changed")).to_be_visible()
    desk.get_by_role("button", name="Start").click()
    view = begun(desk, server)["view"]
    assert view["seat"] == "german"
    assert (view["options"]["direct_fire_limit"], view["options"]["minimum_move"]) == ("300", "off")
    assert view["options"]["inside_view"] == "100_total"


def test_six_rulings_are_argued_in_the_order_of_the_book(desk: Page, server: str) -> None:
    desk.goto(f"{server}/battles/stands/vesnya-crossings")
    options = desk.get_by_role("region", name="Where players read the book differently")
    rulings = options.locator("h3 a")
    expect(rulings).to_have_text(["KIM-R07", "KIM-R27", "KIM-R49", "KIM-R53", "KIM-R59", "KIM-R66"])
    rulings.first.click()
    expect(desk.locator(".list a").first).to_contain_text("KIM-")


def test_a_preset_is_kept_under_its_name(desk: Page, server: str) -> None:
    desk.goto(f"{server}/battles/stands/first-lesson")
    desk.get_by_role("radio", name="do not block fire").check()
    desk.get_by_role("textbox", name="Keep this change as").fill("Thursday club")
    desk.get_by_role("button", name="Save").click()
    desk.goto(f"{server}/battles/stands/olkhovka-line")
    expect(desk.get_by_role("radio", name="block fire", exact=True)).to_be_checked()
    preset = desk.get_by_role("combobox", name="Preset")
    preset.select_option("Thursday club")
    expect(desk.get_by_role("radio", name="do not block fire")).to_be_checked()
    preset.select_option("As the battle is written")
    expect(desk.get_by_role("radio", name="block fire", exact=True)).to_be_checked()
    preset.select_option("Thursday club")
    desk.get_by_role("button", name="Delete this preset").click()
    expect(preset.locator("option")).to_have_count(1)


def test_two_bots_are_watched_at_the_watchers_pace(desk: Page, server: str) -> None:
    desk.goto(f"{server}/battles/stands/first-lesson")
    desk.get_by_role("radio", name=re.compile("^Watch")).check()
    desk.get_by_role("button", name="Start").click()
    bar = desk.get_by_role("toolbar", name="Watching")
    bar.get_by_role("button", name="Pause").click()
    step = bar.get_by_role("button", name="Step")
    expect(step).to_be_enabled()
    export = begun(desk, server)
    assert export["view"]["seat"] == "observer"
    step.click()
    expect(step).to_be_enabled()
    assert len(begun(desk, server)["log"]) > len(export["log"])
    expect(desk.locator(".token.faint")).not_to_have_count(0)


def test_a_battle_that_is_not_there_says_what_is_near(page: Page, server: str) -> None:
    page.goto(f"{server}/battles/stands/first-leson")
    expect(page.get_by_role("alert")).to_contain_text("no battle 'first-leson'")
    page.get_by_role("link", name="first-lesson").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("First Lesson")
