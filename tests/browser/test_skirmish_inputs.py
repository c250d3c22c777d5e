"""How many clicks, drags and keys a phase of a skirmish takes: nine men in two groups, and a platoon of forty.

The budget is held.
"""

from __future__ import annotations

from playwright.sync_api import Page

from tests.browser.hand import Hand, keep_counts
from tests.browser.skirmish_table import (
    CHOOSE,
    ORDER,
    Drags,
    answer_with_enter,
    asked,
    march,
    play_phase,
    sit,
    wait_for_question,
)

pytest_plugins = ("tests.browser.server", "tests.browser.squad_fixture")

OUT_OF_CONTACT, ONE_EXCHANGE, ENEMY = (
    "skirmish phase, out of contact",
    "skirmish phase, one exchange",
    "skirmish, the enemy's phase",
)
PLATOON = "skirmish phase of a platoon"
STEP = 'Move up to 2" more before the In Sight Test.'
BUDGET = {OUT_OF_CONTACT: 6, ONE_EXCHANGE: 16, ENEMY: 2}
"""A change that raises a number says why."""
A_GROUP, AN_EXCHANGE = 3, 10
"""The same for any number of men: what a group takes out of contact, and what an exchange adds to it."""
ONCE_MORE = 2
"""A group that sees the enemy after its move is asked once more, and once more where it is told nothing."""


def enemy_phase(page: Page) -> int:
    """How many inputs the enemy's phase takes, if anything is asked in it."""
    hand = Hand(page)
    if asked(page) and asked(page) != CHOOSE:
        play_phase(hand, [])
    return hand.inputs


def test_two_groups_out_of_contact(desk: Page, squads: str) -> None:
    squad = sit(desk, squads, "nine-men")
    wait_for_question(desk)
    hand = Hand(desk)
    heard = play_phase(hand, [march(squad, "Orlova", 0, -30), march(squad, "Morozov", 0, -30)])
    assert set(heard) == {CHOOSE, ORDER}, "nobody comes into sight"
    theirs = enemy_phase(desk)
    keep_counts({OUT_OF_CONTACT: hand.inputs, ENEMY: theirs})
    assert hand.inputs <= BUDGET[OUT_OF_CONTACT]
    assert theirs <= BUDGET[ENEMY], "he may walk into view, and we are asked only for our shot"


def test_one_exchange_and_the_enemys_phase_after_it(desk: Page, squads: str) -> None:
    """The first group walks into view of two men behind a cottage; then the enemy has his phase."""
    squad = sit(desk, squads, "nine-in-contact")
    wait_for_question(desk)
    hand = Hand(desk)
    heard = play_phase(hand, [march(squad, "Orlova", 110, -20), march(squad, "Morozov", 0, -20)])
    assert STEP in heard
    keep_counts({ONE_EXCHANGE: hand.inputs})
    assert hand.inputs <= BUDGET[ONE_EXCHANGE]
    assert enemy_phase(desk) <= BUDGET[ENEMY]


def anybody(dx: float, dy: float) -> Drags:
    """A drag of the first man who may be taken in hand, and all his group with him."""

    def move(hand: Hand) -> None:
        page = hand.page
        hand.drag(page.locator(".token.handled").first, dx, dy)
        page.locator(".look-route").first.wait_for(state="attached")

    return move


def test_a_platoon_of_forty_is_moved_group_by_group(desk: Page, real_battles: str) -> None:
    """Forty men cost no more than their groups and what these run into: nobody is moved or asked man by man."""
    sit(desk, real_battles, "dubrovka-farm")
    hand = Hand(desk)
    while wait_for_question(desk) != CHOOSE:
        answer_with_enter(hand)
    hand.inputs = 0
    heard = play_phase(hand, [anybody(40, 4)] * 4, most=80)
    groups = heard.count(CHOOSE)
    exchanges = heard.count(STEP)
    keep_counts({PLATOON: hand.inputs, f"{PLATOON}, groups": groups, f"{PLATOON}, exchanges": exchanges})
    assert groups >= 2
    more = heard.count(ORDER) - groups
    assert hand.inputs <= A_GROUP * groups + AN_EXCHANGE * exchanges + ONCE_MORE * more, heard
