"""The skirmish as a system the kernel can run."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Any, ClassVar

from msgspec.structs import replace

from deadground.core.agenda import Procedure
from deadground.core.bot import BotMaker
from deadground.core.chances import Question
from deadground.core.charts import Charts
from deadground.core.citing import way_in
from deadground.core.events import SeenEvent
from deadground.core.faults import Fault
from deadground.core.files import KindOfFile
from deadground.core.own_book import Cells, in_force
from deadground.core.scene import Clock, Look, Scene, Term
from deadground.core.sharing import side_of_seat
from deadground.core.sheet import DecidingRoll, Fate, GoalTold, Sheet
from deadground.core.system import Setup, Summary
from deadground.core.view import Outcome, View
from deadground.core.workshop import Workshop
from deadground.systems.kit.system import ShelvedSystem
from deadground.systems.skirmish.afterwards import deciding_roll, on_with, roll_call
from deadground.systems.skirmish.armies.muster import DETAIL as ROSTERS
from deadground.systems.skirmish.armies.muster import checked_rosters, with_rosters
from deadground.systems.skirmish.armies.workshop import WORKSHOP
from deadground.systems.skirmish.bots import BOTS
from deadground.systems.skirmish.charts import shipped
from deadground.systems.skirmish.files import FILES
from deadground.systems.skirmish.game import MAPS, Skirmish
from deadground.systems.skirmish.imagine import imagine
from deadground.systems.skirmish.invariants import invariants
from deadground.systems.skirmish.lesson import LESSONS
from deadground.systems.skirmish.migrations import ACT_MIGRATIONS, MIGRATIONS
from deadground.systems.skirmish.next_time import next_time
from deadground.systems.skirmish.odds.questions import QUESTIONS
from deadground.systems.skirmish.options import option
from deadground.systems.skirmish.own_book import unreadable
from deadground.systems.skirmish.rules import book
from deadground.systems.skirmish.scenario_file import SCENARIOS, UNPLAYED, battle_of, scenario_named
from deadground.systems.skirmish.seats import led_by, share_out, why_not_lend
from deadground.systems.skirmish.setup import battle
from deadground.systems.skirmish.sheet import sheet, terms, thumbnail
from deadground.systems.skirmish.sizes import resize
from deadground.systems.skirmish.state import LOST, SkirmishState
from deadground.systems.skirmish.table.looks import LOOKS
from deadground.systems.skirmish.table.scene import scene
from deadground.systems.skirmish.victory import goals_told
from deadground.systems.skirmish.whereabouts import clock


class SkirmishSystem(ShelvedSystem[SkirmishState]):
    """Man to man: one activation sets off chains of sight, fire and reaction."""

    name: ClassVar[str] = "skirmish"
    title: ClassVar[str] = "Skirmish"
    version: ClassVar[str] = "0.4"
    schema: ClassVar[int] = 5
    migrations = MIGRATIONS
    act_migrations = ACT_MIGRATIONS
    state_type = SkirmishState
    book_options = option
    maps = MAPS
    shelf = SCENARIOS
    lessons = LESSONS
    game_type = Skirmish

    @property
    def files(self) -> tuple[KindOfFile, ...]:
        return FILES

    @property
    def workshop(self) -> Workshop:
        return WORKSHOP

    @property
    def odds(self) -> Mapping[str, Question]:
        return QUESTIONS

    def seats(self, scenario: str) -> tuple[str, ...]:
        return tuple(side.id for side in scenario_named(scenario).file.sides if side.played)

    @way_in
    def prepare(
        self,
        scenario: str,
        options: Mapping[str, str] | None = None,
        details: Mapping[str, Any] | None = None,
    ) -> Setup:
        """The detail `players` gives a side more than one seat, `rosters` squads of their own; `unplayed` names the
        side that is left to the game itself.
        """
        setup = super().prepare(scenario, options, details)
        battle_of(setup)
        if ROSTERS in setup.details:
            with in_force(setup.own_book):
                rosters = checked_rosters(battle_of(setup), setup.details[ROSTERS])
            setup = replace(setup, details={**setup.details, ROSTERS: rosters})
        return (
            replace(setup, seats=tuple(self.new_state(setup).seats))
            if not {"players", UNPLAYED}.isdisjoint(setup.details)
            else setup
        )

    def check_setup(self, setup: Setup) -> None:
        """Rosters were checked when the game was set up; lists that are corrected later do not end it."""
        details = {name: value for name, value in setup.details.items() if name != ROSTERS}
        super().check_setup(replace(setup, details=details))

    def new_state(self, setup: Setup) -> SkirmishState:
        state = battle(with_rosters(battle_of(setup), setup.details), setup.options)
        share_out(state, setup.details)
        return state

    def led_by(self, state: SkirmishState, seat: str) -> tuple[str, ...]:
        return led_by(state, seat)

    def side_of(self, scenario: str, seat: str) -> str:
        """A seat beyond the scenario's own is named after the side."""
        return seat if seat in self.seats(scenario) else side_of_seat(seat)

    def why_not_lend(self, state: SkirmishState, seat: str, to: str | None, by: str) -> str:
        return why_not_lend(state, seat, to, by)

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
    def bots(self) -> Mapping[str, BotMaker]:
        return BOTS

    @property
    def usual_bot(self) -> str:
        """Not the strongest, who thinks for a second or two before every turn."""
        return "sergeant"

    @property
    def looks(self) -> Mapping[str, Callable[[View[SkirmishState], Mapping[str, Any]], Look]]:
        return LOOKS

    def clock(self, state: SkirmishState) -> Clock:
        return clock(state)

    def sheet(self, scenario: str) -> Sheet:
        return sheet(scenario)

    def thumbnail(self, scenario: str) -> str:
        return thumbnail(scenario)

    @cached_property
    def terms(self) -> tuple[Term, ...]:
        return terms()

    def sum_up(self, state: SkirmishState) -> Summary:
        losses = dict.fromkeys(state.sides, 0)
        for figure in state.figures.values():
            losses[figure.side] += figure.status in LOST
        return Summary(state.turn, losses)

    @way_in
    def roll_call(self, state: SkirmishState, events: Sequence[SeenEvent]) -> tuple[Fate, ...]:
        return roll_call(state, events)

    @way_in
    def deciding_roll(self, events: Sequence[SeenEvent]) -> DecidingRoll | None:
        return deciding_roll(events)

    @way_in
    def next_time(self, state: SkirmishState, events: Sequence[SeenEvent], side: str) -> tuple[str, ...]:
        return next_time(state, events, side)

    @way_in
    def goals_told(self, state: SkirmishState, outcome: Outcome) -> tuple[GoalTold, ...]:
        return goals_told(state, outcome.reason)

    @way_in
    def on_with(self, setup: Setup, state: SkirmishState) -> Mapping[str, Any] | None:
        return on_with(setup, state)

    def resize(self, state: SkirmishState, times: float) -> int:
        return resize(state, times)

    def data_digest(self) -> str:
        return shipped().digest

    def own_charts(self) -> Charts:
        return shipped()

    def book_faults(self, cells: Cells) -> list[Fault]:
        return super().book_faults(cells) or unreadable(cells)


SKIRMISH = SkirmishSystem()
