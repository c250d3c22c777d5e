"""How many clicks, drags and keys a turn takes. The count goes into build/inputs.json; the budget is held."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.hand import Hand, keep_counts
from tests.browser.tabletop import sit

pytest_plugins = ("tests.browser.server",)

BUDGET = {"stands turn": 26, "stands turn, orders repeated": 14}
"""For about twenty stands and eight cards. A change that raises a number says why."""


def units(page: Page, server: str) -> dict[str, list[Locator]]:
    """The pieces of each unit, as they stand in the tree of forces."""
    (mine,) = page.evaluate("JSON.parse(localStorage.getItem('deadground.games'))")
    token = mine["seats"][0]["token"]
    scene = page.request.get(f"{server}/api/games/{mine['game']}/moments/0?token={token}").json()["scene"]
    found: dict[str, list[Locator]] = {}

    def walk(force: dict[str, Any]) -> None:
        found[force["label"]] = [page.locator(f".token[data-token='{id}']") for id in force["tokens"]]
        for branch in force["branches"]:
            walk(branch)

    for force in scene["forces"]:
        walk(force)
    return found


def laid(page: Page, cards: int) -> None:
    expect(page.locator("form button.main")).to_contain_text(f"Lay {cards} card")


def play_on(hand: Hand, turn: int) -> None:
    """Accept what is proposed until the turn is over."""
    page = hand.page
    for _ in range(10):
        page.locator("form h2, .digest").first.wait_for()
        if f"Turn {turn} " not in page.locator(".turn").inner_text():
            return
        asked = page.locator("form").get_attribute("aria-labelledby")
        hand.press("Enter")
        expect(page.locator(f"form[aria-labelledby='{asked}']")).to_have_count(0)
    raise AssertionError(f"turn {turn} is not over after ten questions")


def test_a_turn_of_twenty_stands_stays_within_its_budget(desk: Page, server: str) -> None:
    """Two units are split, one card has a condition, another is changed after its route was laid, an HQ walks."""
    sit(desk, server, "vesnya-crossings")
    expect(desk.get_by_role("heading", name="Before you choose")).to_be_visible()
    stands, hand = units(desk, server), Hand(desk)
    tanks, rifles = stands["1st Tank Battalion"], stands["1st Rifle Battalion"]

    hand.press("Enter")
    hand.press("Tab")
    expect(desk.locator(".token.selected")).to_have_count(6)
    hand.drag(tanks[0])
    laid(desk, 1)
    hand.press("m")
    expect(desk.locator("form .chip")).to_contain_text("Move and Fire")
    hand.box(tanks[0], tanks[1])
    hand.drag(tanks[0], 40, -20)
    laid(desk, 2)
    hand.drag(stands["Submachine-gun Battalion"][0])
    laid(desk, 3)
    hand.drag(stands["Brigade scouts"][0])
    laid(desk, 4)
    hand.drag(rifles[0])
    laid(desk, 5)
    hand.box(rifles[0], rifles[1])
    hand.press("o")
    laid(desk, 6)
    hand.select(desk.get_by_label("Fires at"), "armour")
    desk.locator(".stage").focus()
    for unit in ("2nd Rifle Battalion", "Anti-tank Battery", "Howitzer Battery"):
        hand.press("Tab")
        expect(desk.locator(".palette .for")).to_contain_text(unit)
        hand.press("f")
        expect(desk.locator(".units li", has_text=unit)).to_contain_text("Stand and Fire")
    hand.drag(stands["Foot scouts"][0])
    laid(desk, 10)
    hand.drag(stands["Brigade headquarters"][0])
    expect(desk.locator(".units li", has_text="Brigade headquarters")).to_contain_text("Move without a card")
    expect(desk.locator(".token.needy")).to_have_count(0)
    play_on(hand, 1)
    counted = {"stands turn": hand.inputs}

    hand.inputs = 0
    hand.press("Enter")
    desk.locator("form h2").wait_for()
    hand.press("r")
    expect(desk.locator(".look-route")).not_to_have_count(0)
    play_on(hand, 2)
    counted["stands turn, orders repeated"] = hand.inputs

    keep_counts(counted)
    assert all(counted[name] <= most for name, most in BUDGET.items()), counted
