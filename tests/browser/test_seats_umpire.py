"""The umpire's page: he sees everything, changes what the list allows with a reason, and goes back."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.browser.ambush import SECRET
from tests.browser.chairs import Company
from tests.browser.playing import DESK, PHONE, assert_accessible
from tests.browser.tabletop import drag

pytest_plugins = ("tests.browser.gathering",)


def overruling(page: Page, what: str) -> Locator:
    """The umpire's form, with something chosen to be done."""
    form = page.locator(".umpire form")
    form.get_by_role("combobox", name="What").select_option(label=what)
    return form


def send(form: Locator, reason: str) -> None:
    form.get_by_role("textbox", name="Why").fill(reason)
    form.get_by_role("button", name="Overrule").click()


def test_a_hidden_stand_is_dragged_elsewhere_and_its_own_side_alone_reads_why(company: Company) -> None:
    red, blue, umpire = company["red"], company["blue"], company["umpire"]
    red.page.wait_for_timeout(500)
    before = len(red.told())
    form = overruling(umpire.page, "Move a stand")
    form.get_by_role("combobox", name="Stand").select_option(label=f"{SECRET} platoon")
    piece = umpire.page.locator(".token.selected")
    expect(piece).to_have_count(1)
    drag(umpire.page, piece, 0, 40)
    expect(form.get_by_role("textbox", name="To, in mm")).to_have_value(re.compile(r"38\d, 4[56]\d"))
    send(form, "It stood in the open.")
    expect(form.get_by_role("status")).to_contain_text("Done.")
    expect(umpire.log).to_contain_text("It stood in the open.")
    expect(blue.log).to_contain_text("It stood in the open.")
    red.page.wait_for_timeout(500)
    assert len(red.told()) == before, "not even a message came"


def test_what_cannot_be_is_refused_with_its_reasons_and_nothing_is_told(company: Company) -> None:
    blue, umpire = company["blue"], company["umpire"]
    form = overruling(umpire.page, "Move a stand")
    form.get_by_role("combobox", name="Stand").select_option(label="Rear headquarters")
    form.get_by_role("textbox", name="To, in mm").fill("99999, 1")
    expect(form.get_by_role("button", name="Overrule")).to_be_disabled()
    before = len(blue.told())
    send(form, "To see what happens.")
    expect(form.get_by_role("alert")).to_contain_text("table")
    expect(form.get_by_role("textbox", name="Why")).to_have_value("To see what happens.")
    form.get_by_role("textbox", name="To, in mm").fill("800, 400")
    form.get_by_role("textbox", name="Facing").fill("400")
    form.get_by_role("button", name="Overrule").click()
    expect(form.get_by_role("alert")).to_contain_text("from 0 to 359.9 degrees")
    offered = form.get_by_role("combobox", name="Stand").locator("option:not([value=''])")
    overruling(umpire.page, "Put a hidden stand on the table")
    expect(offered).to_have_count(1)
    expect(offered).to_contain_text(SECRET)
    overruling(umpire.page, "Take a stand off the table into hiding")
    expect(offered.filter(has_text="Rear headquarters")).to_have_count(1)
    expect(offered.filter(has_text=SECRET)).to_have_count(0)
    assert len(blue.told()) == before


def test_a_roll_is_set_and_the_others_learn_that_and_no_more(company: Company) -> None:
    red, umpire = company["red"], company["umpire"]
    form = overruling(umpire.page, "Set the next roll")
    form.get_by_role("combobox", name="What is rolled for").select_option(label="Command")
    form.get_by_role("combobox", name="Whose dice").select_option(label="Red")
    form.get_by_role("textbox", name="Faces").fill("12")
    form.get_by_role("textbox", name="Why").fill("The die was cocked.")
    form.get_by_role("button", name="Overrule").click()
    expect(form.get_by_role("alert")).to_contain_text("faces are from 1 to 10")
    form.get_by_role("textbox", name="Faces").fill("9")
    send(form, "The die was cocked.")
    expect(umpire.log).to_contain_text("sets the next roll for command to 9")
    expect(red.log).to_contain_text("Emil (Umpire) has set a roll that is still to come.")
    assert not [told for told in red.told() if "cocked" in str(told) or "command to 9" in str(told)]


def test_the_umpire_ends_a_phase_settles_the_air_plans_and_goes_back(company: Company) -> None:
    red, umpire = company["red"], company["umpire"]
    send(overruling(umpire.page, "End the phase"), "It is late.")
    expect(red.page.locator(".phases [aria-current]")).to_have_text("Cards")
    expect(red.log).to_contain_text("Emil (Umpire) ends the phase: It is late.")

    page = umpire.page
    page.get_by_role("group", name="Timeline").hover()
    slider = page.get_by_role("slider", name="Moment")
    expect(slider).to_be_enabled()
    slider.focus()
    slider.press("Home")
    expect(page.get_by_role("button", name="Play on from here")).to_be_disabled()
    page.get_by_role("textbox", name="Why the game goes back").fill("Too late after all.")
    page.get_by_role("button", name="Play on from here").click()
    page.get_by_role("button", name="Erase it and play on").click()
    expect(red.log).to_contain_text("Too late after all.")
    expect(red.page.locator(".turn")).to_have_text("Before turn 1 of 4")
    expect(slider).to_have_attribute("max", "2")

    for _ in range(2):
        chair = company.asked()
        assert chair is not None
        chair.question()
        chair.answer()
    assert umpire.question() == "Settle when the squadrons appear today, and for what."
    umpire.answer()
    expect(red.page.locator(".phases [aria-current]")).to_have_text("Cards")


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_the_umpires_page_is_accessible(company: Company, size: ViewportSize) -> None:
    page = company["umpire"].page
    page.set_viewport_size(size)
    overruling(page, "Restore a stand that was lost")
    overruling(page, "Move a stand")
    assert_accessible(page)
