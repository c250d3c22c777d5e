"""What helps a player of the skirmish along: a coach who explains a chain while it is told, advice, men sent on."""

from __future__ import annotations

from contextlib import suppress
from time import monotonic, sleep

from playwright.sync_api import Page, TimeoutError, expect

from tests.browser.coached import title
from tests.browser.hand import Hand
from tests.browser.skirmish_table import march, serial, sit, wait_for_question
from tests.browser.tabletop import keep

pytest_plugins = ("tests.browser.server", "tests.browser.squad_fixture")

QUICKER = "Who was quicker"


def test_the_coach_stops_the_telling_where_something_happens_for_the_first_time(
    desk: Page, server: str
) -> None:
    keep(desk, "deadground.table", {"pace": "quick"})
    desk.goto(server)
    desk.get_by_role("button", name="Five a side").click()
    desk.locator("canvas[data-ready=true]").wait_for()
    coach = desk.get_by_role("region", name="Lesson")
    until = monotonic() + 90
    while title(coach) != QUICKER and monotonic() < until:
        offered = coach.locator(".do")
        main = desk.locator(".now form[aria-busy=false] button.main:enabled")
        pressed = offered if offered.count() else main
        if pressed.count():
            with suppress(TimeoutError):  # the telling may take it away meanwhile
                pressed.first.click(timeout=1000)
        sleep(0.12)
    expect(coach.get_by_role("heading", name=QUICKER)).to_be_visible()
    skip = desk.get_by_role("button", name="Skip to the end")
    expect(skip).to_be_visible()
    expect(desk.locator(".now form")).to_have_count(0)
    expect(desk.get_by_role("button", name="Go on")).to_have_count(0)
    desk.wait_for_timeout(900)
    expect(coach.get_by_role("heading", name=QUICKER)).to_be_visible()
    coach.get_by_role("button", name="Got it").click()
    expect(coach.get_by_role("heading", name=QUICKER)).to_have_count(0)
    if skip.is_visible():
        skip.click()
    desk.locator("#verdict, .now form[aria-busy=false]").first.wait_for()


def test_advice_is_laid_out_and_drawn_at_once(desk: Page, squads: str) -> None:
    sit(desk, squads, "nine-men")
    wait_for_question(desk)
    before = serial(desk)
    desk.keyboard.press("Enter")
    wait_for_question(desk, before)
    desk.get_by_role("button", name="What your staff advises").click()
    expect(desk.locator("form button.main")).to_contain_text("ove", timeout=20000)
    expect(desk.locator(".look-route").first).to_be_attached()
    expect(desk.locator(".ahead").first).to_be_attached()


def test_men_who_were_stopped_can_be_sent_on_after_the_page_was_loaded_again(desk: Page, squads: str) -> None:
    squad = sit(desk, squads, "nine-in-contact")
    wait_for_question(desk)
    hand = Hand(desk)
    before = serial(desk)
    hand.press("Enter")
    wait_for_question(desk, before)
    march(squad, "Orlova", 110, -20)(hand)
    before = serial(desk)
    hand.press("Enter")
    assert wait_for_question(desk, before).startswith("Move up to")
    desk.reload()
    wait_for_question(desk)
    on = desk.get_by_role("button", name="Carry on as sent")
    expect(on).to_be_visible()
    on.click()
    expect(desk.locator(".look-route").first).to_be_attached()


def test_the_place_to_be_taken_is_ringed_and_named(desk: Page, real_battles: str) -> None:
    sit(desk, real_battles, "lipki-village")
    wait_for_question(desk)
    expect(desk.locator(".look-objective.ring")).to_have_count(1)
    expect(desk.get_by_text("Whoever holds this wins, from turn 4 on")).to_be_attached()
