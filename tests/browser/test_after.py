"""After the battle: the page, the picture, and the replay file without a server."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.playing import DESK, PHONE, TABLET, NewPage, assert_accessible, hold, watched
from tests.browser.two_seats import begin, player

pytest_plugins = ("tests.browser.server",)

SIZES = pytest.mark.parametrize("size", [DESK, TABLET, PHONE], ids=["desk", "tablet", "phone"])

NOTHING: dict[str, Any] = {"pick": [], "orders": [], "path": {}}
"""What does least; a few questions must be answered otherwise."""


@pytest.fixture(scope="module")
def over(server: str) -> dict[str, Any]:
    return watched(server, "stands", "first-lesson")


@pytest.fixture(scope="module")
def replay(server: str, over: dict[str, Any], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The replay file of the battle, as it would be saved."""
    token = over["seats"][0]["token"]
    answer = httpx.get(f"{server}/api/games/{over['game']}/replay.html", params={"token": token}, timeout=60)
    assert "attachment" in answer.headers["content-disposition"]
    file = tmp_path_factory.mktemp("replay") / "battle.html"
    file.write_bytes(answer.content)
    return file


@SIZES
def test_the_page_after_a_battle_is_whole_and_accessible(
    new_page: NewPage, server: str, over: dict[str, Any], size: ViewportSize
) -> None:
    page = new_page(size)
    hold(page, over)
    page.goto(f"{server}/games/{over['game']}/after")
    picture = page.locator("img.picture")
    picture.wait_for()
    expect(picture).not_to_have_js_property("naturalWidth", 0)
    for name in ("Losses", "Luck", "Where it turned", "The other side of the hill"):
        expect(page.get_by_role("region", name=name)).to_be_visible()
    assert_accessible(page)


def test_who_has_lost_reads_what_to_do_otherwise(desk: Page, server: str) -> None:
    """A patrol that never leaves its hedge: twelve turns later question marks are still unanswered."""
    seat = begin(server, "skirmish", "first-patrol", soviet="me")["soviet"]
    with player(server, seat) as idle:
        while (request := idle.request()) is not None:
            if idle.choose(value=NOTHING[request["kind"]]).__struct_config__.tag != "ack":
                idle.choose(value=request["proposal"])
    hold(desk, {"game": seat["game"], "seats": [seat]})
    desk.goto(f"{server}/games/{seat['game']}/after")
    expect(desk.get_by_role("heading", level=1)).to_have_text("You have lost")
    told = desk.get_by_role("region", name="Next time")
    expect(told).to_contain_text(re.compile("never answered|would have missed in cover|never fired"))
    assert_accessible(desk)


def test_each_plan_is_shown_with_what_became_of_it(desk: Page, server: str, over: dict[str, Any]) -> None:
    hold(desk, over)
    desk.goto(f"{server}/games/{over['game']}/after")
    told = httpx.get(
        f"{server}/api/games/{over['game']}/after", params={"token": over["seats"][0]["token"]}
    ).json()
    hill = desk.get_by_role("region", name="The other side of the hill")
    for account in told["accounts"]:
        side = hill.get_by_role("article").filter(has_text=f"{account['side'].capitalize()}, led by Steady")
        expect(side).to_contain_text(account["plans"][0])
        how = f"{account['side'].capitalize()} {account['result']} the battle"
        drawn = f"For {account['side'].capitalize()} the battle is drawn"
        ended = drawn if account["result"] == "drawn" else how
        expect(side).to_contain_text(f"{ended}; {account['lost']} of ")
        for goal in account["goals"]:
            reached = "Reached" if goal["reached"] else "Not reached"
            expect(side.get_by_role("listitem").filter(has_text=goal["name"])).to_contain_text(reached)
        main = [turn for turn in account["turns"] if turn["main"]]
        expect(side.locator("dt:visible")).to_have_text([f"Turn {turn['turn']}" for turn in main])
        if len(main) < len(account["turns"]):
            side.get_by_text(f"The whole diary, {len(account['turns'])} turns").click()
            expect(side.locator("dt:visible")).to_have_count(len(main) + len(account["turns"]))
    assert_accessible(desk)


def test_again_begins_the_same_battle(desk: Page, server: str, over: dict[str, Any]) -> None:
    hold(desk, over)
    desk.goto(f"{server}/games/{over['game']}/after")
    desk.get_by_role("button", name="Again").click()
    expect(desk.get_by_role("toolbar", name="Watching")).to_be_visible()


def test_there_is_nothing_to_look_back_on_before_the_end(page: Page, server: str) -> None:
    opened = page.request.post(
        f"{server}/api/games", data={"system": "duel", "scenario": "pair", "seats": {"red": "me"}}
    ).json()
    hold(page, opened)
    page.goto(f"{server}/games/{opened['game']}/after")
    expect(page.get_by_role("alert")).to_have_text("the game is not over: secrets stay secret")
    expect(page.get_by_role("link", name="To the table")).to_be_visible()


@pytest.fixture(scope="module")
def stands(server: str) -> int:
    """How many stands the battle begins with."""
    battles = httpx.get(f"{server}/api/battles").json()
    (sides,) = (one["sides"] for one in battles if one["scenario"] == "first-lesson")
    return sum(side["pieces"] for side in sides)


@SIZES
def test_the_replay_file_plays_without_a_server(
    new_page: NewPage, replay: Path, stands: int, size: ViewportSize
) -> None:
    page = new_page(size)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(replay.as_uri())
    expect(page.get_by_role("heading", level=1)).to_have_text("First Lesson")
    expect(page.locator(".token")).to_have_count(stands)
    page.get_by_role("button", name="One step forward").click()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("slider")).to_have_value("2")
    page.keyboard.press("End")
    expect(page.get_by_role("button", name="One step forward")).to_be_disabled()
    assert page.locator(".token").count() < stands
    assert_accessible(page)
    assert [url for url in asked if url.startswith("http")] == []


def test_each_side_replays_what_it_saw(desk: Page, replay: Path) -> None:
    desk.goto(replay.as_uri())
    expect(desk.locator(".token", has_text="PaK")).to_have_count(2)
    desk.get_by_role("combobox", name="Seen by").select_option("soviet")
    expect(desk.locator(".token", has_text="PaK")).to_have_count(0)
    expect(desk.locator(".token", has_text="T34")).to_have_count(3)


def test_the_replay_plays_by_itself(desk: Page, replay: Path) -> None:
    desk.goto(replay.as_uri())
    desk.get_by_role("combobox", name="Pace").select_option("quick")
    desk.get_by_role("button", name="Play").click()
    expect(desk.get_by_role("slider")).not_to_have_value("0")
    desk.get_by_role("button", name="Pause").click()
