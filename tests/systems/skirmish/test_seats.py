"""Several players on one side: who is asked what, who may lend a seat, and that the contract holds."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from deadground.bots.random import RandomBot
from deadground.core.faults import Refused, SetupError
from deadground.core.lending import lend
from deadground.core.match import Match
from deadground.systems.skirmish.rules.activation.groups import partition
from deadground.systems.skirmish.seats import part_of, parts_of
from deadground.systems.skirmish.state import Seat
from deadground.systems.skirmish.system import SKIRMISH
from deadground.testing.conformance import conform
from tests.systems.skirmish.table import man, table

VILLAGE = "lipki-village"


def village(**players: int) -> Match[Any]:
    return Match.begin(SKIRMISH, SKIRMISH.prepare(VILLAGE, details={"players": players}), b"seats".ljust(32))


def test_a_squad_is_shared_by_its_halves() -> None:
    match = village(german=2)
    state = match.position.state
    assert match.setup.seats == ("german", "german_2", "soviet")
    assert parts_of(state, "german") == ["german_squad/1", "german_squad/2"]
    assert {id: seat.parts for id, seat in state.seats.items()} == {
        "german": ("german_squad/1",),
        "german_2": ("german_squad/2",),
        "soviet": (),
    }
    assert [id for id, seat in state.seats.items() if seat.commander] == ["german", "soviet"]
    assert {part_of(one) for one in state.figures.values() if one.half != 2 and one.side == "german"} == {
        "german_squad/1"
    }
    assert SKIRMISH.side_of(VILLAGE, "german_2") == "german"


def test_more_players_than_parts_are_refused() -> None:
    with pytest.raises(SetupError, match="2 squads and half-squads and takes 1 to 2 players, not 3"):
        village(german=3)


def test_the_commander_chooses_the_group_and_its_player_gives_the_orders() -> None:
    """Over some turns both players are asked; only the commander chooses which group acts."""
    match = village(german=2, soviet=2)
    bots = {seat: RandomBot(Random(seat)) for seat in match.setup.seats}
    asked: set[tuple[str, str]] = set()
    for _ in range(250):
        if match.outcome is not None:
            break
        seat = match.to_act()[0]
        view = match.view(seat)
        request = view.requests[0]
        asked.add((seat, request.guide))
        if request.guide == "skirmish.groups":
            assert match.position.state.seats[seat].commander
        match.submit(bots[seat].choose(view))
    for side in ("german", "soviet"):
        assert (side, "skirmish.groups") in asked
        assert (f"{side}_2", "skirmish.groups") not in asked
        assert any(seat == f"{side}_2" for seat, _ in asked), "the second player is asked too"


def test_a_group_has_one_player() -> None:
    """Men who stand together are one group where one plays them, and a group for each player where two do. NS-02"""
    state = table(
        man("a", (10, 10), half=1),
        man("b", (12, 10), half=2),
        man("c", (10, 12), half=1),
        man("x", (10, 40), side="blue"),
    )
    assert partition(state, "red") == [["a", "b", "c"]]
    one, two = parts_of(state, "red")
    state.seats["red"] = Seat(id="red", side="red", parts=(one,))
    state.seats["red_2"] = Seat(id="red_2", side="red", commander=False, parts=(two,))
    assert partition(state, "red") == [["a", "c"], ["b"]]


def test_a_seat_is_lent_within_its_side_or_to_a_bot() -> None:
    match = village(german=2)
    with pytest.raises(Refused, match="soviet does not play for the side of german_2"):
        lend(match, "german", "german_2", "soviet")
    with pytest.raises(Refused, match="only german or the commander of that side"):
        lend(match, "german_2", "german", "german_2")
    lend(match, "german", "german_2", "german")
    assert match.position.aside.lent == {"german_2": "german"}


def test_team_mates_see_the_same_table() -> None:
    match = village(german=2)
    own, mate = match.view("german").state, match.view("german_2").state
    assert own.figures == mate.figures


@pytest.mark.parametrize("knowledge", ["open", "ghosts"])
def test_a_battle_of_four_players_conforms(knowledge: str) -> None:
    conform(
        SKIRMISH,
        VILLAGE,
        games=1,
        share=0.08,
        seed=4,
        options={"table_knowledge": knowledge},
        details={"players": {"german": 2, "soviet": 2}},
    )
