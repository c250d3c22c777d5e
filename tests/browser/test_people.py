"""Several people: what one does the others read where they are, by name; and a line that is dead is no secret."""

from __future__ import annotations

import re
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.playing import DESK, PHONE, NewPage, assert_accessible
from tests.browser.tabletop import accept, read_digest
from tests.browser.two_seats import Seat, player, sit

pytest_plugins = ("tests.browser.server",)

SEATS = {"soviet": "me", "german": "link", "umpire": "link"}
NAMES = {"german": "Ben", "umpire": "Emil"}


@pytest.fixture
def seats(server: str) -> dict[str, Seat]:
    """A lesson with Anna, Ben and an umpire, each at a screen of his own."""
    order = {"system": "stands", "scenario": "first-lesson", "seats": SEATS, "name": "Anna"}
    opened = httpx.post(f"{server}/api/games", json=order, timeout=60).json()
    keys = {one["seat"]: one for one in opened["seats"]}
    for link in opened["links"]:
        named = {"token": link["token"], "name": NAMES[link["seat"]]}
        joined = httpx.post(f"{server}/api/join", json=named, timeout=60).json()
        keys |= {one["seat"]: one for one in joined["seats"]}
    return {seat: {"game": opened["game"], **key} for seat, key in keys.items()}


def laid(page: Page, words: str) -> None:
    expect(page.locator(".now form button.main")).to_contain_text(words)


def told(page: Page) -> Any:
    return page.get_by_role("list", name="What the others did")


def test_a_take_back_is_told_answered_and_withdrawn_on_every_page_and_gives_the_answer_back(
    new_page: NewPage, server: str, seats: dict[str, Seat]
) -> None:
    anna, ben = new_page(DESK), new_page(PHONE)
    sit(anna, server, seats["soviet"])
    sit(ben, server, seats["german"])
    expect(ben.get_by_label("You are")).to_have_text(re.compile(r"Ben\s+German"))
    with player(server, seats["german"]) as german, player(server, seats["umpire"]) as umpire:
        read_digest(anna)
        anna.keyboard.press("Tab")
        anna.keyboard.press("f")
        laid(anna, "Lay 1 card")
        accept(anna)
        anna.get_by_role("button", name="Undo").click()
        laid(anna, "Lay 1 card")
        accept(anna)
        german.choose(value=[])
        ben.get_by_role("button", name="Log", exact=True).click()

        ask = anna.get_by_role("button", name="Ask for a take-back")
        ask.click()
        expect(
            anna.get_by_text("You ask to take back your answer to “Lay your order cards.”")
        ).to_be_visible()
        wish = ben.get_by_text(
            "Anna (Soviet) asks to take back the last choice (Turn 1 of 8, Cards). It is done"
        )
        expect(wish).to_be_visible()
        expect(ben.get_by_text("“The cards are turned over.” on")).to_be_visible()
        german.catch_up()
        assert german.view["take_back"]["question"] == "", "what Anna was asked is hers to know"
        ben.get_by_role("button", name="Refuse").click()
        expect(wish).to_have_count(0)
        expect(told(anna)).to_have_text("Ben (German) does not agree to the take-back.")
        ask.click()
        anna.get_by_role("button", name="Withdraw it").click()
        expect(told(ben).get_by_text("Anna (Soviet) no longer asks for the take-back.")).to_be_visible()
        log = anna.get_by_role("log", name="Log", exact=True)
        expect(log.get_by_text("asks to take back the last choice (Turn 1 of 8, Cards).")).to_have_count(2)
        ask.click()
        ben.get_by_role("button", name="Agree").click()
        umpire.call("answer_back", agrees=True)
        expect(told(ben)).to_have_text("Anna (Soviet) takes back the last choice, by consent.")
        expect(told(anna)).to_have_text("Anna (Soviet) takes back the last choice, by consent.")
        laid(anna, "Lay 1 card")
        for one, whose in ((german, ["german"]), (umpire, [])):
            one.catch_up()
            assert [answer["seat"] for answer in one.view["former"]] == whose

        umpire.call("overrule", what="end_phase", fields={}, reason="It is late.")
        said = "Emil (Umpire) ends the phase: It is late."
        for page in (anna, ben):
            expect(told(page).get_by_text(said)).to_be_visible()
            expect(page.get_by_role("status", name="The others")).to_have_text(said)
        assert_accessible(ben)
        ben.get_by_role("button", name="Noted").click()
        expect(told(ben)).to_have_count(0)


def test_a_dead_line_is_told_on_both_ends_and_the_word_goes_when_it_is_back(
    new_page: NewPage, server: str, seats: dict[str, Seat]
) -> None:
    anna, ben = new_page(DESK), new_page(PHONE)
    dead = False

    def connect(route: WebSocketRoute) -> None:
        above = route.connect_to_server()
        route.on_message(lambda message: None if dead else above.send(message))
        above.on_message(lambda message: None if dead else route.send(message))

    ben.route_web_socket(re.compile("/table"), connect)
    ben.clock.install()
    sit(anna, server, seats["soviet"])
    sit(ben, server, seats["german"])
    ben.clock.run_for(1100)
    mine = anna.get_by_role("list", name="At the table").get_by_role("listitem").filter(has_text="Ben")
    expect(mine).to_have_text(re.compile(r"Ben, German\s*$"))
    dead = True
    ben.clock.run_for(5000)
    expect(ben.get_by_role("status", name="The line")).to_contain_text("Not yet received")
    expect(mine).to_contain_text("not heard")
    dead = False
    ben.clock.run_for(1100)
    expect(ben.get_by_role("status", name="The line")).to_have_text("")
    expect(mine).to_have_text(re.compile(r"Ben, German\s*$"))
