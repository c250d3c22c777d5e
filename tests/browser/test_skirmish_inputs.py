"""How many clicks, drags and keys a phase of a skirmish takes, with nine men in two groups. The budget is held."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.browser.hand import Hand, keep_counts
from tests.browser.skirmish_table import (
    CHOOSE,
    ORDER,
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
BUDGET = {OUT_OF_CONTACT: 6, ONE_EXCHANGE: 16, ENEMY: 2}
"""A change that raises a number says why."""


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
    assert 'Move up to 2" more before the In Sight Test.' in heard
    keep_counts({ONE_EXCHANGE: hand.inputs})
    assert hand.inputs <= BUDGET[ONE_EXCHANGE]
    assert enemy_phase(desk) <= BUDGET[ENEMY]
