"""Single orders of steady: who makes way for a gun, and when a battery fires, turns and moves up."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from deadground.bots.roster import make_bot
from deadground.core.match import Match
from deadground.space.plane import FULL_TURN, Point, facing_of, minus
from deadground.systems.stands.bots.lanes import lanes_of
from deadground.systems.stands.bots.picture import Picture
from deadground.systems.stands.game import kind_of
from deadground.systems.stands.state import Stand, StandsState
from deadground.systems.stands.system import STANDS

SEED = bytes(32)


def begun(scenario: str) -> Match[StandsState]:
    return Match.begin(STANDS, STANDS.prepare(scenario), SEED)


def first(state: StandsState, side: str, troop: str) -> Stand:
    return next(one for one in state.stands.values() if one.side == side and kind_of(one).troop == troop)


def put(one: Stand, x: int, y: int) -> None:
    one.at = (x * 10, y * 10)


def cards_of(match: Match[StandsState], seat: str) -> list[dict[str, Any]]:
    """The cards that steady lays, which the rules take."""
    match = match.clone(SEED)
    choice = make_bot(STANDS, "steady", SEED, seat).choose(match.view(seat))
    assert match.check(choice) == []
    laid: list[dict[str, Any]] = choice.value
    return laid


def card_of(cards: Iterable[dict[str, Any]], one: Stand) -> dict[str, Any]:
    return next((card for card in cards if one.id in card["pieces"]), {"card": ""})


@pytest.fixture(name="lesson")
def _lesson() -> tuple[Match[StandsState], Stand, Stand]:
    """A tank has come before the hidden gun at the north end of Gorelka; a grenadier is where he began, in the line
    between, and has nobody by him to charge with."""
    match = begun("first-lesson")
    state = match.position.state
    gun = next(one for one in state.stands.values() if one.at == (7500, 2480))
    put(first(state, "soviet", "tank"), 602, 245)
    alone = first(state, "german", "infantry")
    others = [one for one in state.stands.values() if one.unit == alone.unit and one is not alone]
    for number, one in enumerate(others):
        put(one, 770, 290 + 40 * number)
    return match, gun, alone


def test_own_men_get_out_of_the_way_of_a_guns_shot(lesson: tuple[Match[StandsState], Stand, Stand]) -> None:
    match, gun, grenadier = lesson
    (lane,) = lanes_of(Picture(match.clone(SEED).view("german")))
    assert (lane.gun.id, lane.barred_by) == (gun.id, frozenset({grenadier.id}))
    cards = cards_of(match, "german")
    assert card_of(cards, grenadier)["card"].startswith("move")
    assert card_of(cards, gun)["card"] == "fire"


def test_nobody_makes_way_for_a_gun_whose_line_is_free(
    lesson: tuple[Match[StandsState], Stand, Stand],
) -> None:
    match, gun, grenadier = lesson
    put(grenadier, 715, 320)
    (lane,) = lanes_of(Picture(match.clone(SEED).view("german")))
    assert (lane.gun.id, lane.barred_by) == (gun.id, frozenset())
    cards = cards_of(match, "german")
    assert not card_of(cards, grenadier)["card"].startswith("move")
    assert card_of(cards, gun)["card"] == "fire"


def battery(away: int, turned: bool) -> tuple[dict[str, Any], Point, Stand]:
    """The card of a German howitzer that knows of rifles so far to the west, faced or not; and where they are."""
    match = begun("vesnya-crossings")
    state = match.position.state
    gun, rifles = first(state, "german", "artillery"), first(state, "soviet", "infantry")
    rifles.at = (gun.at[0] - away * 10, gun.at[1])
    towards = facing_of(minus(rifles.at, gun.at))
    for one in state.stands.values():
        if one.unit == gun.unit:
            one.facing = (towards + turned * FULL_TURN // 2) % FULL_TURN
    return card_of(cards_of(match, "german"), gun), rifles.at, gun


def test_a_battery_fires_at_whom_it_can_hurt() -> None:
    card, _, _ = battery(780, turned=False)
    assert card["card"] == "fire"


def test_a_battery_turns_to_those_behind_it() -> None:
    card, at, gun = battery(780, turned=True)
    assert (card["card"], card["arrow"]) == ("change_formation", facing_of(minus(at, gun.at)))


def test_a_battery_comes_up_to_those_out_of_its_range() -> None:
    card, _, _ = battery(860, turned=False)
    assert card["card"] == "move"
