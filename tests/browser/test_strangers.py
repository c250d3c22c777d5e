"""Markup wherever a person can type, in an address and in a battle's own text: shown as it is, and nothing runs."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from time import sleep
from typing import Any
from urllib.parse import quote

import httpx
import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.by_link import invite, set_up, sit_down
from tests.browser.playing import DESK
from tests.browser.tabletop import keep
from tests.browser.test_by_link import present
from tests.browser.test_talk import NOTES, open_talk, say, spot, take
from tests.browser.two_seats import begin, player, sit

pytest_plugins = ("tests.browser.server",)

IMAGE = "<img src=x onerror=ran()>"
SCRIPT = "<script>ran()</script>"
BOTH = f"{IMAGE}{SCRIPT}"
WATCH = """
window.happened = [];
window.ran = () => window.happened.push("a script ran");
document.addEventListener("securitypolicyviolation", (event) =>
  window.happened.push(`${event.violatedDirective}: ${event.blockedURI}`));
"""
PLANTED = 'img[src="x"], [onerror], [onload], script:not([src])'

NewBrowser = Callable[[], Page]


@pytest.fixture
def new_browser(browser: Browser) -> Iterator[NewBrowser]:
    """Makes pages that share nothing; when the test is over, nothing planted may have come to life on any."""
    contexts = []
    pages: list[Page] = []

    def make() -> Page:
        context = browser.new_context(viewport=DESK)
        contexts.append(context)
        page = context.new_page()
        page.add_init_script(WATCH)
        keep(page, "deadground.table", {"pace": "once"})
        keep(page, "deadground.lesson", {"off": True})
        pages.append(page)
        return page

    yield make
    for page in pages:
        assert_harmless(page)
    for context in contexts:
        context.close()


def assert_harmless(page: Page) -> None:
    assert page.evaluate("window.happened") == []
    assert page.locator(PLANTED).count() == 0


def happened(page: Page, at_least: int) -> list[str]:
    """What the watch has seen, once it is so much. A wait inside the page would itself break the policy."""
    for _ in range(200):
        found: list[str] = page.evaluate("window.happened")
        if len(found) >= at_least:
            break
        sleep(0.05)
    return found


def test_the_watch_sees_what_it_watches_for_and_the_policy_stops_it(browser: Browser, server: str) -> None:
    page = browser.new_page()
    page.add_init_script(WATCH)
    page.goto(server)
    page.evaluate("markup => document.body.insertAdjacentHTML('beforeend', markup)", IMAGE)
    page.evaluate("document.body.append(Object.assign(document.createElement('script'), {text: 'ran()'}))")
    expect(page.locator(PLANTED)).to_have_count(2)
    found = happened(page, at_least=2)
    page.close()
    assert {one.partition(":")[0] for one in found} == {"script-src-attr", "script-src-elem"}
    assert "a script ran" not in found


def test_what_two_friends_write_is_text(new_browser: NewBrowser, server: str) -> None:
    anna, ben = new_browser(), new_browser()
    set_up(anna, server, name=IMAGE)
    (link,) = invite(anna).values()
    ben.goto(link)
    expect(ben.get_by_text(f"{IMAGE} Soviet, at the table now")).to_be_visible()
    sit_down(ben, link, SCRIPT)
    present(anna, SCRIPT)
    present(ben, IMAGE)
    for page in (anna, ben):
        page.locator("canvas[data-ready=true]").wait_for()
    open_talk(anna)
    say(anna, BOTH)
    open_talk(ben)
    for page in (anna, ben):
        expect(page.get_by_role("log", name="Said to everybody")).to_contain_text(BOTH)
    ben.locator(".channels").get_by_role("button", name="Notes").click()
    ben.locator("#notes").fill(BOTH)
    expect(ben.get_by_text("Kept.")).to_be_visible()
    ben.reload()
    ben.locator("canvas[data-ready=true]").wait_for()
    take(ben, "Note")
    ben.mouse.click(*spot(ben, 0.6, 0.2))
    ben.get_by_label("What the note says").fill(BOTH)
    ben.keyboard.press("Enter")
    expect(ben.locator(NOTES).first).to_contain_text(IMAGE)
    expect(ben.get_by_text(BOTH).first).to_be_visible()
    for page in (anna, ben):
        page.goto(server)
        page.get_by_role("region", name="My games").wait_for()
        assert_harmless(page)


def test_what_an_umpire_gives_as_his_reason_is_text(new_browser: NewBrowser, server: str) -> None:
    seats = begin(server, "stands", "first-lesson", soviet="me", german="screen", umpire="screen")
    german = new_browser()
    sit(german, server, seats["german"])
    with player(server, seats["umpire"]) as umpire:
        answer = umpire.call("overrule", what="end_phase", fields={}, reason=BOTH)
        assert answer.__struct_config__.tag == "ack"
    expect(german.locator(".sheet-log li.overruled")).to_contain_text(BOTH)
    german.get_by_role("button", name="The seal on the dice").click()
    expect(german.get_by_role("dialog").get_by_text(BOTH)).to_be_visible()


def test_what_somebody_finds_wrong_is_kept_as_text(new_browser: NewBrowser, server: str) -> None:
    seat = begin(server, "duel", "pair", red="me")["red"]
    answer = httpx.post(
        f"{server}/api/games/{seat['game']}/wrong",
        headers={"authorization": f"Bearer {seat['token']}"},
        json={"what": IMAGE, "words": BOTH, "rows": [SCRIPT], "where": {"x": BOTH}},
    )
    assert answer.status_code == 201
    page = new_browser()
    sit(page, server, seat)


def spoil(value: Any) -> Any:
    """A battle whose every sentence has markup in it; ids, numbers and lists of names stay as they are."""
    if isinstance(value, dict):
        return {name: spoiled(name, one) for name, one in value.items()}
    return [spoil(one) for one in value] if isinstance(value, list) else value


def spoiled(name: str, value: Any) -> Any:
    written = name in (
        "title",
        "about",
        "text",
        "name",
        "label",
        "question",
        "ruling",
        "why",
        "settles",
        "does",
    )
    return f"{value}{BOTH}" if written and isinstance(value, str) else spoil(value)


def test_the_text_of_a_battle_is_text(new_browser: NewBrowser, server: str) -> None:
    page = new_browser()

    def spoil_answer(route: Route) -> None:
        answer = route.fetch()
        told = json.loads(answer.body())
        route.fulfill(response=answer, json=spoil(told))

    for pattern in ("**/api/battles", "**/api/battles/stands/first-lesson", "**/api/rules", "**/api/rules/*"):
        page.route(pattern, spoil_answer)
    page.goto(server)
    expect(page.get_by_text(f"First Lesson{BOTH}").first).to_be_visible()
    assert_harmless(page)
    page.goto(f"{server}/battles/stands/first-lesson")
    expect(page.get_by_role("heading", level=1)).to_contain_text(BOTH)
    assert_harmless(page)
    page.goto(f"{server}/rules/KIM-3.1a")
    expect(page.get_by_role("region", name="The row")).to_contain_text(f"Open visibility{BOTH}")


OPEN = f"{IMAGE}<script>ran()"
"""Without a slash: it would make another address of it."""

ADDRESSES = {
    f"/{quote(BOTH, safe='')}": 404,
    f"/play/{quote(BOTH, safe='')}": 404,
    f"/play/{quote(OPEN)}": 200,
    f"/rules/{quote(OPEN)}": 404,
    f"/rules?q={quote(BOTH)}": 200,
    f"/battles/{quote(OPEN)}/{quote(OPEN)}": 200,
    f"/games/{quote(OPEN)}/after": 200,
    f"/join/#{BOTH}": 200,
    f"/move/#{BOTH}": 200,
    f"/stop?stop={quote(BOTH)}": 200,
    f"/stop/#{BOTH}": 200,
}


@pytest.mark.parametrize(("path", "status"), ADDRESSES.items(), ids=range(len(ADDRESSES)))
def test_an_imagined_address_runs_nothing(
    new_browser: NewBrowser, server: str, path: str, status: int
) -> None:
    page = new_browser()
    answer = page.goto(f"{server}{path}")
    assert answer is not None
    assert answer.status == status
    page.get_by_role("heading", level=1).first.wait_for()
    page.wait_for_load_state("networkidle")


@pytest.mark.parametrize("path", ["/nonsense", "/play", "/play/a/b", "/wp-login.php", "/admin/"])
def test_a_page_that_is_not_there_is_the_lost_page(new_browser: NewBrowser, server: str, path: str) -> None:
    page = new_browser()
    answer = page.goto(f"{server}{path}")
    assert answer is not None
    assert answer.status == 404
    expect(page.get_by_role("heading", level=1)).to_have_text("Off the map")


def test_no_address_that_a_page_asks_for_has_a_key_in_it(new_browser: NewBrowser, server: str) -> None:
    anna, ben = new_browser(), new_browser()
    asked: list[str] = []
    for page in (anna, ben):
        page.on("request", lambda request: asked.append(request.url))
        page.on("websocket", lambda socket: asked.append(socket.url))
    set_up(anna, server, "duel/pair")
    (link,) = invite(anna).values()
    sit_down(ben, link, "Ben")
    present(anna, "Ben")
    keys = [link.partition("#")[2]]
    for page in (anna, ben):
        games = json.loads(page.evaluate("localStorage.getItem('deadground.games')"))
        keys += [seat["token"] for game in games for seat in game["seats"]]
        page.goto(server)
        page.get_by_role("region", name="My games").wait_for()
    assert len(keys) == 3
    assert any("/table" in url for url in asked)
    assert not [url for url in asked for key in keys if key in url.partition("#")[0]]
