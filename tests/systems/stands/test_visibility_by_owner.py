"""Who judges what is seen: the software, or by option the owner, at a fixed moment. KIM-R52, KIM-R108"""

from __future__ import annotations

from random import Random

import pytest

from deadground.core.match import Match
from deadground.systems.stands.rules.cards.turn import phases
from deadground.systems.stands.system import STANDS
from deadground.testing.conformance.checks import random_choice
from tests.systems.stands.field import field, inf
from tests.systems.stands.system import game

PLACE = "Put on the table the stands that the enemy can see now"


@pytest.mark.parametrize("by_night", [False, True])
@pytest.mark.parametrize("option", ["automatic", "by_owner"])
def test_owners_are_asked_when_all_movement_is_over(option: str, by_night: bool) -> None:
    state = field(inf("a", (500, 500)), night_turns=(1,) if by_night else ())
    keys = [kind.key for _, kind in phases(game(state, options={"reveal": option}))]
    moved = keys.index("stands.night_turn" if by_night else "stands.movement")
    assert ("stands.place_seen" in keys[moved + 1 : moved + 2]) is (option == "by_owner")
    assert keys.count("stands.place_seen") == (option == "by_owner")


@pytest.mark.parametrize("option", ["automatic", "by_owner"])
def test_every_seat_is_asked_every_turn_with_hidden_stands_or_without(option: str) -> None:
    """The Soviets of the first lesson hide nobody and are asked like the Germans, who do."""
    match = Match.begin(STANDS, STANDS.prepare("first-lesson", {"reveal": option}), bytes(32))
    rng, asked = Random(3), dict.fromkeys(match.setup.seats, 0)
    serials: set[tuple[str, int]] = set()
    while match.outcome is None:
        for seat in match.to_act():
            (request,) = match.requests(seat)
            if request.prompt.startswith(PLACE) and (seat, request.serial) not in serials:
                serials.add((seat, request.serial))
                asked[seat] += 1
        random_choice(match, rng)
    turns = match.position.state.turn if option == "by_owner" else 0
    assert asked == {"soviet": turns, "german": turns}
