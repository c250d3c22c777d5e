"""Trust: the seal on the dice, its check when the game is over, and take-backs that the whole table agrees to."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from deadground.cli.shared import audited
from deadground.core.dice import Roll
from deadground.core.events import SeenEvent
from tests.browser.playing import DESK, PHONE, TABLET, NewPage, assert_accessible
from tests.browser.pretend import QUESTIONS, Pretend
from tests.browser.two_seats import Seat, begin, player, sit

pytest_plugins = ("tests.browser.server",)


@pytest.fixture(scope="module")
def over(server: str) -> Seat:
    """A duel that is over."""
    seat = begin(server, "duel", "pair", red="me")["red"]
    with player(server, seat) as red:
        red.play()
    return seat


def dialog(page: Page) -> Any:
    return page.get_by_role("dialog", name="Are the dice honest?")


def test_the_seal_is_there_from_the_start_and_is_explained(desk: Page, server: str) -> None:
    seat = begin(server, "stands", "first-lesson", soviet="me")["soviet"]
    with player(server, seat) as soviet:
        promised = soviet.view["commitment"]
    sit(desk, server, seat)
    desk.get_by_role("button", name="The seal on the dice").click()
    expect(dialog(desk).get_by_text(promised)).to_be_visible()
    expect(dialog(desk).get_by_text("When the game is over it shows the seed")).to_be_visible()
    expect(dialog(desk).get_by_text("The seed:")).to_have_count(0)
    expect(dialog(desk).get_by_text("Nothing so far, as far as you may know.")).to_be_visible()


def test_the_check_is_made_in_the_browser_and_by_the_server_and_with_the_file(
    desk: Page, server: str, over: Seat, tmp_path: Path
) -> None:
    sit_at_the_end(desk, server, over)
    desk.get_by_role("button", name="Check the dice").click()
    expect(dialog(desk).locator("[data-check=seed].good")).to_be_visible()
    dialog(desk).get_by_role("button", name="Check every die").click()
    expect(dialog(desk).get_by_text("It holds: every die")).to_be_visible()
    with desk.expect_download() as download:
        dialog(desk).get_by_role("button", name="the whole game").click()
    file = tmp_path / "game.json"
    download.value.save_as(file)
    said = audited(file)
    assert said.holds
    for line in said.checked:
        expect(dialog(desk).get_by_text(line)).to_be_visible()


def sit_at_the_end(page: Page, server: str, seat: Seat) -> None:
    own = {"seat": seat["seat"], "token": seat["token"]}
    text = json.dumps(json.dumps([{"game": seat["game"], "seats": [own]}]))
    page.add_init_script(f"localStorage.setItem('deadground.games', {text})")
    page.goto(f"{server}/play/{seat['game']}")
    page.locator("#verdict").wait_for()


def test_a_page_by_plain_http_checks_as_well(desk: Page, server: str, over: Seat) -> None:
    """Browsers keep their own hashing from such pages."""
    desk.add_init_script("Object.defineProperty(crypto, 'subtle', {value: undefined})")
    sit_at_the_end(desk, server, over)
    desk.get_by_role("button", name="Check the dice").click()
    expect(dialog(desk).locator("[data-check=seed].good")).to_be_visible()


def test_a_server_that_changed_its_promise_is_found_out(desk: Page, server: str, over: Seat) -> None:
    first = {over["game"]: {"commitment": "ab" * 32, "on": "2026-11-01T10:00:00Z"}}
    text = json.dumps(json.dumps(first))
    desk.add_init_script(f"localStorage.setItem('deadground.seals', {text})")
    sit_at_the_end(desk, server, over)
    desk.get_by_role("button", name="Check the dice").click()
    expect(dialog(desk).get_by_text("The fingerprint has changed.")).to_be_visible()
    expect(dialog(desk).locator("[data-check=seed].bad")).to_be_visible()


def test_a_seed_that_is_not_the_promised_one_is_found_out(desk: Page, server: str, over: Seat) -> None:
    def other(route: Any) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), "seed": "00" * 32})

    desk.route("**/dice", other)
    sit_at_the_end(desk, server, over)
    desk.get_by_role("button", name="Check the dice").click()
    expect(dialog(desk).get_by_text("This was not the seed that was promised.")).to_be_visible()


@pytest.mark.parametrize("size", [DESK, TABLET, PHONE], ids=["desk", "tablet", "phone"])
def test_the_check_is_accessible(new_page: NewPage, server: str, over: Seat, size: ViewportSize) -> None:
    page = new_page(size)
    sit_at_the_end(page, server, over)
    page.get_by_role("button", name="Check the dice").click()
    dialog(page).get_by_role("button", name="Check every die").click()
    dialog(page).get_by_text("It holds").wait_for()
    assert_accessible(page)


def test_everybody_sees_who_agreed_to_a_take_back_and_who_is_waited_for(
    new_page: NewPage, server: str
) -> None:
    seats = begin(server, "stands", "first-lesson", soviet="me", german="screen", umpire="screen")
    with player(server, seats["soviet"]) as soviet, player(server, seats["german"]) as german:
        soviet.choose()
        german.choose()
        asking, watching = new_page(DESK), new_page(DESK)
        sit(asking, server, seats["soviet"])
        sit(watching, server, seats["umpire"])
        soviet.call("ask_back")
        for page, first in (
            (asking, "You ask to take back your answer to “Lay your order cards.” (Turn 1 of 8, Cards)."),
            (
                watching,
                "Soviet asks to take back the answer to “Lay your order cards.” (Turn 1 of 8, Cards).",
            ),
        ):
            expect(page.get_by_text(first)).to_be_visible()
            expect(page.get_by_text("German: waited for")).to_be_visible()
        expect(asking.get_by_text("Umpire: waited for")).to_be_visible()
        expect(asking.get_by_role("button", name="Agree")).to_have_count(0)
        german.call("answer_back", agrees=True)
        for page in (asking, watching):
            expect(page.get_by_text("German: agreed")).to_be_visible()
        watching.get_by_role("button", name="Agree").click()
        for page in (asking, watching):
            expect(page.get_by_text("It is done when everybody has agreed")).to_have_count(0)
            expect(page.get_by_text("takes back the last choice, by consent").first).to_be_visible()


def test_what_the_umpire_overrules_is_read_by_those_concerned_with_its_reason(
    desk: Page, server: str
) -> None:
    seats = begin(server, "stands", "first-lesson", soviet="me", german="screen", umpire="screen")
    with player(server, seats["umpire"]) as umpire:
        sit(desk, server, seats["german"])
        answer = umpire.call("overrule", what="end_phase", fields={}, reason="the clock of the hall strikes")
        assert answer.__struct_config__.tag == "ack"
    line = desk.locator(".sheet-log li.overruled")
    expect(line).to_contain_text("Umpire ends the phase: the clock of the hall strikes")
    desk.get_by_role("button", name="The seal on the dice").click()
    expect(dialog(desk).get_by_text("Umpire put right: the clock of the hall strikes")).to_be_visible()


def test_a_roll_that_was_set_says_so_when_it_falls(desk: Page, server: str) -> None:
    roll = Roll(6, (6,), "shot", "red", "set by umpire: the die fell off the table")
    Pretend(QUESTIONS["confirm"], SeenEvent("shot", "Ash fires.", rolls=(roll,))).open(desk, server)
    expect(desk.get_by_text("set by umpire: the die fell off the table")).to_be_visible()
