"""What hands do at a skirmish: drag a group or one man, shoot, charge, fetch a wounded friend, drop prone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.hand import Hand
from tests.browser.skirmish_table import Squad, carry, centre, serial, sit, wait_for_question

pytest_plugins = ("tests.browser.server", "tests.browser.squad_fixture")


@pytest.fixture
def close(desk: Page, squads: str) -> Squad:
    """Three of ours see three of them; the group has been chosen, and its fire plan lies ready."""
    squad = sit(desk, squads, "close")
    wait_for_question(desk)
    before = serial(desk)
    desk.keyboard.press("Enter")
    wait_for_question(desk, before)
    expect(desk.locator(".look-shot")).to_have_count(3)
    return squad


def plan(page: Page) -> str:
    return page.locator("ul.plan").inner_text()


def test_a_volley_is_proposed_as_lines_with_beads_and_the_chance_below(close: Squad) -> None:
    page = close.page
    expect(page.locator(".look-spare")).to_have_count(1)
    assert page.locator(".look-shot .bead.full").count() > 3, "a gun has more dice than one"
    expect(page.locator("ul.plan .chance")).to_have_text(re.compile(r"At least one down: \d+%"))
    expect(page.locator("form button.main")).to_contain_text("Fire (4)")


def test_a_line_end_is_dragged_to_another_man_and_what_is_refused_says_why(close: Squad) -> None:
    page = close.page
    carry(page, close.shot_of("Zaitsev"), close.man("Lange"))
    expect(page.locator("form [role=alert]")).to_contain_text("must pair off with an enemy")
    page.keyboard.press("z")
    expect(page.locator("form [role=alert]")).to_be_empty()
    carry(page, close.shot_of("Zaitsev"), close.man("Frolov"))
    expect(page.locator(".now .note")).to_contain_text("A shot needs an enemy")


def test_the_dice_of_a_gun_are_shared_and_empty_inches_cost_hollow_beads(close: Squad) -> None:
    page = close.page
    first = plan(page)
    carry(page, close.shot_of("Lebedev"), close.man("Lange"), shift=True)
    expect(page.locator("ul.plan")).not_to_have_text(first)
    expect(page.locator("ul.plan")).to_contain_text(re.compile("Lebedev at .* and .*, . and . dice"))


def test_enter_accepts_the_fire_plan(close: Squad) -> None:
    page = close.page
    before = serial(page)
    page.keyboard.press("Enter")
    wait_for_question(page, before)
    expect(page.locator(".thread .throw", has_text="fires").first).to_be_attached()


def test_one_man_is_dragged_apart(close: Squad) -> None:
    page = close.page
    close.man("Zaitsev").locator(".hit").click()
    close.man("Zaitsev").locator(".hit").click()
    expect(page.locator(".token.selected")).to_have_count(1)
    Hand(page).drag(close.man("Zaitsev"), 60, 20)
    expect(page.locator(".look-route")).to_have_count(1)
    expect(page.locator(".ahead")).to_have_count(1)
    expect(page.locator("form button.main")).to_contain_text("Fire (3), move")


def test_a_friend_is_fetched_by_dragging_a_man_onto_him(close: Squad) -> None:
    page = close.page
    page.locator(".men button", has_text="Zaitsev").click()
    carry(page, close.man("Zaitsev").locator(".hit"), close.fallen("Nikitin"))
    expect(page.locator("ul.plan")).to_contain_text("Pavel Zaitsev goes for Lev Nikitin: 67% that he will.")
    expect(page.locator("form button.main")).to_contain_text("fetch wounded")


def test_c_sends_a_man_into_melee(close: Squad) -> None:
    page = close.page
    page.locator(".men button", has_text="Orlova").click()
    page.locator(".stage").focus()
    page.keyboard.press("c")
    expect(page.locator(".look-charge")).to_have_count(1)
    expect(page.locator("ul.plan")).to_contain_text("Orlova charges")


def test_p_drops_men_prone_and_h_takes_half_of_the_squad(close: Squad) -> None:
    page = close.page
    page.locator(".stage").focus()
    page.keyboard.press("h")
    expect(page.locator(".token.selected")).to_have_count(2)
    first = page.locator(".token.selected").first.get_attribute("data-token")
    page.keyboard.press("h")
    expect(page.locator(".token.selected").first).not_to_have_attribute("data-token", first or "")
    page.keyboard.press("p")
    expect(page.locator("form button.main")).to_contain_text("move (2)")
    before = serial(page)
    page.keyboard.press("Enter")
    wait_for_question(page, before)


def test_v_makes_it_a_fast_move_with_chances_and_digits_change_the_formation(close: Squad) -> None:
    page = close.page
    x, y = centre(close.man("Orlova").locator(".hit"))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + 60, steps=4)
    label = page.locator(".draglabel")
    expect(label).to_contain_text("Move")
    ghosts = page.locator(".ahead")
    expect(ghosts).to_have_count(4)
    kept = [one.get_attribute("transform") for one in ghosts.all()]
    page.keyboard.press("2")
    page.keyboard.press("v")
    expect(label).to_contain_text("Fast Move")
    expect(label).to_contain_text(re.compile(r'Orlova: 12.0" \d+%, 16.0" \d+%'))
    assert [one.get_attribute("transform") for one in ghosts.all()] != kept
    page.mouse.up()
    expect(page.locator("form button.main")).to_contain_text("Fast Move (4)")


def test_a_group_dragged_up_to_a_wall_settles_into_cover_and_1_keeps_its_shape(close: Squad) -> None:
    page = close.page
    x, y = centre(close.man("Orlova").locator(".hit"))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 40, y + 90, steps=4)
    label = page.locator(".draglabel")
    expect(label).to_contain_text("Into cover: the smithy wall")
    ghosts = page.locator(".ahead")
    expect(ghosts).to_have_count(4)
    lined = [one.get_attribute("transform") for one in ghosts.all()]
    page.keyboard.press("1")
    expect(label).not_to_contain_text("Into cover")
    assert [one.get_attribute("transform") for one in ghosts.all()] != lined
    page.mouse.up()
    expect(page.locator("form button.main")).to_contain_text("Move (4)")


def ready_a_grenade(close: Squad) -> None:
    """Nobody fires; the sergeant gets a grenade ready, and with these dice may throw it at once."""
    page = close.page
    page.locator(".stage").focus()
    page.keyboard.press("Delete")
    expect(page.locator("form button.main")).to_contain_text("Nothing more")
    page.locator(".men button", has_text="Orlova").click()
    page.locator(".stage").focus()
    page.keyboard.press("y")
    expect(page.locator("form button.main")).to_contain_text("Ready a grenade")
    before = serial(page)
    page.keyboard.press("Enter")
    wait_for_question(page, before)


def test_a_grenade_is_readied_and_thrown_where_it_is_dragged(close: Squad) -> None:
    page = close.page
    ready_a_grenade(close)
    page.locator(".men button", has_text="Orlova").click()
    x, y = centre(close.man("Orlova").locator(".hit"))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 60, steps=4)
    page.keyboard.press("t")
    expect(page.locator(".look-template")).to_be_visible()
    page.mouse.move(x + 10, y - 90, steps=4)
    page.mouse.up()
    expect(page.locator("form button.main")).to_contain_text("Fire (3), throw or launch")
    expect(page.locator("ul.plan")).to_contain_text("Orlova throws a Grenade: 97% on the spot.")
    at_the_spot = page.locator(".look-template").bounding_box()
    carry(page, close.man("Orlova").locator(".hit"), close.man("Lange").locator(".hit"))
    expect(page.locator("ul.plan")).to_contain_text("In it: Obergefreiter Kurt Lange")
    assert page.locator(".look-template").bounding_box() != at_the_spot, "a drag aims it anew"
    before = serial(page)
    page.keyboard.press("Enter")
    wait_for_question(page, before)
    expect(page.locator(".thread")).to_contain_text("Orlova throws a Grenade")


def test_the_end_of_a_throw_is_dragged_to_another_spot(close: Squad) -> None:
    page = close.page
    ready_a_grenade(close)
    page.locator(".men button", has_text="Orlova").click()
    carry(page, close.man("Orlova").locator(".hit"), close.man("Lange").locator(".hit"), "t")
    expect(page.locator("ul.plan")).to_contain_text("In it: Obergefreiter Kurt Lange")
    end = page.locator(f"[data-throw='{close.ids['Orlova']}']")
    x, y = centre(end)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 20, y + 40, steps=4)
    page.mouse.move(x - 30, y + 70, steps=4)
    page.mouse.up()
    expect(page.locator("ul.plan")).to_contain_text("In it: no enemy you see.")
    assert centre(end) != (x, y)
    expect(page.locator("form button.main")).to_contain_text("throw or launch")


def in_sight(page: Page, squads: str) -> Squad:
    """Five of ours are sent to the east and walk into the view of two men behind a cottage."""
    squad = sit(page, squads, "nine-in-contact")
    wait_for_question(page)
    answer(page)
    Hand(page).drag(squad.man("Orlova"), 110, -20)
    page.locator(".look-route").first.wait_for(state="attached")
    assert answer(page) == 'Move up to 2" more before the In Sight Test.'
    return squad


def answer(page: Page) -> str:
    """Accept what is proposed; what is asked then."""
    before = serial(page)
    page.keyboard.press("Enter")
    return wait_for_question(page, before)


def test_men_who_were_stopped_go_on_to_where_they_were_sent(desk: Page, squads: str) -> None:
    in_sight(desk, squads)
    expect(desk.locator(".token.handled")).to_have_count(5)
    for _ in range(8):
        if answer(desk) == "Finish the move, or stay.":
            break
    expect(desk.locator("form button.main")).to_contain_text("Stay")
    desk.get_by_role("button", name="On as they were sent").click()
    expect(desk.locator(".look-route")).not_to_have_count(0)
    expect(desk.locator("form button.main")).to_contain_text("Go")
    expect(desk.locator("ul.told")).to_contain_text(re.compile(r'of \d\.\d"'))
    desk.locator(".stage").focus()
    desk.keyboard.press("Delete")
    expect(desk.locator("form button.main")).to_contain_text("Stay")


def test_volleys_in_a_chain_may_be_given_as_proposed_always(desk: Page, real_battles: str) -> None:
    """A platoon is fought with until somebody has won an In Sight Test or may shoot back: a volley lies ready."""
    sit(desk, real_battles, "dubrovka-farm")
    wait_for_question(desk)
    volley = desk.get_by_role("heading", name=re.compile("You saw them first|Shoot back"))
    for _ in range(60):
        if volley.count():
            break
        if not desk.locator(".look-route").count() and desk.get_by_role("button", name="Move").count():
            Hand(desk).drag(desk.locator(".token.handled").first, 40, 4)
        answer(desk)
    expect(desk.locator("form button.main")).to_contain_text("Fire")
    desk.get_by_label("Answer so").select_option("battle")
    before = serial(desk)
    desk.locator("form button.main").click()
    wait_for_question(desk, before)
    desk.get_by_role("button", name="Table", exact=True).click()
    expect(desk.get_by_role("dialog")).to_contain_text("as proposed, always in this battle")


def test_a_grenade_goes_no_farther_than_it_can_be_thrown(close: Squad) -> None:
    page = close.page
    ready_a_grenade(close)
    page.locator(".men button", has_text="Orlova").click()
    carry(page, close.man("Orlova").locator(".hit"), page.locator(".stage"), "t")
    expect(page.locator("form [role=alert]")).to_contain_text("the spot is too far")
    page.locator(".men button", has_text="Lebedev").click()
    page.locator(".stage").focus()
    page.keyboard.press("t")
    expect(page.locator("form [role=alert] .trouble")).to_contain_text("Lebedev has nothing ready to throw")


def test_a_key_for_what_nobody_can_do_says_why(close: Squad) -> None:
    page = close.page
    page.locator(".stage").focus()
    page.keyboard.press("t")
    expect(page.locator(".now .note")).to_contain_text("has nothing ready to throw")


def test_what_cannot_be_is_refused_with_its_reason(close: Squad) -> None:
    page = close.page
    page.locator(".men button", has_text="Lebedev").click()
    page.locator(".stage").focus()
    page.keyboard.press("y")
    expect(page.locator("form [role=alert] .trouble")).to_contain_text("Boris Lebedev")
