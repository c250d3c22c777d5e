"""The home page: what is offered, and the games this browser knows."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from deadground.lab.rates import who_wins
from deadground.systems import registry
from deadground.testing import proof
from tests.browser.playing import assert_accessible, begin

pytest_plugins = ("tests.browser.server",)


def test_home_offers_a_fight_battles_and_rules(desk: Page, server: str) -> None:
    desk.goto(server)
    expect(desk.get_by_role("heading", level=1)).to_have_text("Deadground")
    expect(desk.get_by_role("button", name="First Patrol")).to_be_enabled()
    expect(desk.get_by_role("button", name="First Lesson")).to_be_enabled()
    battles = desk.get_by_role("region", name="Battles")
    expect(battles.get_by_role("listitem")).to_have_count(13)
    expect(battles.get_by_role("listitem").first).to_contain_text("First Patrol")
    expect(battles).to_contain_text("about 35 minutes")
    battles.scroll_into_view_if_needed()
    for image in battles.locator("img").all():
        expect(image).not_to_have_js_property("naturalWidth", 0)
    expect(desk.get_by_role("link", name="Search all 1,021 rules")).to_be_visible()
    expect(desk.get_by_role("contentinfo")).to_contain_text("not affiliated")


def test_home_says_who_wins_how_often(desk: Page, server: str) -> None:
    desk.goto(server)
    battles = desk.get_by_role("region", name="Battles")
    for name, system in registry.systems().items():
        for scenario in system.scenarios:
            card = battles.locator(f"a[href='/battles/{name}/{scenario}']")
            expect(card).to_contain_text(who_wins(system, scenario) or "a line that fits")


def test_home_says_what_can_be_played(desk: Page, server: str) -> None:
    """A bar for each system, as long as the committed record says, whether or not tests were ever run here."""
    desk.goto(server)
    played = desk.get_by_role("region", name="What can be played")
    for name, one in proof.recorded().items():
        system = played.get_by_role("listitem").filter(has_text=registry.TITLES[name])
        said = {
            one.rows: f"All {one.rows} rules can be played.",
            0: f"None of its {one.rows} rules can be played yet.",
        }.get(one.proven, f"{one.proven} of {one.rows} rules can be played.")
        expect(system).to_contain_text(said)
        whole, bar = (system.locator("rect").nth(n).bounding_box() for n in (0, 1))
        assert whole
        assert (bar or {"width": 0})["width"] == pytest.approx(whole["width"] * one.proven / one.rows, abs=1)
    expect(played).to_contain_text("Still to come: ")
    assert_accessible(desk)


def test_a_game_that_was_begun_is_listed_and_can_be_gone_on_with(desk: Page, server: str) -> None:
    begin(desk, server)
    table = desk.url
    desk.get_by_role("link", name="Deadground").click()
    games = desk.get_by_role("region", name="My games")
    expect(games).to_contain_text("Your turn")
    games.get_by_role("link", name="The duel: patrol").click()
    expect(desk).to_have_url(table)
    expect(desk.get_by_role("form").first).to_be_visible()


def test_a_table_opens_by_its_address(desk: Page, server: str) -> None:
    begin(desk, server)
    asked = desk.get_by_role("form").first.get_by_role("heading").inner_text()
    desk.reload()
    expect(desk.get_by_role("form").first.get_by_role("heading")).to_have_text(asked)


def test_a_table_of_somebody_else_is_not_shown(desk: Page, server: str) -> None:
    desk.goto(f"{server}/play/somebody-elses")
    expect(desk.get_by_role("heading", level=1)).to_have_text("Not your table")


def test_a_vanished_game_is_shown_as_gone_and_can_be_forgotten(page: Page, server: str) -> None:
    page.goto(server)
    page.evaluate(
        "localStorage.setItem('deadground.games', JSON.stringify([{game: 'gone', token: 't', seat: 'red'}]))"
    )
    page.reload()
    games = page.get_by_role("region", name="My games")
    expect(games).to_contain_text("A game that is gone.")
    games.get_by_role("button", name="Forget it …").click()
    games.get_by_role("button", name="Forget it", exact=True).click()
    expect(games).to_have_count(0)


@pytest.mark.parametrize(("button", "pieces"), [("First Patrol", 5), ("First Lesson", 11)])
def test_one_click_leads_to_a_table(desk: Page, server: str, button: str, pieces: int) -> None:
    desk.goto(server)
    desk.get_by_role("button", name=button).click()
    expect(desk.locator("canvas[data-ready=true]")).to_be_visible()
    expect(desk.locator(".token.mine")).to_have_count(pieces)


def test_a_game_is_taken_off_the_list_when_asked_and_put_back(desk: Page, server: str) -> None:
    begin(desk, server)
    table = desk.url
    desk.get_by_role("link", name="Deadground").click()
    games = desk.get_by_role("region", name="My games")
    forget = games.get_by_role("button", name="Forget it …")
    forget.click()
    games.get_by_role("button", name="Keep it").click()
    forget.click()
    expect(games).to_contain_text("Your seat stays yours, and you can put it back.")
    games.get_by_role("button", name="Forget it", exact=True).click()
    expect(forget).to_have_count(0)
    desk.goto(table)
    desk.get_by_role("region", name="What now").wait_for()
    desk.goto(server)
    games.get_by_text("Off the list (1)").click()
    assert_accessible(desk)
    games.get_by_role("button", name="Put it back").click()
    expect(forget).to_be_visible()
    expect(games.get_by_text("Off the list")).to_have_count(0)
