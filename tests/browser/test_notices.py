"""Being called to the table, and what one missed: title, sound, notification, settings, "Since you left"."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.playing import DESK, PHONE, TABLET, NewPage, assert_accessible
from tests.browser.two_seats import Seat, begin, player, sit

pytest_plugins = ("tests.browser.server",)

SPY = """
window.called = {notes: 0, shown: [], asked: 0};
const tone = AudioContext.prototype.createOscillator;
AudioContext.prototype.createOscillator = function () {
  window.called.notes += 1;
  return tone.call(this);
};
window.Notification = class {
  static permission = "default";
  static async requestPermission() {
    window.called.asked += 1;
    return (this.permission = window.answers ?? "granted");
  }
  constructor(title, {body}) { window.called.shown.push(`${title}: ${body}`); }
  close() {}
};
window.looks = (on) => {
  Object.defineProperty(document, "hidden", {configurable: true, get: () => !on});
  document.hasFocus = () => on;
  document.dispatchEvent(new Event("visibilitychange"));
};
"""
"""Counts what a page does to call somebody, and lets a test look away."""


def called(page: Page, what: str) -> object:
    return page.evaluate(f"window.called.{what}")


@pytest.fixture
def duel(server: str) -> dict[str, Seat]:
    return begin(server, "duel", "patrol", red="me", blue="screen")


def until_asked(server: str, seats: dict[str, Seat]) -> None:
    """Red plays until blue is asked."""
    with player(server, seats["red"]) as red:
        while "blue" not in red.view["waiting"]:
            red.choose()


def around_again(server: str, seats: dict[str, Seat]) -> None:
    """Both play from elsewhere until blue is asked once more."""
    with player(server, seats["blue"]) as blue:
        while blue.view["requests"]:
            blue.choose()
    until_asked(server, seats)


def test_who_looks_away_is_called_once(desk: Page, server: str, duel: dict[str, Seat]) -> None:
    desk.add_init_script(SPY)
    desk.add_init_script("Notification.permission = 'granted'")
    desk.add_init_script("localStorage.setItem('deadground.notices', '{\"notification\": true}')")
    sit(desk, server, duel["blue"])
    expect(desk).to_have_title("Duel: Patrol · Deadground")
    desk.locator("h1").click()
    desk.evaluate("looks(false)")
    until_asked(server, duel)
    expect(desk).to_have_title("● You are needed · Duel: Patrol · Deadground")
    assert called(desk, "notes") == 2
    assert called(desk, "shown") == ["You are needed: Duel: Patrol"]
    around_again(server, duel)
    desk.get_by_role("form").first.wait_for()
    assert (called(desk, "notes"), len(called(desk, "shown"))) == (2, 1)  # type: ignore[arg-type]
    desk.evaluate("looks(true)")
    expect(desk).to_have_title("● Duel: Patrol · Deadground")


def test_who_looks_is_not_called(desk: Page, server: str, duel: dict[str, Seat]) -> None:
    desk.add_init_script(SPY)
    sit(desk, server, duel["blue"])
    desk.locator("h1").click()
    until_asked(server, duel)
    expect(desk).to_have_title("● Duel: Patrol · Deadground")
    assert called(desk, "notes") == 0


def open_settings(page: Page) -> None:
    page.get_by_text("How to call me").click()


def test_the_sound_can_be_switched_off_and_stays_so(desk: Page, server: str, duel: dict[str, Seat]) -> None:
    desk.add_init_script(SPY)
    sit(desk, server, duel["blue"])
    open_settings(desk)
    desk.get_by_role("checkbox", name="A sound").uncheck()
    desk.reload()
    open_settings(desk)
    expect(desk.get_by_role("checkbox", name="A sound")).not_to_be_checked()
    desk.evaluate("looks(false)")
    until_asked(server, duel)
    expect(desk).to_have_title(re.compile("You are needed"))
    assert (called(desk, "notes"), called(desk, "shown")) == (0, [])


def test_the_browser_is_asked_for_notifications_only_on_a_click(
    desk: Page, server: str, duel: dict[str, Seat]
) -> None:
    desk.add_init_script(SPY)
    sit(desk, server, duel["blue"])
    open_settings(desk)
    assert called(desk, "asked") == 0
    desk.get_by_role("checkbox", name="A notification").check()
    assert called(desk, "asked") == 1


def test_a_browser_that_refuses_is_told_in_words(desk: Page, server: str, duel: dict[str, Seat]) -> None:
    desk.add_init_script(SPY)
    desk.add_init_script("window.answers = 'denied'")
    sit(desk, server, duel["blue"])
    open_settings(desk)
    box = desk.get_by_role("checkbox", name="A notification")
    box.click()
    expect(desk.get_by_text("The browser does not allow it")).to_be_visible()
    expect(box).not_to_be_checked()


def test_a_webhook_is_set_shown_in_part_and_switched_off(
    new_page: NewPage, server: str, duel: dict[str, Seat]
) -> None:
    page = new_page(DESK)
    sit(page, server, duel["blue"])
    open_settings(page)
    page.get_by_label("Call this address").fill("https://1.1.1.1/hook/s3cret")
    page.get_by_role("button", name="Keep").click()
    expect(page.get_by_text("https://1.1.1.1/…")).to_be_visible()
    expect(page.get_by_text("s3cret")).to_have_count(0)
    page.get_by_role("button", name="Switch off").click()
    expect(page.get_by_label("Call this address")).to_have_value("")
    expect(page.get_by_label("Write to me")).to_have_count(0)


def test_a_webhook_inside_is_refused_in_words(browser: object, page: Page, server: str) -> None:
    sit(page, server, begin(server, "duel", "patrol", red="me", blue="screen")["blue"])
    open_settings(page)
    page.get_by_label("Call this address").fill("http://127.0.0.1:8000/")
    page.get_by_role("button", name="Keep").click()
    expect(page.get_by_role("alert").filter(has_text="inside this server's own machine")).to_be_visible()


def battle_missed(page: Page, server: str) -> None:
    """Sit down at a battle, go away, have it played on by somebody else of the seat, and come back."""
    seats = begin(server, "stands", "first-lesson", soviet="me", german="bot:random")
    sit(page, server, seats["soviet"])
    page.locator("canvas[data-ready=true]").wait_for()
    page.goto(f"{server}/rules")
    page.get_by_role("heading", level=1).wait_for()
    with player(server, seats["soviet"]) as away:
        turn = 0
        while turn < 3:
            away.choose()
            turn = away.view["scene"]["clock"]["turn"]
    page.goto(f"{server}/play/{seats['soviet']['game']}")
    page.get_by_role("heading", name="Since you left").wait_for()


def test_who_comes_back_reads_what_he_missed_and_steps_through_it(desk: Page, server: str) -> None:
    battle_missed(desk, server)
    card = desk.get_by_role("region", name="Since you left")
    expect(card.get_by_role("heading", level=3).first).to_have_text(re.compile(r"Turns? \d"))
    expect(card.get_by_text("Now:")).to_be_visible()
    card.get_by_role("button", name="Step through it").click()
    expect(desk.get_by_role("heading", name="You look back")).to_be_visible()
    moment = desk.get_by_role("slider", name="Moment")
    first = int(moment.input_value())
    card.get_by_role("button", name="Next").click()
    expect(moment).to_have_value(str(first + 1))
    card.get_by_role("button", name="Enough").click()
    expect(card).to_have_count(0)
    expect(desk.get_by_role("heading", name="You look back")).to_have_count(0)


def test_who_missed_nothing_reads_nothing(desk: Page, server: str) -> None:
    seats = begin(server, "stands", "first-lesson", soviet="me", german="screen")
    sit(desk, server, seats["soviet"])
    desk.reload()
    desk.locator("canvas[data-ready=true]").wait_for()
    expect(desk.get_by_role("heading", name="Since you left")).to_have_count(0)


@pytest.mark.parametrize("size", [DESK, TABLET, PHONE], ids=["desk", "tablet", "phone"])
def test_what_was_missed_is_accessible(new_page: NewPage, server: str, size: ViewportSize) -> None:
    page = new_page(size)
    battle_missed(page, server)
    assert_accessible(page)


def test_the_end_of_mails_is_a_page_of_its_own(page: Page, server: str) -> None:
    page.goto(f"{server}/stop/#no-such-ending")
    expect(page.get_by_role("heading", level=1)).to_have_text("No more mail")
    assert_accessible(page)
    page.get_by_role("button", name="No more about this seat").click()
    expect(page.get_by_text("these mails have an end already")).to_be_visible()
