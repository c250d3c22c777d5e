"""The skirmish with several people: by link against each other, on one side together, and at one screen."""

from __future__ import annotations

import re
from time import sleep

import pytest
from playwright.sync_api import Page, expect

from tests.browser.by_link import NewBrowser, answer, invite, play, set_up, sit_down
from tests.browser.tabletop import keep
from tests.browser.test_curtain import share, take_over

pytest_plugins = ("tests.browser.server", "tests.browser.squad_fixture")

LESSON, VILLAGE, FARM, PATROL = "five-a-side", "lipki-village", "dubrovka-farm", "first-patrol"
ENOUGH = 60
"""Questions in which both players of one side are asked."""


def machine(page: Page, side: str) -> None:
    """The other side is the machine's."""
    page.locator(f"#seat-{side}").select_option("bot:plodder")


def men(page: Page) -> set[str]:
    """The men on the table who are of this seat's side."""
    return {str(one.get_attribute("data-token")) for one in page.locator(".token.mine").all()}


def test_two_people_play_the_lesson_s_fight_against_each_other_by_link(
    new_browser: NewBrowser, server: str
) -> None:
    anna, ben = new_browser(), new_browser()
    set_up(anna, server, f"skirmish/{LESSON}")
    (link,) = invite(anna).values()
    sit_down(ben, link, "Ben")
    answered = play(anna, ben)
    assert min(answered.values()) >= 2
    reasons = {page.locator("#verdict ~ p").first.inner_text() for page in (anna, ben)}
    assert len(reasons) == 1, "both are told the same"
    assert men(anna).isdisjoint(men(ben))


def test_two_people_lead_one_patrol_to_its_end(new_browser: NewBrowser, real_battles: str) -> None:
    """One has the sergeant's men, the other the corporal's; both are asked, and both see how it ends.

    With known dice: by chance a patrol is over before the corporal has a say.
    """
    anna, ben = new_browser(), new_browser()
    set_up(anna, real_battles, f"skirmish/{PATROL}")
    anna.locator("#players-soviet").select_option("2")
    (link,) = invite(anna).values()
    sit_down(ben, link, "Ben")
    answered = play(anna, ben)
    assert min(answered.values()) >= 1
    assert anna.locator("#verdict").inner_text() == ben.locator("#verdict").inner_text()
    assert men(anna) == men(ben)


@pytest.mark.parametrize(
    ("battle", "mine", "other"), [(VILLAGE, "german", "soviet"), (FARM, "soviet", "german")]
)
def test_two_people_share_a_side_against_the_machine(
    new_browser: NewBrowser, server: str, battle: str, mine: str, other: str
) -> None:
    anna, ben = new_browser(), new_browser()
    set_up(anna, server, f"skirmish/{battle}")
    anna.locator(f"#players-{mine}").select_option("2")
    anna.locator(f"#seat-{mine}").select_option("me")
    machine(anna, other)
    links = invite(anna)
    assert set(links) == {f"the seat {mine.capitalize()} 2"}
    sit_down(ben, links[f"the seat {mine.capitalize()} 2"], "Ben")
    asked = {anna: 0, ben: 0}
    for _ in range(ENOUGH * 10):
        if all(asked.values()) or anna.locator("#verdict").count():
            break
        now = [page for page in asked if answer(page)]
        for page in now:
            asked[page] += 1
        if not now:
            sleep(0.05)
    assert all(asked.values()), f"asked: {list(asked.values())}"
    assert men(anna) == men(ben) != set()


@pytest.mark.parametrize("battle", [LESSON, VILLAGE, FARM])
def test_at_one_screen_it_is_passed_on_and_nothing_shows_between(
    desk: Page, server: str, battle: str
) -> None:
    """Until both have answered something; the men of a seat are of one side, never the other's."""
    keep(desk, "deadground.table", {"pace": "once"})
    keep(desk, "deadground.lesson", {"off": True})
    share(desk, server, f"skirmish/{battle}")
    take_over(desk)
    sides: list[set[str]] = []
    answered: set[int] = set()
    for _ in range(ENOUGH):
        if len(answered) == 2 or desk.locator("#verdict").count():
            break
        if desk.locator(".pass button, .curtain button").count():
            take_over(desk)
            continue
        own = men(desk)
        side = next((n for n, known in enumerate(sides) if known & own), len(sides))
        if side == len(sides):
            sides.append(set())
        sides[side] |= own
        if answer(desk):
            answered.add(side)
        else:
            sleep(0.05)
    red, blue = sides
    assert answered == {0, 1}
    assert not red & blue


def test_a_patrol_has_no_second_side_to_play(desk: Page, server: str) -> None:
    """Nobody plays what the question marks turn out to be: the page does not offer two at this screen."""
    desk.goto(f"{server}/battles/skirmish/{PATROL}")
    expect(desk.get_by_role("radio", name=re.compile("^Two at this screen"))).to_have_count(0)
