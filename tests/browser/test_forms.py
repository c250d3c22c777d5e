"""A form for every kind of request: what is filled in, what can be changed, what is said to be wrong."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.browser.playing import DESK, PHONE, NewPage, assert_accessible
from tests.browser.pretend import QUESTIONS, Pretend

pytest_plugins = ("tests.browser.server",)

PROPOSED: dict[str, Any] = {
    "pick": ["ash"],
    "some": [],
    "number": 2,
    "confirm": False,
    "allocate": {"gun": 3, "crew": 1},
    "place": {"ash": {"at": [6000, 4000], "facing": 0}, "bull": {"at": [1000, 2000], "facing": 0}},
    "path": {"ash": {"points": [[2000, 1000]], "facing": None}, "bull": {"points": [], "facing": None}},
    "orders": [{"unit": "tanks", "card": "move", "pieces": ["T1", "T2", "T3"], "arrow": 900}],
}


def opened(page: Page, server: str, kind: str) -> tuple[Pretend, Locator]:
    table = Pretend(QUESTIONS[kind])
    table.open(page, server)
    return table, page.get_by_role("form").first


def answered(page: Page, table: Pretend) -> Any:
    expect(page.get_by_role("heading", name="Waiting for Blue")).to_be_visible()
    (value,) = table.taken
    return value


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("kind", QUESTIONS)
def test_enter_accepts_what_is_filled_in(
    new_page: NewPage, server: str, size: ViewportSize, kind: str
) -> None:
    page = new_page(size)
    table, form = opened(page, server, kind)
    assert_accessible(page)
    expect(form.get_by_role("heading")).to_be_focused()
    page.keyboard.press("Enter")
    assert answered(page, table) == PROPOSED[kind]


def test_a_refused_option_says_why_and_cites_its_rule(desk: Page, server: str) -> None:
    _, form = opened(desk, server, "pick")
    expect(form.get_by_label("Cole")).to_be_disabled()
    expect(form).to_contain_text("Not now: he has no rounds left")
    form.get_by_role("link", name="Rule KIM-6.1a").click()
    expect(desk.get_by_role("dialog")).to_contain_text("KIM-6.1a")


def test_number_keys_pick_an_option(desk: Page, server: str) -> None:
    table, form = opened(desk, server, "pick")
    desk.keyboard.press("2")
    expect(form.get_by_label("Bull")).to_be_checked()
    desk.keyboard.press("Enter")
    assert answered(desk, table) == ["bull"]


def test_no_more_can_be_picked_than_asked_for(desk: Page, server: str) -> None:
    table, form = opened(desk, server, "some")
    form.get_by_label("Ash").check()
    form.get_by_label("Cole").check()
    expect(form.get_by_label("Bull")).to_be_disabled()
    form.get_by_role("button", name="Choose these 2").click()
    assert answered(desk, table) == ["ash", "cole"]


def test_a_number_out_of_bounds_is_faulted_while_it_is_typed_and_refused(desk: Page, server: str) -> None:
    table, form = opened(desk, server, "number")
    form.get_by_role("spinbutton").fill("9")
    expect(form.get_by_role("alert")).to_contain_text("9 is not 1 to 5")
    form.get_by_role("button", name="Say 9 rounds").click()
    expect(form.get_by_role("alert")).to_contain_text("9 is not 1 to 5")
    form.get_by_role("button", name="Back to it").click()
    desk.keyboard.press("Enter")
    form.get_by_role("button", name="Say 2 rounds").click()
    assert answered(desk, table) == 2


def test_both_answers_of_a_confirmation_take_one_click(desk: Page, server: str) -> None:
    table, form = opened(desk, server, "confirm")
    form.get_by_role("button", name="Charge").click()
    assert answered(desk, table) is True


def test_shares_show_a_running_total_and_faults_at_their_fields(desk: Page, server: str) -> None:
    table, form = opened(desk, server, "allocate")
    form.get_by_label("The gun").fill("5")
    expect(form).to_contain_text("6 dice given, exactly 4 asked for")
    expect(form).to_contain_text("The gun takes 1 to 4, not 5")
    form.get_by_label("The gun").fill("2")
    form.get_by_label("Its crew").fill("2")
    form.get_by_role("button", name="Give them out").click()
    assert answered(desk, table) == {"gun": 2, "crew": 2}


def test_pieces_are_put_in_millimetres_or_on_listed_points(desk: Page, server: str) -> None:
    table, form = opened(desk, server, "place")
    ash = form.get_by_role("group", name="Ash")
    ash.get_by_label("East").fill("1300.5")
    expect(ash).to_contain_text("Ash cannot be put at")
    ash.get_by_label("East").fill("130.5")
    ash.get_by_label("Facing").fill("90")
    form.get_by_role("group", name="Bull").get_by_role("combobox").select_option("150.0, 200.0 mm")
    form.get_by_role("button", name="Put them there").click()
    assert answered(desk, table) == {
        "ash": {"at": [1305, 4000], "facing": 900},
        "bull": {"at": [1500, 2000], "facing": 0},
    }


def test_paths_are_made_point_by_point_against_the_allowance(desk: Page, server: str) -> None:
    table, form = opened(desk, server, "path")
    bull = form.get_by_role("group", name="Bull")
    bull.get_by_role("button", name="Add a point").click()
    desk.keyboard.type("400")
    expect(bull).to_contain_text("250.0 of 203.2 mm")
    expect(bull).to_contain_text("Bull may go")
    bull.get_by_label("East").fill("300")
    expect(bull).to_contain_text("150.0 of 203.2 mm")
    form.get_by_role("button", name="Remove point 1 of Ash").click()
    form.get_by_role("button", name="Go").click()
    value = answered(desk, table)
    assert value["ash"]["points"] == []
    assert value["bull"]["points"] == [[3000, 1000]]


def test_cards_are_laid_with_stands_and_arrow(desk: Page, server: str) -> None:
    table, form = opened(desk, server, "orders")
    tanks = form.get_by_role("group", name="Tanks, card 1")
    tanks.get_by_label("Arrow").fill("45")
    form.get_by_role("button", name="Add a card for Tanks").click()
    second = form.get_by_role("group", name="Tanks, card 2")
    second.get_by_role("combobox").select_option("Fire")
    expect(form).to_contain_text("The card for Tanks is laid on none of its pieces", ignore_case=True)
    second.get_by_label("T3").check()
    expect(tanks.get_by_label("T3")).not_to_be_checked()
    form.get_by_role("button", name="Lay 2 cards").click()
    assert answered(desk, table) == [
        {"unit": "tanks", "card": "move", "pieces": ["T1", "T2"], "arrow": 450},
        {"unit": "tanks", "card": "fire", "pieces": ["T3"], "arrow": None},
    ]


def test_a_suggestion_fills_the_form(desk: Page, server: str) -> None:
    table, form = opened(desk, server, "orders")
    form.get_by_role("button", name="Guns only").click()
    expect(form.get_by_role("button", name="Guns only")).to_have_attribute("aria-pressed", "true")
    form.get_by_role("button", name="Lay 1 card").click()
    assert answered(desk, table) == [{"unit": "guns", "card": "fire", "pieces": ["G1"], "arrow": None}]
