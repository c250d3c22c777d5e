"""Stands as a system the kernel can run."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from random import Random
from typing import Any, ClassVar

from msgspec.structs import replace

from deadground.core.agenda import Procedure
from deadground.core.bot import BotMaker
from deadground.core.chances import Question
from deadground.core.citing import way_in
from deadground.core.events import SeenEvent
from deadground.core.faults import SetupError
from deadground.core.files import KindOfFile
from deadground.core.lending import LentCommand
from deadground.core.overrule import Overrule, OverruleKind, Ruled
from deadground.core.scene import Clock, Look, Scene
from deadground.core.sheet import Argued, GoalTold, Luck, Sheet
from deadground.core.system import Setup, Summary
from deadground.core.view import Outcome, View
from deadground.systems.kit.system import ShelvedSystem
from deadground.systems.stands.bots import BOTS
from deadground.systems.stands.files import FILES
from deadground.systems.stands.game import MAPS, Stands
from deadground.systems.stands.imagine import imagine
from deadground.systems.stands.invariants import invariants
from deadground.systems.stands.lesson import LESSONS
from deadground.systems.stands.migrations import ACT_MIGRATIONS, MIGRATIONS
from deadground.systems.stands.odds import QUESTIONS
from deadground.systems.stands.options import option
from deadground.systems.stands.rules.cards.turn import Battle
from deadground.systems.stands.rules.fire.shots import CHARTS
from deadground.systems.stands.scenario_file import SCENARIOS, scenario_named
from deadground.systems.stands.seats import loans
from deadground.systems.stands.seats.news import tidings
from deadground.systems.stands.seats.players import led_by, share_out
from deadground.systems.stands.seats.umpire import OVERRULES, overrule
from deadground.systems.stands.seats.umpire_settles import UMPIRE
from deadground.systems.stands.setup import battle
from deadground.systems.stands.sheet import argued, luck, sheet, thumbnail
from deadground.systems.stands.sizes import resize
from deadground.systems.stands.state import StandsState
from deadground.systems.stands.table.looks import LOOKS
from deadground.systems.stands.table.scene import clock, scene
from deadground.systems.stands.victory import goals_told


class StandsSystem(ShelvedSystem[StandsState]):
    """Stands on a millimetre table, face-down order cards, simultaneous turns, hidden stands."""

    name: ClassVar[str] = "stands"
    title: ClassVar[str] = "Stands"
    version: ClassVar[str] = "0.4"
    schema: ClassVar[int] = 3
    migrations = MIGRATIONS
    act_migrations = ACT_MIGRATIONS
    state_type = StandsState
    book_options = option
    maps = MAPS
    shelf = SCENARIOS
    lessons = LESSONS
    game_type = Stands

    @cached_property
    def bots(self) -> Mapping[str, BotMaker]:
        return BOTS

    @property
    def usual_bot(self) -> str:
        """Not the strongest, who thinks for a second or two before every turn."""
        return "steady"

    @property
    def files(self) -> tuple[KindOfFile, ...]:
        return FILES

    @property
    def odds(self) -> Mapping[str, Question]:
        return QUESTIONS

    def seats(self, scenario: str) -> tuple[str, ...]:
        return tuple(battle(scenario_named(scenario)).seats)

    @way_in
    def prepare(
        self,
        scenario: str,
        options: Mapping[str, str] | None = None,
        details: Mapping[str, Any] | None = None,
    ) -> Setup:
        """With the detail `umpire` a person is the umpire, and has a seat; `players` gives a side more than one."""
        setup = super().prepare(scenario, options, details)
        umpire = setup.details.get("umpire", False)
        if not isinstance(umpire, bool):
            raise SetupError(f"'umpire' says whether a person is the umpire: true or false, not {umpire!r}")
        players = tuple(self.new_state(setup).seats) if "players" in setup.details else setup.seats
        return replace(setup, seats=(*players, UMPIRE) if umpire else players)

    def new_state(self, setup: Setup) -> StandsState:
        state = battle(scenario_named(setup.scenario))
        share_out(state, setup.details)
        return state

    def opening(self, setup: Setup) -> Procedure:
        return Battle()

    def imagine(self, view: View[StandsState], rng: Random) -> StandsState:
        return imagine(view, rng)

    def scene(self, view: View[StandsState]) -> Scene:
        return scene(view)

    @property
    def looks(self) -> Mapping[str, Callable[[View[StandsState], Mapping[str, Any]], Look]]:
        return LOOKS

    def invariants(self, state: StandsState) -> Iterable[str]:
        return invariants(state)

    def led_by(self, state: StandsState, seat: str) -> tuple[str, ...]:
        return led_by(state, seat)

    def side_of(self, scenario: str, seat: str) -> str:
        """As the scenario says; a seat beyond its own is named after the side: see players.py."""
        if seat == UMPIRE:
            return ""
        found = battle(scenario_named(scenario)).seats.get(seat)
        return found.side if found else seat.rpartition("_")[0]

    def sees_all(self, seat: str) -> bool:
        return seat == UMPIRE

    @property
    def overrules(self) -> tuple[OverruleKind, ...]:
        return OVERRULES

    def overrule(self, game: Stands, ruling: Overrule) -> Ruled:
        return overrule(game, ruling)

    def phase(self, state: StandsState) -> str:
        return f"{state.turn} {state.phase}"

    def tidings(self, view: View[StandsState]) -> Mapping[str, str]:
        return tidings(view)

    def why_not_lend(self, state: StandsState, seat: str, to: str | None, by: str) -> str:
        return loans.why_not_lend(state, seat, to, by)

    def lend(self, game: Stands, seat: str, commands: tuple[str, ...], to: str | None) -> None:
        if to is None:
            loans.take_home(game, seat, commands)
        else:
            loans.lend(game, seat, commands, to)

    def commands_of(self, state: StandsState, seat: str) -> tuple[LentCommand, ...]:
        return loans.commands_of(state, seat)

    def sum_up(self, state: StandsState) -> Summary:
        losses = dict.fromkeys(state.sides, 0)
        for command in state.commands.values():
            losses[command.side] += command.losses
        return Summary(state.turn, losses)

    def clock(self, state: StandsState) -> Clock:
        return clock(state)

    def sheet(self, scenario: str) -> Sheet:
        return sheet(scenario)

    def luck(self, event: SeenEvent) -> Luck | None:
        return luck(event)

    @cached_property
    def argued(self) -> tuple[Argued, ...]:
        return argued()

    def thumbnail(self, scenario: str) -> str:
        return thumbnail(scenario)

    @way_in
    def goals_told(self, state: StandsState, outcome: Outcome) -> tuple[GoalTold, ...]:
        return goals_told(state, scenario_named(state.scenario).file.victory)

    def resize(self, state: StandsState, times: float) -> int:
        return resize(state, times)

    def data_digest(self) -> str:
        return CHARTS.digest


STANDS = StandsSystem()
