"""Several players a side: who commands what, who is waited for, and what is lent and taken home."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.browser.chairs import Company
from tests.browser.playing import assert_accessible

pytest_plugins = ("tests.browser.gathering",)


def to_cards(company: Company) -> None:
    """The air plans are settled, and everybody is to lay cards."""
    company.play(lambda chair, _: chair.answer(), lambda _, question: question == "Lay your order cards.")


def who_plays(page: Page) -> Locator:
    section = page.locator(".left .team")
    if not section.locator("li").count():
        section.locator("summary").click()
    return section


def test_the_tree_says_who_commands_what_and_the_general_cards_are_the_commanders(company: Company) -> None:
    to_cards(company)
    red, second = company["red"].page, company["red_2"].page
    tree = second.get_by_role("region", name="Forces").first
    expect(tree).to_contain_text("commanded by Anna (Red)")
    expect(tree.get_by_role("button", name="Rifle company")).to_contain_text("you")
    expect(tree.get_by_role("button", name="Van", exact=False).first).to_contain_text("Anna (Red)")
    company["red"].question()
    company["red_2"].question()
    expect(red.locator(".now form p.count")).to_contain_text("general")
    units = red.locator(".now form .units li")
    expect(units.filter(has_text="Rifles")).to_contain_text("of Bert (Red 2)")
    expect(units.filter(has_text="Point")).not_to_contain_text("(Red")
    expect(second.locator(".now form p.count")).not_to_contain_text("general")


def test_the_table_says_who_has_not_committed_yet(company: Company) -> None:
    to_cards(company)
    red = company["red"]
    red.question()
    expect(red.page.locator(".now")).to_contain_text(
        "Waiting for Bert (Red 2), Clara (Blue) and Dora (Blue 2)."
    )
    red.answer()
    expect(red.page.locator(".now h2")).to_have_text(
        "Waiting for Bert (Red 2), Clara (Blue) and Dora (Blue 2)."
    )
    company["blue_2"].question()
    company["blue_2"].answer()
    expect(red.page.locator(".now h2")).to_have_text("Waiting for Bert (Red 2) and Clara (Blue).")
    expect(who_plays(red.page)).to_contain_text("Clara (Blue) is to choose")


def test_a_seat_is_lent_to_a_team_mate_played_by_him_and_taken_home(company: Company) -> None:
    to_cards(company)
    red, second = company["red"], company["red_2"]
    lending = who_plays(second.page).get_by_role("group", name="Lend my seat")
    lending.get_by_role("combobox").select_option(label="Anna (Red)")
    lending.get_by_role("button", name="Lend").click()
    expect(who_plays(second.page)).to_contain_text("Anna (Red) plays my seat.")
    expect(second.page.locator(".now form")).to_have_count(0)

    red.question()
    red.answer()
    expect(red.page.locator(".now form .label")).to_have_text("For Bert (Red 2)")
    red.page.locator(".units button", has_text="Rifles").click()
    red.page.keyboard.press("f")
    expect(red.page.locator("form button.main")).to_contain_text("Lay 1 card")
    red.answer()
    expect(red.page.locator(".now h2")).to_have_text("Waiting for Clara (Blue) and Dora (Blue 2).")

    who_plays(second.page).get_by_role("button", name="Take it home").click()
    expect(who_plays(second.page).get_by_role("group", name="Lend my seat")).to_be_visible()
    expect(company["blue"].log).to_contain_text("Bert (Red 2) has the whole seat back.")


def test_a_players_seat_is_lent_by_his_commander_only_with_his_word(company: Company) -> None:
    to_cards(company)
    red, second = company["red"], company["red_2"]
    lending = who_plays(red.page).get_by_role("group", name="Lend Bert (Red 2)")
    lending.get_by_role("combobox").select_option(label="the bot")
    lending.get_by_role("button", name="Lend").click()
    expect(who_plays(red.page)).to_contain_text("Bert (Red 2) is asked.")
    asked = second.page.get_by_role("alert").filter(has_text="asks to let the bot play your seat")
    expect(asked).to_be_visible()
    assert_accessible(second.page)
    asked.get_by_role("button", name="I keep it").click()
    expect(asked).to_have_count(0)
    expect(who_plays(red.page)).not_to_contain_text("is asked")
    lending.get_by_role("button", name="Lend").click()
    asked.get_by_role("button", name="Yes, for now").click()
    expect(who_plays(red.page)).to_contain_text("Bert (Red 2) (played by the bot)")
    says = "Anna (Red) lends the whole seat of Bert (Red 2), who agreed, to the bot."
    expect(company["blue"].log).to_contain_text(says)
    expect(red.page.get_by_role("button", name="changed hands")).to_be_visible()
    assert_accessible(red.page)
    second.page.get_by_role("status").filter(has_text="The bot plays your seat.").get_by_role(
        "button"
    ).click()
    expect(second.page.get_by_text("The bot plays your seat.")).to_have_count(0)
