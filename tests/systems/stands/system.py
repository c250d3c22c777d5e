"""Stands as a system over a given state, so that single procedures and functions can be played in tests.

with playing(field(...), RollCommand(), dice=[4]) as p:
    p.choose("red", ...)
    p.nothing_pending()

g = game(field(...), dice=[7])        # for functions that take a game
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager
from functools import cached_property
from random import Random
from typing import Any

from deadground.core.agenda import Procedure
from deadground.core.dice import Ids, Scripted
from deadground.core.records import copy_state
from deadground.core.scene import Look
from deadground.core.system import NamedOption, Setup, System, named_options
from deadground.core.view import View
from deadground.systems.registry import catalogue
from deadground.systems.stands.game import Stands
from deadground.systems.stands.state import StandsState
from deadground.systems.stands.table.looks import LOOKS
from deadground.testing.play import SEED, Curtain, Play, play


class FieldSystem(System[StandsState]):
    """Begins with the state it was made with."""

    name = "stands"
    title = "Stands"
    version = "test"
    state_type = StandsState
    game_type = Stands

    def __init__(self, state: StandsState) -> None:
        self.given = state

    @cached_property
    def options(self) -> tuple[NamedOption, ...]:
        return named_options(catalogue("stands"))

    @property
    def scenarios(self) -> Mapping[str, str]:
        return {"field": "What the test set up."}

    def seats(self, scenario: str) -> tuple[str, ...]:
        return tuple(self.given.seats)

    def new_state(self, setup: Setup) -> StandsState:
        return copy_state(self.given)

    def opening(self, setup: Setup) -> Procedure:
        return Curtain()

    @property
    def looks(self) -> Mapping[str, Callable[[View[StandsState], Mapping[str, Any]], Look]]:
        return LOOKS

    def imagine(self, view: View[StandsState], rng: Random) -> StandsState:
        return copy_state(view.state)

    def invariants(self, state: StandsState) -> Iterable[str]:
        return ()


def playing(
    state: StandsState,
    procedure: Procedure,
    *,
    dice: Iterable[int] = (),
    options: Mapping[str, str] | None = None,
) -> AbstractContextManager[Play[StandsState]]:
    """One procedure, played by itself on a state."""
    return play(FieldSystem(state), "field", procedure, dice=dice, options=options)


def game(state: StandsState, dice: Iterable[int] = (), options: Mapping[str, str] | None = None) -> Stands:
    """A game in the middle of a rule: the state itself (not a copy), scripted dice, no agenda."""
    system = FieldSystem(state)
    setup = system.prepare("field", options)
    return Stands(state, [], setup.seats, setup.options, system.rulings, Scripted(*dice), Ids(SEED, 1))
