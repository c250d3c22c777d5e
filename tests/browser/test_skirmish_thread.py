"""The thread: a chain as nested cards, told once, folded when it is over, and shown again on the map."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.hand import Hand
from tests.browser.playing import assert_accessible
from tests.browser.skirmish_table import Squad, answer_with_enter, march, serial, sit, wait_for_question

pytest_plugins = ("tests.browser.server", "tests.browser.squad_fixture")


def walk_into_view(page: Page, server: str, dx: float = 110, dy: float = -20) -> Squad:
    """The first group walks round a cottage and meets two of the enemy; the exchange is played as proposed."""
    squad = sit(page, server, "nine-in-contact")
    wait_for_question(page)
    hand = Hand(page)
    hand.press("Enter")
    page.locator(".token.handled").first.wait_for(state="attached")
    march(squad, "Orlova", dx, dy)(hand)
    for _ in range(8):
        before = serial(page)
        answer_with_enter(hand)
        wait_for_question(page, before)
        if page.locator(".thread .over").count() or page.locator(".lastsum").count():
            return squad
    raise AssertionError("the exchange is not over")


def test_a_chain_is_cards_with_dice_pips_results_and_a_sum(desk: Page, squads: str) -> None:
    walk_into_view(desk, squads)
    expect(desk.get_by_role("button", name="Thread")).to_have_attribute("aria-pressed", "true")
    thread = desk.get_by_role("region", name="The thread")
    first = thread.locator(".throw:not(.quiet)").first
    expect(first.locator(".title")).to_have_text("In Sight")
    expect(first.locator(".dice svg").first).to_be_visible()
    expect(first.locator(".man").first).to_be_visible()
    expect(first.locator(".man .word")).to_have_text("is quicker")
    expect(first.locator(".rule")).to_contain_text("most acts first")
    expect(thread.locator(".over")).to_have_text(re.compile(r"^Exchange over: .*\.$"))
    expect(thread.locator(".over")).not_to_contain_text("Soviet")
    assert_accessible(desk)
    # Why, man by man: cause, Rep, the dice he counts, what he reads; and how they are now.
    test = thread.locator(".throw", has_text="Crisis Test").last
    man = test.get_by_role("listitem").filter(has_text="Lebedev")
    expect(man).to_contain_text("Rep 4")
    expect(man).to_contain_text("Pavel Zaitsev is down. Man Down, 2 passed: carries on.")
    expect(man.locator("svg.passed")).to_have_count(3)
    forces = desk.locator(".left").get_by_role("list", name="Not as they should be, First half")
    expect(forces.get_by_role("listitem")).to_have_text(["Zaitsev knocked down"])


def test_a_die_that_does_not_count_is_drawn_so_and_cover_is_told(desk: Page, squads: str) -> None:
    """One throw for two men: the die for cover counts for the one behind the wall, not for the one beside it."""
    sit(desk, squads, "wall")
    wait_for_question(desk)
    for _ in range(2):
        before = serial(desk)
        desk.keyboard.press("Enter")
        wait_for_question(desk, before)
    thread = desk.get_by_role("region", name="The thread")
    for fold in thread.locator(".fold[aria-expanded=false]").all():
        fold.click()
    test = thread.locator(".throw", has_text="Crisis Test").filter(has_text="Lange").first
    covered, bare = (
        test.locator("ul.men").get_by_role("listitem").filter(has_text=name) for name in ("Lange", "Roth")
    )
    expect(covered).to_contain_text(re.compile(r"in cover\s*\+1"))
    expect(covered.locator("svg.left")).to_have_count(0)
    expect(covered.locator("svg.failed, svg.passed")).to_have_count(4)
    expect(bare).to_contain_text("not in cover")
    expect(bare.locator("svg.left")).to_have_count(1)
    expect(bare.locator("svg.failed, svg.passed")).to_have_count(3)


def test_a_finished_branch_is_one_line_until_it_is_opened(desk: Page, squads: str) -> None:
    walk_into_view(desk, squads)
    branch = desk.locator(".thread .inner").first
    fold = branch.locator("> .fold")
    if fold.get_attribute("aria-expanded") == "true":
        fold.click()
    expect(branch.locator(".throw")).to_have_count(0)
    fold.click()
    expect(branch.locator(".throw").first).to_be_visible()
    inside, outside = branch.bounding_box(), desk.locator(".thread .chain").last.bounding_box()
    assert inside is not None
    assert outside is not None
    assert inside["x"] > outside["x"], "depth is indentation"


def test_a_card_is_shown_again_on_the_map_in_its_colour(desk: Page, squads: str) -> None:
    walk_into_view(desk, squads)
    card = desk.locator(".thread .throw", has_text="fires").first
    card.locator("button").first.click()
    tracer = desk.locator(".pieces .throw .tracer")
    expect(tracer.first).to_be_attached()
    expect(card).to_have_class(re.compile("now"))
    colours = [
        card.evaluate("one => getComputedStyle(one).borderLeftColor"),
        tracer.first.evaluate("one => getComputedStyle(one).stroke"),
    ]
    assert colours[0] == colours[1]
    expect(tracer).to_have_count(0)


def test_the_thread_is_read_on_a_phone_without_the_log(phone: Page, squads: str) -> None:
    walk_into_view(phone, squads, dx=52, dy=-10)
    phone.get_by_role("button", name="Exchange over").click()
    expect(phone.locator(".tabs [aria-pressed=true]")).to_have_text("Thread")
    over = phone.locator(".thread .over")
    over.scroll_into_view_if_needed()
    expect(over).to_be_visible()
    assert_accessible(phone)


def test_a_chain_unfolds_as_it_is_told(desk: Page, squads: str) -> None:
    """With a pace, cards come one after the other, and none is there before it was told."""
    squad = sit(desk, squads, "nine-in-contact", pace="tell")
    wait_for_question(desk)
    desk.locator("form button.main").click()
    desk.locator(".token.handled").first.wait_for(state="attached")
    march(squad, "Orlova", 110, -20)(Hand(desk))
    for _ in range(2):
        before = serial(desk)
        desk.locator("form button.main").click()
        desk.locator(".throw.now").first.wait_for()
        assert desk.locator(".thread .over").count() == 0, "the sum comes last"
        assert desk.locator(".sheet-log", has_text="Exchange over").count() == 0, "nor does the log know"
        wait_for_question(desk, before, patience=90)
    expect(desk.locator(".thread .over")).to_be_visible()
