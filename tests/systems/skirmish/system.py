"""The skirmish as a system over a given state, so that single procedures and functions can be played in tests.

with playing(table(...), Crisis(...), dice=[4]) as p:
    p.choose("red", ...)
    p.nothing_pending()

g = game(table(...), dice=[3])        # for functions that take a game
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
from deadground.core.system import NamedOption, Setup, System
from deadground.core.view import View
from deadground.systems.skirmish.game import Skirmish
from deadground.systems.skirmish.options import option
from deadground.systems.skirmish.rules.book import CHAPTERS
from deadground.systems.skirmish.state import SkirmishState
from deadground.systems.skirmish.table.looks import LOOKS
from deadground.testing.play import SEED, Curtain, Play, play


class TableSystem(System[SkirmishState]):
    """Begins with the state it was made with."""

    name = "skirmish"
    title = "Skirmish"
    version = "test"
    state_type = SkirmishState
    game_type = Skirmish

    def __init__(self, state: SkirmishState) -> None:
        assert CHAPTERS, "every chapter's procedures must be known"
        self.given = state

    @cached_property
    def options(self) -> tuple[NamedOption, ...]:
        return tuple(option.known.values())

    @property
    def scenarios(self) -> Mapping[str, str]:
        return {"table": "What the test set up."}

    def seats(self, scenario: str) -> tuple[str, ...]:
        return tuple(self.given.seats)

    def new_state(self, setup: Setup) -> SkirmishState:
        return copy_state(self.given)

    def opening(self, setup: Setup) -> Procedure:
        return Curtain()

    @property
    def looks(self) -> Mapping[str, Callable[[View[SkirmishState], Mapping[str, Any]], Look]]:
        return LOOKS

    def imagine(self, view: View[SkirmishState], rng: Random) -> SkirmishState:
        return copy_state(view.state)

    def invariants(self, state: SkirmishState) -> Iterable[str]:
        return ()


def playing(
    state: SkirmishState,
    procedure: Procedure,
    *,
    dice: Iterable[int] = (),
    options: Mapping[str, str] | None = None,
) -> AbstractContextManager[Play[SkirmishState]]:
    """One procedure, played by itself on a state."""
    return play(TableSystem(state), "table", procedure, dice=dice, options=options)


def game(
    state: SkirmishState, dice: Iterable[int] = (), options: Mapping[str, str] | None = None
) -> Skirmish:
    """A game in the middle of a rule: the state itself (not a copy), scripted dice, no agenda."""
    system = TableSystem(state)
    setup = system.prepare("table", options)
    return Skirmish(state, [], setup.seats, setup.options, system.rulings, Scripted(*dice), Ids(SEED, 1))
