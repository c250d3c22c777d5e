"""Rosters in the browser: rolled, named, checked as they are edited, kept, printed, and taken into a battle."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.browser.playing import NewPage, assert_accessible
from tests.browser.test_screens import SIZES, keep
from tests.server.running import Running

pytest_plugins = ("tests.browser.server",)


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[str]:
    """A server with an empty desk."""
    running = Running(tmp_path / "games.sqlite", "--port", "0")
    yield running.address.rstrip("/")
    running.end()


def men(page: Page) -> Locator:
    return page.locator("ol.men > li")


def roll(page: Page, server: str, nation: str = "soviet") -> None:
    page.goto(f"{server}/rosters/new")
    page.get_by_label("Nation").select_option(nation)
    page.get_by_role("button", name="Roll the squad").first.click()
    expect(page.get_by_text("Keeps to its list.")).to_be_visible()


def test_a_squad_is_made_named_kept_and_found_again(own_server: str, desk: Page, tmp_path: Path) -> None:
    desk.goto(own_server)
    desk.get_by_role("link", name="Make a squad").click()
    expect(desk.get_by_role("heading", level=1)).to_have_text("A new squad")
    desk.get_by_role("button", name="Roll the squad").first.click()
    desk.get_by_label("What the squad is called").fill("The Third Squad")
    desk.get_by_label("Name of man 1", exact=True).fill("Ivan the Tall")
    desk.get_by_role("button", name="Keep it").click()
    expect(desk).to_have_url(re.compile(r"/rosters/the-third-squad$"))
    expect(desk.get_by_role("button", name="Kept")).to_be_disabled()
    kept = (tmp_path / "rosters" / "the-third-squad.yaml").read_text("utf-8")
    assert "Ivan the Tall" in kept
    desk.get_by_role("link", name="Rosters").first.click()
    desk.get_by_role("list", name="Kept rosters").get_by_role("link", name="The Third Squad").click()
    expect(desk.get_by_label("Name of man 1", exact=True)).to_have_value("Ivan the Tall")


def test_every_edit_is_judged_line_by_line_and_house_is_a_switch(own_server: str, desk: Page) -> None:
    roll(desk, own_server)
    man = men(desk).nth(1)
    man.get_by_label("Rep").select_option("6")
    expect(man).to_contain_text("Rep 6 is not in the bands of the column")
    expect(man.get_by_role("link", name="Rule COT-SQUAD-14")).to_be_visible()
    expect(desk.get_by_text("One thing breaks its list.")).to_be_visible()
    expect(desk.get_by_role("button", name="Keep it")).to_be_disabled()
    desk.get_by_label("Accept as a house roster").check()
    expect(desk.locator(".stamp")).to_have_text("House")
    desk.get_by_role("button", name="Keep it").click()
    expect(desk.get_by_text("Kept.", exact=True)).to_be_visible()
    desk.goto(f"{own_server}/rosters")
    expect(desk.get_by_role("list", name="Kept rosters")).to_contain_text("House")
    expect(desk.get_by_role("list", name="Kept rosters")).to_contain_text("one thing breaks its list")


def test_men_are_added_armed_and_struck_off(own_server: str, desk: Page) -> None:
    roll(desk, own_server)
    before = men(desk).count()
    men(desk).last.get_by_role("button", name=re.compile("^Strike .* off")).click()
    expect(men(desk)).to_have_count(before - 1)
    desk.get_by_role("button", name="Add a man").click()
    expect(men(desk)).to_have_count(before)
    last = men(desk).last
    last.get_by_label(re.compile("^Give ")).select_option("trait:runt")
    expect(last).to_contain_text("Runt")
    last.get_by_role("button", name="One hand grenade more").click()
    expect(last).to_contain_text("2 hand grenade")
    last.get_by_label("The weapon in his hands").select_option("hmg")
    expect(last).to_contain_text("COT-SQUAD-15")


def test_what_is_picked_is_not_rolled(own_server: str, desk: Page) -> None:
    desk.goto(f"{own_server}/rosters/new")
    desk.get_by_label("Nation").select_option("german")
    desk.get_by_label("The machine gun").select_option(label="MG-42")
    desk.get_by_label("Your Star").select_option("The NCO")
    desk.get_by_role("button", name="Roll the squad").first.click()
    expect(men(desk).nth(2).get_by_label("The weapon in his hands")).to_have_value("mg42")
    expect(men(desk).first.get_by_label("Star")).to_be_checked()
    desk.get_by_text("How it was rolled").click()
    expect(desk.get_by_text("squad strength")).to_be_visible()


def test_a_roster_goes_out_as_a_file_and_comes_back(own_server: str, page: Page, tmp_path: Path) -> None:
    roll(page, own_server)
    page.get_by_label("What the squad is called").fill("Wanderers")
    expect(page).to_have_title(re.compile("Wanderers"))
    page.wait_for_timeout(600)
    with page.expect_download() as taken:
        page.get_by_role("button", name="Save as file").click()
    file = tmp_path / taken.value.suggested_filename
    taken.value.save_as(file)
    assert file.name == "wanderers.yaml"
    page.goto(f"{own_server}/rosters")
    page.get_by_label("Open a file …").set_input_files(file)
    expect(page.get_by_label("What the squad is called")).to_have_value("Wanderers")
    bad = tmp_path / "bad.yaml"
    bad.write_text("roster: x\nnation: soviet\nhat: red\n", "utf-8")
    page.goto(f"{own_server}/rosters")
    page.get_by_label("Open a file …").set_input_files(bad)
    expect(page.get_by_role("alert")).to_contain_text("hat")
    assert page.url.endswith("/rosters")


def test_sheets_are_printed(own_server: str, desk: Page) -> None:
    desk.goto(f"{own_server}/rosters")
    desk.get_by_label("Paper").select_option("Letter")
    with desk.expect_download() as taken:
        desk.get_by_role("button", name="Print an empty sheet").click()
    assert taken.value.suggested_filename == "roster-blank.pdf"
    assert Path(taken.value.path()).read_bytes().startswith(b"%PDF")


def test_a_roster_is_thrown_away_only_when_one_is_sure(own_server: str, desk: Page) -> None:
    roll(desk, own_server)
    desk.get_by_role("button", name="Keep it").click()
    expect(desk.get_by_text("Kept.", exact=True)).to_be_visible()
    desk.goto(f"{own_server}/rosters")
    desk.get_by_role("button", name=re.compile("^Delete ")).click()
    desk.get_by_role("button", name="Keep it").click()
    desk.get_by_role("button", name=re.compile("^Delete ")).click()
    desk.get_by_role("button", name="Yes, delete it").click()
    expect(desk.get_by_text("Nothing is kept here yet.")).to_be_visible()


def test_markup_in_a_name_is_a_name(own_server: str, desk: Page) -> None:
    roll(desk, own_server)
    desk.get_by_label("Name of man 1", exact=True).fill("<img src=x onerror=alert(1)>")
    desk.get_by_label("What the squad is called").fill("<b>bold</b>")
    desk.get_by_role("button", name="Keep it").click()
    expect(desk.get_by_text("Kept.", exact=True)).to_be_visible()
    desk.goto(f"{own_server}/rosters")
    expect(desk.get_by_role("link", name="<b>bold</b>")).to_be_visible()
    assert desk.locator("img[src=x]").count() == 0


def test_a_squad_of_mine_fights_in_a_battle(own_server: str, desk: Page) -> None:
    roll(desk, own_server)
    desk.get_by_label("What the squad is called").fill("My Own")
    desk.get_by_label("Name of man 1", exact=True).fill("Ivan the Tall")
    desk.get_by_role("button", name="Keep it").click()
    expect(desk.get_by_text("Kept.", exact=True)).to_be_visible()
    desk.goto(f"{own_server}/battles/skirmish/lipki-village")
    desk.get_by_role("radio", name=re.compile("^Soviet")).check()
    desk.get_by_label("The squad of Soviet").select_option("my-own")
    desk.get_by_role("button", name="Start").click()
    expect(desk.locator("canvas[data-ready=true]")).to_be_visible()
    expect(desk.locator("main")).to_contain_text("Ivan the Tall", timeout=20_000)
    desk.get_by_role("button", name="Table", exact=True).click()
    told = desk.get_by_role("dialog", name="The table")
    expect(told).to_contain_text("Soviet: My Own, a roster of")


def test_a_squad_that_does_not_fit_is_refused_with_the_reasons(own_server: str, desk: Page) -> None:
    roster = httpx.post(
        f"{own_server}/api/roster/roll",
        json={"nation": "soviet", "unit": "infantry", "year": 1944, "title": "Late"},
    ).json()["roster"]
    assert httpx.post(f"{own_server}/api/rosters", json={"roster": roster}).status_code == 201
    desk.goto(f"{own_server}/battles/skirmish/lipki-village")
    desk.get_by_label("The squad of Soviet").select_option("late")
    expect(desk.get_by_text("This battle is in 1943, the roster is of 1944")).to_be_visible()
    expect(desk.get_by_role("button", name="Start")).to_be_disabled()
    desk.get_by_label("The squad of Soviet").select_option("")
    expect(desk.get_by_role("button", name="Start")).to_be_enabled()


@SIZES
def test_the_pages_can_be_read_by_everybody_and_have_their_pictures(
    own_server: str, new_page: NewPage, size: ViewportSize
) -> None:
    page = new_page(size)
    roll(page, own_server)
    men(page).nth(1).get_by_label("Rep").select_option("6")
    expect(men(page).nth(1)).to_contain_text("Rep 6")
    page.get_by_label("Accept as a house roster").check()
    expect(page.locator(".stamp")).to_be_visible()
    assert_accessible(page)
    keep(page, "roster")
    page.get_by_role("button", name="Keep it").click()
    expect(page.get_by_text("Kept.", exact=True)).to_be_visible()
    page.goto(f"{own_server}/rosters")
    page.get_by_role("list", name="Kept rosters").wait_for()
    assert_accessible(page)
    keep(page, "rosters")
    page.goto(f"{own_server}/battles/skirmish/lipki-village")
    page.get_by_label("The squad of Soviet").select_option("infantry-squad-1")
    expect(page.get_by_role("button", name="Start")).to_be_enabled()
    assert_accessible(page)
