"""The skirmish as a system the kernel can run."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from random import Random
from typing import Any, ClassVar

from deadground.core.agenda import Procedure
from deadground.core.scene import Clock, Look, Scene
from deadground.core.sheet import Sheet
from deadground.core.system import NamedOption, Setup, Summary, System
from deadground.core.view import View
from deadground.systems.skirmish.charts import charts
from deadground.systems.skirmish.game import Skirmish
from deadground.systems.skirmish.imagine import imagine
from deadground.systems.skirmish.invariants import invariants
from deadground.systems.skirmish.options import known
from deadground.systems.skirmish.rules import book
from deadground.systems.skirmish.scenario_file import scenario_ids, scenario_named
from deadground.systems.skirmish.setup import battle
from deadground.systems.skirmish.sheet import drawing, sheet, thumbnail
from deadground.systems.skirmish.state import LOST, SkirmishState
from deadground.systems.skirmish.table.looks import LOOKS
from deadground.systems.skirmish.table.scene import clock, scene


class SkirmishSystem(System[SkirmishState]):
    """Man to man: one activation sets off chains of sight, fire and reaction."""

    name: ClassVar[str] = "skirmish"
    title: ClassVar[str] = "Skirmish"
    version: ClassVar[str] = "0.1"
    state_type = SkirmishState
    game_type = Skirmish

    @cached_property
    def options(self) -> tuple[NamedOption, ...]:
        return tuple(known().values())

    @property
    def scenarios(self) -> Mapping[str, str]:
        return {id: scenario_named(id).file.about for id in scenario_ids()}

    def seats(self, scenario: str) -> tuple[str, ...]:
        return tuple(side.id for side in scenario_named(scenario).file.sides)

    def prepare(
        self,
        scenario: str,
        options: Mapping[str, str] | None = None,
        details: Mapping[str, Any] | None = None,
    ) -> Setup:
        """What the scenario sets comes before the defaults, what the players set before both."""
        own = scenario_named(scenario).file.options if scenario in scenario_ids() else {}
        return super().prepare(scenario, {**own, **(options or {})}, details)

    def new_state(self, setup: Setup) -> SkirmishState:
        return battle(scenario_named(setup.scenario), setup.options)

    def opening(self, setup: Setup) -> Procedure:
        return book.Battle()

    def imagine(self, view: View[SkirmishState], rng: Random) -> SkirmishState:
        return imagine(view, rng)

    def invariants(self, state: SkirmishState) -> Iterable[str]:
        return invariants(state)

    def phase(self, state: SkirmishState) -> str:
        return f"{state.turn} {state.stage} {state.phase}"

    def scene(self, view: View[SkirmishState]) -> Scene:
        return scene(view)

    @property
    def looks(self) -> Mapping[str, Callable[[View[SkirmishState], Mapping[str, Any]], Look]]:
        return LOOKS

    def clock(self, state: SkirmishState) -> Clock:
        return clock(state)

    def sheet(self, scenario: str) -> Sheet:
        return sheet(scenario)

    def drawing(self, map: str) -> str:
        return drawing(map)

    def thumbnail(self, scenario: str) -> str:
        return thumbnail(scenario)

    def sum_up(self, state: SkirmishState) -> Summary:
        losses = dict.fromkeys(state.sides, 0)
        for figure in state.figures.values():
            losses[figure.side] += figure.status in LOST
        return Summary(state.turn, losses)

    def data_digest(self) -> str:
        return charts().digest


SKIRMISH = SkirmishSystem()
