"""The lesson of five men a side, clicked through from Home to its end by what the coach offers."""

from __future__ import annotations

from itertools import groupby

from playwright.sync_api import Locator, Page, expect

from tests.browser import coached
from tests.browser.coached import MOST_CLICKS, click_on, play, title
from tests.browser.playing import DESK, PHONE, TABLET, NewPage, assert_accessible
from tests.browser.tabletop import middle

pytest_plugins = ("tests.browser.server",)

CHAIN = ["Who was quicker", "Hit or miss", "How they react", "That was a chain"]


def begin(page: Page, server: str) -> Locator:
    return coached.begin(page, server, "Five a side", "Take the well")


def read_on(page: Page, coach: Locator, until: str) -> list[str]:
    """Follow the coach until he says something; what he said before that."""
    said: list[str] = []
    for _ in range(MOST_CLICKS):
        if title(coach) == until:
            return said
        said.append(click_on(page, coach))
    raise AssertionError(f"he never said '{until}', but {said}")


def test_the_lesson_is_played_to_its_end_by_what_the_coach_offers(desk: Page, server: str) -> None:
    coach = begin(desk, server)
    said = play(desk, coach)
    assert [one for one, _ in groupby(said)][:2] == ["Take the well", "Who may act"]
    # The dice are honest: in one battle of some fifty it is over before the pupil is asked again, or has fired.
    links = [said.index(one) for one in ("Drag your men", *CHAIN) if one in said]
    assert links == sorted(links)
    assert {"Drag your men", "Who was quicker"} <= set(said)
    ticks = coach.locator(".ticks li")
    undone = [text for text in ticks.all_inner_texts() if "not yet" in text]
    assert not undone or [text.split(",")[0].strip() for text in undone] == ["Fire"]
    expect(coach.get_by_role("button", name="Again")).to_be_visible()
    expect(coach.get_by_role("link", name="The rules")).to_have_attribute("href", "/rules")
    coach.get_by_role("link", name="Something bigger").click()
    expect(desk).to_have_url(f"{server}/battles/skirmish/lipki-village")


def test_a_roll_is_taken_apart_with_its_dice_by_side(desk: Page, server: str) -> None:
    coach = begin(desk, server)
    read_on(desk, coach, "Who was quicker")
    why = coach.locator(".why")
    expect(why).to_contain_text("In Sight dice of")
    expect(why).to_contain_text("Rep +")
    expect(why.locator(".dice", has_text="Soviet").first).to_be_visible()  # a tie is thrown again
    expect(desk.locator(".coaching rect:not(.halo)")).not_to_have_count(0)


def test_a_drag_of_the_players_own_does_as_well_as_the_offer(desk: Page, server: str) -> None:
    coach = begin(desk, server)
    read_on(desk, coach, "Drag your men")
    goal = desk.locator(".coaching .aimed").bounding_box()
    assert goal is not None
    x, y = middle(desk.locator(".token.mine").first)
    desk.mouse.move(x, y)
    desk.mouse.down()
    desk.mouse.move(goal["x"], goal["y"], steps=4)
    desk.mouse.move(goal["x"] + goal["width"] / 2, goal["y"] + goal["height"] / 2, steps=4)
    desk.mouse.up()
    expect(coach.get_by_role("heading", name="Go", exact=True)).to_be_visible()


def test_every_step_can_be_skipped_and_so_can_the_lesson(desk: Page, server: str) -> None:
    coach = begin(desk, server)
    read_on(desk, coach, "Drag your men")
    for after in ("Up to the hedge", "Go"):
        coach.get_by_role("button", name="Skip this").click()
        expect(coach.get_by_role("heading", name=after, exact=True)).to_be_visible()
    coach.get_by_role("button", name="Skip this").click()
    expect(coach.get_by_role("button", name="Skip this")).to_have_count(0)
    coach.get_by_role("button", name="Skip the lesson").click()
    expect(coach).to_have_count(0)
    expect(desk.locator(".coaching rect")).to_have_count(0)


def test_the_coach_is_accessible_and_fits_every_screen(new_page: NewPage, server: str) -> None:
    for size in (DESK, TABLET, PHONE):
        page = new_page(size)
        coach = begin(page, server)
        expect(coach.get_by_role("button", name="Got it")).to_be_in_viewport()
        read_on(page, coach, "Drag your men")
        expect(coach.get_by_role("button", name="Do it for me")).to_be_in_viewport()
        assert_accessible(page)
        read_on(page, coach, "Who was quicker")
        expect(coach.get_by_role("button", name="Got it")).to_be_in_viewport()
        assert_accessible(page)
