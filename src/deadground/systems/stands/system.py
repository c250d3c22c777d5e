"""Stands as a system the kernel can run."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from random import Random
from typing import Any, ClassVar

from deadground.core.agenda import Procedure
from deadground.core.system import NamedOption, Setup, Summary, System
from deadground.core.view import View
from deadground.systems.stands.game import Stands
from deadground.systems.stands.imagine import imagine
from deadground.systems.stands.invariants import invariants
from deadground.systems.stands.options import known
from deadground.systems.stands.rules.shots import CHARTS
from deadground.systems.stands.scenario_file import scenario_ids, scenario_named
from deadground.systems.stands.setup import battle
from deadground.systems.stands.state import StandsState
from deadground.systems.stands.turn import Battle


class StandsSystem(System[StandsState]):
    """Stands on a millimetre table, face-down order cards, simultaneous turns, hidden stands."""

    name: ClassVar[str] = "stands"
    title: ClassVar[str] = "Stands"
    version: ClassVar[str] = "0.1"
    state_type = StandsState
    game_type = Stands

    @cached_property
    def options(self) -> tuple[NamedOption, ...]:
        return tuple(known().values())

    @property
    def scenarios(self) -> Mapping[str, str]:
        return {id: scenario_named(id).file.about for id in scenario_ids()}

    def seats(self, scenario: str) -> tuple[str, ...]:
        return tuple(battle(scenario_named(scenario)).seats)

    def prepare(
        self,
        scenario: str,
        options: Mapping[str, str] | None = None,
        details: Mapping[str, Any] | None = None,
    ) -> Setup:
        """What the scenario sets comes before the defaults, what the players set before both."""
        own = scenario_named(scenario).file.options if scenario in scenario_ids() else {}
        return super().prepare(scenario, {**own, **(options or {})}, details)

    def new_state(self, setup: Setup) -> StandsState:
        return battle(scenario_named(setup.scenario))

    def opening(self, setup: Setup) -> Procedure:
        return Battle()

    def imagine(self, view: View[StandsState], rng: Random) -> StandsState:
        return imagine(view, rng)

    def invariants(self, state: StandsState) -> Iterable[str]:
        return invariants(state)

    def side_of(self, scenario: str, seat: str) -> str:
        return battle(scenario_named(scenario)).seats[seat].side

    def sum_up(self, state: StandsState) -> Summary:
        losses = dict.fromkeys(state.sides, 0)
        for command in state.commands.values():
            losses[command.side] += command.losses
        return Summary(state.turn, losses)

    def data_digest(self) -> str:
        return CHARTS.digest


STANDS = StandsSystem()
