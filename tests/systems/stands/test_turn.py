"""The turn: the nine phases in their order, and what begins and ends it."""

from __future__ import annotations

from random import Random
from typing import Any

from deadground.core.game import Game
from deadground.core.journal import Began
from deadground.core.match import Match
from deadground.core.position import Position
from deadground.systems.stands.state import StandsState
from deadground.systems.stands.system import STANDS
from deadground.testing import rule

NINE = ["cards", "command", "area_fire", "charges", "movement", "fire", "close_combat", "lift", "morale"]


def phases_played(scenario: str, turns: int, seed: int = 7) -> list[tuple[int, str]]:
    """Turn and phase of every step that rules take, each noted once in a row."""
    seen: list[tuple[int, str]] = []

    def watch(game: Game[Any], position: Position[Any]) -> None:
        here = (position.state.turn, position.state.phase)
        if not seen or seen[-1] != here:
            seen.append(here)

    match = Match(STANDS, STANDS.prepare(scenario), bytes(32))
    match.watch = watch
    match.enact(Began())
    rng = Random(seed)
    while match.outcome is None and match.position.state.turn <= turns:
        view = match.view(match.to_act()[0])
        request = view.requests[0]
        match.submit(request.choice(request.sample(view, rng)))
    return seen


@rule("KIM-1.1a")
def test_a_day_turn_runs_through_nine_phases_in_order() -> None:
    played = phases_played("first-lesson", turns=2)
    for turn in (1, 2):
        assert [phase for at, phase in played if at == turn and phase in NINE][-9:] == NINE


@rule("KIM-1.1a", "KIM-1.2d")
def test_nothing_but_cards_is_asked_before_the_cards_are_laid() -> None:
    match = Match.begin(STANDS, STANDS.prepare("first-lesson"), bytes(32))
    state: StandsState = match.position.state
    assert state.phase == "cards"
    rng = Random(1)
    for seat in match.to_act():
        view = match.view(seat)
        assert view.requests[0].kind == "orders"
        match.submit(view.requests[0].choice(view.requests[0].sample(view, rng)))
    assert match.position.state.phase != "cards"
