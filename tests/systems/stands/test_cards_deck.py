"""The card sheet and the limit it can set. KIM-A2a"""

from __future__ import annotations

import pytest

from deadground.systems.stands.rules.cards.card_law import card_sheet, deck_share
from deadground.systems.stands.state import Seat, StandsState
from deadground.testing import rule
from tests.systems.stands.field import field, inf, tank
from tests.systems.stands.test_cards_law import faults, lay

SHEET = {
    "move": 10,
    "opportunity": 6,
    "fire": 6,
    "action": 4,
    "charge": 4,
    "prone": 4,
    "move_and_fire": 4,
    "dummy": 2,
    "change_formation": None,
}


@rule("KIM-A2a")
def test_the_card_sheet() -> None:
    assert {str(one["order"]): one["value"] for one in card_sheet().records()} == SHEET
    assert sum(card_sheet().number(order) or 0 for order in SHEET) == 40


def many(stands: int = 24) -> StandsState:
    state = field(*[inf(f"i{n}", (50 + 50 * n, 900)) for n in range(stands)], tank("x", (1, 1), side="blue"))
    state.units["red_unit"].cards = stands
    return state


@rule("KIM-A2a")
@pytest.mark.parametrize("card", list(SHEET))
def test_a_side_lays_no_more_of_an_order_than_its_sheet_holds(card: str) -> None:
    have = SHEET[card] or 10
    arrow = 0 if card in ("move", "move_and_fire", "change_formation") else None
    orders = [lay(card, f"i{n}", arrow=arrow) for n in range(have + 1)]
    on, off = {"deck_limit": "on"}, {"deck_limit": "off"}
    assert faults(many(), *orders[:have], options=on) == ()
    (fault,) = faults(many(), *orders, options=on)
    assert fault.rows == ("KIM-A2a", "KIM-R37")
    assert fault.reason.endswith(f"more than the {have} you have")
    assert faults(many(), *orders, options=off) == ()


@rule("KIM-A2a")
def test_change_formation_uses_up_a_move_and_more_sheets_hold_more() -> None:
    moves = [lay("move", f"i{n}", arrow=0) for n in range(6)]
    turns = [lay("change_formation", f"i{n + 6}", arrow=0) for n in range(5)]
    on = {"deck_limit": "on"}
    assert faults(many(), *moves, *turns[:4], options=on) == ()
    (fault,) = faults(many(), *moves, *turns, options=on)
    assert fault.reason == "11 Move cards are more than the 10 you have"
    state = many()
    state.sides["red"].sheets = 2
    assert faults(state, *moves, *turns, options=on) == ()


@rule("KIM-A2a")
def test_players_of_a_side_share_the_sheet() -> None:
    state = many()
    state.seats["ally"] = Seat(id="ally", side="red", commander=False)
    state.seats["third"] = Seat(id="third", side="red", commander=False)
    shares = {id: deck_share(state, state.seats[id], "move") for id in ("red", "ally", "third", "blue")}
    assert shares == {"red": 4, "ally": 3, "third": 3, "blue": 10}
    assert deck_share(state, state.seats["ally"], "dummy") == 0
    assert deck_share(state, state.seats["red"], "dummy") == 2
    state.seats["red"].commander = False
    assert deck_share(state, state.seats["red"], "dummy") == 2, "without a commander the first player's"
