"""The cards and moves that morale leaves to a command. KIM-8.1b, KIM-8.1c, KIM-R107"""

from __future__ import annotations

from random import Random

import pytest

from deadground.core.requests import Path
from deadground.systems.stands.rules.cards.cards import PlaceCards
from deadground.systems.stands.rules.movement.movement import Movement
from deadground.systems.stands.state import StandsState
from deadground.testing import bounds, rule
from tests.systems.stands.field import field, hq, inf
from tests.systems.stands.system import playing
from tests.systems.stands.test_cards import lay

MARCH = {"retire": "march_off"}


def battle(losses: int = 0, *, retired: bool = False) -> StandsState:
    """A red command of one stand that no longer advances at two losses."""
    state = field(hq("h", (500, 1000)), inf("a", (500, 900)), inf("x", (500, 100), side="blue"))
    command = state.commands["red_command"]
    command.first_morale, command.second_morale = 2, 3
    command.losses, command.retired = losses, retired
    return state


@rule("KIM-8.1c")
@pytest.mark.parametrize(
    ("card", "allowed"),
    [
        ("fire", True),
        ("prone", True),
        ("dummy", True),
        ("move", False),
        ("move_and_fire", False),
        ("change_formation", False),
        ("opportunity", False),
        ("charge", False),
    ],
)
def test_a_command_that_marches_off_is_given_cards_to_defend_itself_only(card: str, allowed: bool) -> None:
    arrow = 0 if card in ("move", "move_and_fire", "change_formation") else None
    with playing(battle(3, retired=True), PlaceCards(), options=MARCH) as p:
        if not allowed:
            fault = p.refuse("red", [lay(card, "a", arrow=arrow)])[0]
            assert fault.at == "value[0].card"
            assert "belongs to a command that is retiring: no " in fault.reason
            assert fault.rows == ("KIM-8.1c", "KIM-R76", "KIM-R107")
        p.choose("red", [lay(card, "a", arrow=arrow)] if allowed else [])
        p.pending(blue="Lay")


@rule("KIM-8.1b")
@pytest.mark.parametrize(("losses", "allowed"), [(1, True), (2, False), (3, False)])
def test_a_command_that_no_longer_advances_is_given_no_charge(losses: int, allowed: bool) -> None:
    with playing(battle(losses), PlaceCards()) as p:
        if not allowed:
            (fault,) = p.refuse("red", [lay("charge", "a")])
            assert (
                fault.reason == f"Red command has lost {losses} stands and no longer advances: no Charge card"
            )
            assert fault.rows == ("KIM-8.1b", "KIM-R76", "KIM-R107")
        p.choose("red", [lay("charge" if allowed else "move", "a", arrow=None if allowed else 0)])
        p.pending(blue="Lay")


@bounds("KIM-8.1c")
def test_samples_and_suggestions_keep_to_it() -> None:
    with playing(battle(3, retired=True), PlaceCards(), options=MARCH) as p:
        view = p.match.view("red")
        (request,) = view.requests
        laid = {order["card"] for seed in range(40) for order in request.sample(view, Random(seed))}
        assert laid == {"fire", "prone", "dummy"}
        assert all(not request.check(view, one.value) for one in request.suggest(view, 5))
        p.pending(red="Lay", blue="Lay")


@rule("KIM-8.1c")
def test_nobody_of_a_command_that_marches_off_is_given_a_route() -> None:
    """Its march needs no card and is made at the end of the turn; its HQ makes no other move either."""
    for retired, walkers in ((False, ["h"]), (True, [])):
        with playing(battle(retired=retired), Movement(), options=MARCH) as p:
            request = p.asked("red")
            assert isinstance(request, Path)
            assert [one.piece for one in request.walkers] == walkers
            p.pending(red="Give", blue="Give")
    unknown, barred = p.match.check(request.choice({"h": {"points": [[5000, 9000]]}}))
    assert unknown.reason == "'h' is not one of the pieces asked for"
    assert barred.reason == "H belongs to a command that is retiring"
    assert "KIM-R107" in barred.rows
