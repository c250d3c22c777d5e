"""What hands do at a skirmish: drag a group or one man, shoot, charge, fetch a wounded friend, drop prone."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.hand import Hand
from tests.browser.playing import TABLET
from tests.browser.skirmish_table import (
    ORDER,
    Squad,
    answer_with_enter,
    carry,
    centre,
    serial,
    sit,
    wait_for_question,
)
from tests.browser.tabletop import STAFF

pytest_plugins = ("tests.browser.server", "tests.browser.squad_fixture")


def plan(page: Page) -> str:
    return page.locator("ul.plan").inner_text()


def test_a_volley_is_proposed_as_lines_with_beads_and_the_chance_below(close: Squad) -> None:
    page = close.page
    expect(page.locator(".look-spare")).to_have_count(3)  # a die may give him any of the three
    assert page.locator(".look-shot .bead.full").count() > 3, "a gun has more dice than one"
    expect(page.locator("ul.plan .chance")).to_have_text(re.compile(r"At least one down: \d+%"))
    expect(page.locator("form button.main")).to_contain_text("Fire (4)")
    lange = page.locator("ul.plan li", has_text="Lange: hit")
    expect(lange).to_have_text(re.compile(r"hit \d+%, down \d+%, by Orlova \(3 dice\)\."))
    expect(page.locator("ul.plan")).to_contain_text("Frolov is left over: a die gives him one of")
    expect(page.locator(".men button", has_text="Lebedev")).to_contain_text("Fire at Roth")
    expect(page.locator(".look-shot text").first).to_have_text(re.compile(r"hit \d+%"))


def test_a_line_end_is_dragged_to_another_man_and_what_is_refused_says_why(close: Squad) -> None:
    page = close.page
    carry(page, close.shot_of("Zaitsev"), close.man("Lange"))
    expect(page.locator("form [role=alert]")).to_contain_text("must pair off with an enemy")
    expect(page.locator("form button.main")).to_have_text(re.compile("^Not like this"))
    assert "%" not in plan(page), "what may not be fired promises nothing"
    expect(page.locator(".pieces .look-shot text", has_text="%")).to_have_count(0)
    page.keyboard.press("z")
    expect(page.locator("form [role=alert]")).to_be_empty()
    expect(page.locator("form button.main")).to_contain_text("Fire (4)")
    carry(page, close.shot_of("Zaitsev"), close.man("Frolov"))
    expect(page.locator(".now .note")).to_contain_text("A shot needs an enemy")


def test_the_dice_of_a_gun_are_shared_and_empty_inches_cost_hollow_beads(close: Squad) -> None:
    page = close.page
    first = plan(page)
    carry(page, close.shot_of("Lebedev"), close.man("Lange"), shift=True)
    expect(page.locator("ul.plan")).not_to_have_text(first)
    for man in ("Kurt Lange", "Emil Roth"):
        line = page.locator("ul.plan li", has_text=man)
        expect(line).to_contain_text("Lebedev (2 dice)")


def test_enter_accepts_the_fire_plan(close: Squad) -> None:
    page = close.page
    before = serial(page)
    page.keyboard.press("Enter")
    wait_for_question(page, before)
    expect(page.locator(".thread .throw", has_text="fires").first).to_be_attached()


def test_after_a_volley_the_red_button_does_not_throw_the_move_away(close: Squad) -> None:
    page = close.page
    for _ in range(10):
        before = serial(page)
        page.keyboard.press("Enter")
        if wait_for_question(page, before) == ORDER:
            break
    main = page.locator("form button.main")
    expect(main).to_contain_text(STAFF)
    before = serial(page)
    page.locator("form .ways").get_by_role("button", name="Nothing more").click()
    expect(page.locator(".warned")).to_contain_text("could still move")
    assert serial(page) == before, "it is asked about once"
    page.keyboard.press("Enter")
    wait_for_question(page, before)


def test_one_man_is_dragged_apart(close: Squad) -> None:
    page = close.page
    close.man("Zaitsev").locator(".hit").click()
    expect(page.locator(".token.selected")).to_have_count(1)
    Hand(page).drag(close.man("Zaitsev"), 60, 20)
    expect(page.locator(".look-route")).to_have_count(1)
    expect(page.locator(".ahead")).to_have_count(1)
    expect(page.locator("form button.main")).to_contain_text("Fire (3), move")


def test_a_friend_is_fetched_by_dragging_a_man_onto_him(close: Squad) -> None:
    """The friend lies at his feet: where the two bases meet who was taken hold of goes, not his sergeant."""
    page = close.page
    (x, y), (to_x, to_y) = centre(close.man("Zaitsev").locator(".hit")), centre(close.fallen("Nikitin"))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + (to_x - x) * 0.65, y + (to_y - y) * 0.65, steps=4)
    page.mouse.up()
    expect(page.locator("ul.plan")).to_contain_text("Pavel Zaitsev goes for Lev Nikitin: 67% that he will.")
    expect(page.locator("form button.main")).to_contain_text("fetch wounded")


def test_c_sends_a_man_into_melee(close: Squad) -> None:
    page = close.page
    page.locator(".men button", has_text="Orlova").click()
    page.locator(".stage").focus()
    page.keyboard.press("c")
    expect(page.locator(".look-charge")).to_have_count(1)
    page.keyboard.press("Enter")
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


def in_the_air(squad: Squad, dx: float, dy: float) -> tuple[Locator, Locator]:
    """The sergeant's group dragged and not yet set: the label at the pointer, and where the four would stand."""
    page = squad.page
    x, y = centre(squad.man("Orlova").locator(".hit"))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + dx, y + dy, steps=4)
    ghosts = page.locator(".ahead")
    expect(ghosts).to_have_count(4)
    return page.locator(".draglabel"), ghosts


def test_v_makes_it_a_fast_move_with_chances_and_digits_change_the_formation(close: Squad) -> None:
    page = close.page
    label, ghosts = in_the_air(close, 0, 60)
    expect(label).to_contain_text("Move")
    kept = [one.get_attribute("transform") for one in ghosts.all()]
    page.keyboard.press("2")
    page.keyboard.press("v")
    expect(label).to_contain_text("Fast Move")
    expect(label).to_contain_text(re.compile(r'Orlova: 12.0" with \d+%, 16.0" with \d+%'))
    assert [one.get_attribute("transform") for one in ghosts.all()] != kept
    page.mouse.up()
    expect(page.locator("form button.main")).to_contain_text("Fast Move (4)")


def test_a_group_dragged_up_to_a_wall_settles_into_cover_and_1_keeps_its_shape(close: Squad) -> None:
    page = close.page
    label, ghosts = in_the_air(close, 40, 90)
    expect(label).to_contain_text(
        re.compile(r"In cover from the nearest enemy: [34] of 4 \(the smithy wall\)")
    )
    lined = [one.get_attribute("transform") for one in ghosts.all()]
    page.keyboard.press("1")
    expect(label).to_contain_text(re.compile("In cover from the nearest enemy: (nobody|[012] of 4)"))
    assert [one.get_attribute("transform") for one in ghosts.all()] != lined
    page.mouse.up()
    expect(page.locator("form button.main")).to_contain_text("Move (4)")


def ready_a_grenade(close: Squad) -> None:
    """Nobody fires; the sergeant gets a grenade ready, and with these dice may throw it at once."""
    page = close.page
    page.locator(".stage").focus()
    page.keyboard.press("Delete")
    expect(page.locator("form button.main")).to_contain_text("What your staff advises")
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


def in_sight(page: Page, squads: str, battle: str = "nine-in-contact") -> Squad:
    """Men of ours are sent to the east and walk into the view of somebody behind a cottage."""
    squad = sit(page, squads, battle)
    wait_for_question(page)
    answer(page)
    Hand(page).drag(squad.man("Orlova"), 110, -20)
    page.locator(".look-route").first.wait_for(state="attached")
    assert answer(page) == 'Move up to 2" more before the In Sight Test.'
    return squad


def answer(page: Page) -> str:
    """Accept what is proposed; what is asked then."""
    before = serial(page)
    answer_with_enter(Hand(page))
    return wait_for_question(page, before)


def test_men_who_were_stopped_go_on_to_where_they_were_sent(desk: Page, squads: str) -> None:
    in_sight(desk, squads)
    expect(desk.locator(".token.handled")).to_have_count(5)
    for _ in range(8):
        if answer(desk) == "Finish the move, or stay.":
            break
    expect(desk.locator("form button.main")).to_contain_text("Stay")
    desk.get_by_role("button", name="Carry on as sent").click()
    expect(desk.locator(".look-route")).not_to_have_count(0)
    expect(desk.locator("form button.main")).to_contain_text("Go")
    expect(desk.locator("ul.told")).to_contain_text(re.compile(r'of \d\.\d"'))
    desk.locator(".stage").focus()
    desk.keyboard.press("Delete")
    expect(desk.locator("form button.main")).to_contain_text("Stay")


def test_volleys_in_a_chain_may_be_given_as_proposed_always(desk: Page, squads: str) -> None:
    in_sight(desk, squads, "seen-first")
    assert answer(desk).startswith("You saw them first")
    expect(desk.locator("form button.main")).to_contain_text("Fire")
    desk.get_by_label("Answer like this").select_option("battle")
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
    note = page.locator(".now .note")
    expect(note).to_contain_text("has nothing ready to throw")
    expect(note.get_by_role("link").first).to_be_visible()


def test_what_cannot_be_is_refused_with_its_reason(close: Squad) -> None:
    page = close.page
    page.locator(".men button", has_text="Lebedev").click()
    page.locator(".stage").focus()
    page.keyboard.press("y")
    trouble = page.locator("form [role=alert] .trouble")
    expect(trouble).to_contain_text("Boris Lebedev")
    expect(trouble.get_by_role("link").first).to_be_visible()
    page.locator(".men button", has_text="Orlova").click()
    expect(trouble).to_have_count(0)


def test_b_lays_a_weapon_aside_and_x_picks_it_up(close: Squad) -> None:
    page = close.page
    page.locator(".stage").focus()
    page.keyboard.press("Delete")
    page.locator(".men button", has_text="Frolov").click()
    page.locator(".stage").focus()
    page.keyboard.press("b")
    expect(page.locator("ul.plan")).to_contain_text("Igor Frolov lays the BA Rifle aside.")
    before = serial(page)
    page.keyboard.press("Enter")
    wait_for_question(page, before)
    expect(page.locator(".trace title", has_text="BA Rifle")).to_have_count(1)
    page.keyboard.press("Delete")
    page.locator(".men button", has_text="Frolov").click()
    page.locator(".stage").focus()
    page.keyboard.press("x")
    expect(page.locator("ul.plan")).to_contain_text("Igor Frolov picks up the BA Rifle.")


def test_a_drag_beyond_their_reach_says_how_much_of_it_they_go_and_its_label_stays_in_the_window(
    close: Squad,
) -> None:
    page = close.page
    x, y = centre(close.man("Orlova").locator(".hit"))
    stage = page.locator(".stage").bounding_box()
    assert stage is not None
    right, bottom = stage["x"] + stage["width"], stage["y"] + stage["height"]
    label, _ = in_the_air(close, right - 40 - x, bottom - 40 - y)
    expect(label).to_contain_text(re.compile(r'4 men: \d\.\d" of \d\d\.\d" asked'))
    box = label.bounding_box()
    assert box is not None
    assert box["x"] + box["width"] <= right
    assert box["y"] + box["height"] <= bottom


def test_dead_ground_is_shaded_from_the_start_and_reach_is_drawn_as_the_ground_allows(close: Squad) -> None:
    page = close.page
    expect(page.locator(".look-unseen")).to_have_count(1)
    button = page.get_by_role("button", name="Dead ground")
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(button).to_have_attribute("title", "Dead ground: shaded where none of yours sees a man (E)")
    page.locator(".stage").focus()
    page.keyboard.press("e")
    expect(page.locator(".look-unseen")).to_have_count(0)
    page.reload()
    close.man("Zaitsev").hover()
    expect(page.locator(".area.look-reach")).to_have_count(1)
    expect(page.locator(".look-unseen")).to_have_count(0)
    page.get_by_role("button", name="Dead ground").click()
    expect(page.locator(".look-unseen")).to_have_count(1)


def test_what_now_has_room_before_the_thread_has(close: Squad) -> None:
    """On a small screen the question is whole, or the log beneath it is down to its newest lines."""
    page = close.page
    page.set_viewport_size(TABLET)
    page.locator(".men button", has_text="Orlova").click()
    hidden = "one => one.scrollHeight - one.clientHeight"
    below = page.locator(".sheet-thread, .sheet-log").filter(visible=True)
    box = below.bounding_box()
    assert box is not None
    assert page.locator(".sheet-now").evaluate(hidden) <= 1 or box["height"] < 140


def test_who_is_dragged_to_a_question_mark_goes_there(desk: Page, real_battles: str) -> None:
    """It is nobody yet whom one could shoot at."""
    squad = sit(desk, real_battles, "first-patrol")
    wait_for_question(desk)
    before = serial(desk)
    desk.keyboard.press("Enter")
    wait_for_question(desk, before)
    mark = desk.locator(".token", has_text="?1").locator(".hit")
    carry(desk, squad.man("Dolgov").locator(".hit"), mark)
    expect(desk.locator("form button.main")).to_contain_text("Move (5)")
    expect(desk.locator(".look-route")).not_to_have_count(0)
    expect(desk.locator("form .trouble")).to_have_count(0)
