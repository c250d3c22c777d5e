"""Move moves: a button or a key picks men up, pointer or arrow keys lead them, a click or Enter sets them."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.browser.hand import Hand
from tests.browser.skirmish_table import CHOOSE, Squad, centre, march, serial, sit, wait_for_question

pytest_plugins = ("tests.browser.server", "tests.browser.squad_fixture")


def main(page: Page) -> Locator:
    return page.locator("form button.main")


def places(ghosts: Locator) -> list[str | None]:
    return [one.get_attribute("transform") for one in ghosts.all()]


def test_the_button_move_picks_men_up_and_a_click_on_the_map_sets_them(close: Squad) -> None:
    page = close.page
    x, y = centre(close.man("Zaitsev").locator(".hit"))
    page.get_by_role("button", name="M Move", exact=True).click()
    expect(page.locator(".aim")).to_contain_text("Where to?")
    expect(page.locator("form .trouble")).to_have_count(0)
    expect(main(page)).to_contain_text("Set it here")
    page.mouse.move(x + 30, y + 40, steps=3)
    ghosts = page.locator(".ahead")
    expect(ghosts).to_have_count(4)
    expect(page.locator(".draglabel")).to_contain_text("Move")
    before = places(ghosts)
    page.mouse.move(x + 70, y + 40, steps=3)
    page.wait_for_timeout(300)
    assert places(ghosts) != before, "the ghosts follow the pointer"
    page.mouse.click(x + 70, y + 40)
    expect(main(page)).to_contain_text("Move (4)")
    expect(page.locator(".draglabel")).to_have_count(0)


def test_the_key_move_picks_one_man_up_and_arrow_keys_and_enter_set_him(close: Squad) -> None:
    page = close.page
    page.locator(".men button", has_text="Zaitsev").click()
    page.keyboard.press("m")
    expect(page.locator(".aim")).to_contain_text("Where to?")
    page.keyboard.press("Enter")
    expect(page.locator(".aim")).to_contain_text("They are not led anywhere yet")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(page.locator(".ahead")).to_have_count(1)
    expect(page.locator(".aim")).to_contain_text("Where to?")
    expect(page.locator(".draglabel")).to_contain_text("Move")
    page.keyboard.press("v")
    expect(page.locator(".draglabel")).to_contain_text("Fast Move")
    page.keyboard.press("Enter")
    expect(main(page)).to_contain_text("Fire (3), fast move")
    page.keyboard.press("m")
    expect(main(page)).to_contain_text("Fire (3), move")


def test_escape_lets_go_of_men_in_the_air_and_keeps_what_was_laid_out(close: Squad) -> None:
    page = close.page
    page.keyboard.press("m")
    page.keyboard.press("ArrowDown")
    expect(page.locator(".ahead")).to_have_count(4)
    page.keyboard.press("Escape")
    expect(page.locator(".ahead")).to_have_count(0)
    expect(main(page)).to_contain_text("Fire (4)")


def test_a_charge_is_drawn_at_the_nearest_and_can_be_pointed_at_another(close: Squad) -> None:
    page = close.page
    page.locator(".men button", has_text="Orlova").click()
    page.get_by_role("button", name="C Charge").click()
    expect(page.locator(".look-charge")).to_have_count(1)
    expect(page.locator(".aim")).to_contain_text("At whom?")
    page.mouse.move(*centre(page.locator(".stage")))
    expect(page.locator(".draglabel")).to_contain_text("a charge needs an enemy")
    page.keyboard.press("Escape")
    page.keyboard.press("c")
    expect(page.locator(".look-charge")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator("ul.plan")).to_contain_text("Orlova charges")


def test_no_text_of_orders_for_men_speaks_of_cards(close: Squad) -> None:
    page = close.page
    page.get_by_text("By hand").click()
    text = page.locator(".now").inner_text()
    named = page.locator(".now [aria-label]").evaluate_all("all => all.map(one => one.ariaLabel)")
    assert "card" not in " ".join([text, *named]).lower()


def test_enter_is_the_red_buttons_key_after_a_click_on_any_other(close: Squad) -> None:
    page = close.page
    page.locator(".men button", has_text="Zaitsev").click()
    page.get_by_role("button", name="Dead ground").click()
    page.get_by_role("button", name="Dead ground").click()
    before = serial(page)
    page.keyboard.press("Enter")
    wait_for_question(page, before)


def test_enter_on_a_button_that_tab_has_gone_to_presses_it(close: Squad) -> None:
    page = close.page
    page.locator(".men button", has_text="Zaitsev").click()
    page.keyboard.press("Tab")
    before = serial(page)
    page.keyboard.press("Enter")
    expect(page.locator(".men button[aria-pressed=true]")).not_to_contain_text("Zaitsev")
    assert serial(page) == before


def test_a_click_takes_the_man_a_second_one_his_group_and_empty_ground_lets_go(close: Squad) -> None:
    page = close.page
    man = close.man("Zaitsev").locator(".hit")
    man.click()
    expect(page.locator(".token.selected")).to_have_count(1)
    man.click()
    expect(page.locator(".token.selected")).to_have_count(4)
    x, y = centre(man)
    page.mouse.click(x, y + 150)
    expect(page.locator(".token.selected")).to_have_count(0)


def test_the_same_clicks_choose_who_acts(desk: Page, squads: str) -> None:
    squad = sit(desk, squads, "nine-in-contact")
    assert wait_for_question(desk) == CHOOSE
    man = squad.man("Orlova").locator(".hit")
    group = main(desk).inner_text()
    man.click()
    expect(main(desk)).to_contain_text("Orlova")
    expect(main(desk)).not_to_contain_text("men")
    man.click()
    expect(main(desk)).to_have_text(group)
    man.click()
    x, y = centre(man)

    desk.mouse.click(x, y + 90)
    expect(main(desk)).to_have_text(group)


def test_dragging_a_man_while_a_group_is_to_be_chosen_takes_his_group_along(desk: Page, squads: str) -> None:
    squad = sit(desk, squads, "nine-in-contact")
    assert wait_for_question(desk) == CHOOSE
    before = serial(desk)
    x, y = centre(squad.man("Orlova").locator(".hit"))
    desk.mouse.move(x, y)
    desk.mouse.down()
    desk.mouse.move(x + 30, y - 10, steps=3)
    wait_for_question(desk, before)
    desk.mouse.move(x + 60, y - 15, steps=3)
    expect(desk.locator(".ahead")).to_have_count(5)
    desk.mouse.up()
    expect(main(desk)).to_contain_text("Move (5)")


def quiet(page: Page, squads: str) -> Squad:
    """Five men far from everybody have been chosen; nothing is proposed to them."""
    squad = sit(page, squads, "nine-in-contact")
    wait_for_question(page)
    before = serial(page)
    page.keyboard.press("Enter")
    wait_for_question(page, before)
    expect(main(page)).to_contain_text("What your staff advises")
    return squad


def test_the_red_button_asks_the_staff_where_nothing_is_laid_out(desk: Page, squads: str) -> None:
    quiet(desk, squads)
    before = serial(desk)
    desk.keyboard.press("Enter")
    expect(main(desk)).to_contain_text("ove (")
    expect(desk.locator(".look-route")).not_to_have_count(0)
    assert serial(desk) == before, "nothing is given before it was seen"


def test_a_group_that_is_to_do_nothing_is_asked_about_once(desk: Page, squads: str) -> None:
    quiet(desk, squads)
    before = serial(desk)
    desk.get_by_role("button", name="Nothing more").click()
    expect(desk.locator(".warned")).to_contain_text("told nothing")
    assert serial(desk) == before
    desk.keyboard.press("Enter")
    wait_for_question(desk, before)


def test_advice_keeps_the_way_that_was_drawn(desk: Page, squads: str) -> None:
    squad = quiet(desk, squads)
    squad.man("Orlova").locator(".hit").click()
    desk.keyboard.press("m")
    for _ in range(3):
        desk.keyboard.press("ArrowLeft")
    expect(desk.locator(".ahead")).to_have_count(1)
    desk.keyboard.press("Enter")
    expect(main(desk)).to_contain_text("Move")
    own = places(desk.locator(".ahead"))
    desk.get_by_role("button", name="Advice").click()
    expect(desk.locator(".ahead").nth(1)).to_be_attached()
    assert set(own) <= set(places(desk.locator(".ahead")))


def test_a_short_way_is_led_by_the_same_key(desk: Page, squads: str) -> None:
    """Two inches before the In Sight Test, or the rest of a move: M picks up all who may go."""
    squad = sit(desk, squads, "nine-in-contact")
    wait_for_question(desk)
    before = serial(desk)
    desk.keyboard.press("Enter")
    wait_for_question(desk, before)
    march(squad, "Orlova", 110, -20)(Hand(desk))
    before = serial(desk)
    desk.keyboard.press("Enter")
    assert "2" in wait_for_question(desk, before)
    desk.keyboard.press("Delete")
    expect(main(desk)).to_contain_text("Stay")
    desk.keyboard.press("m")
    expect(desk.locator(".aim")).to_contain_text("Where to?")
    desk.keyboard.press("ArrowDown")
    expect(desk.locator(".ahead")).not_to_have_count(0)
    desk.keyboard.press("Enter")
    expect(main(desk)).to_contain_text("Go")
