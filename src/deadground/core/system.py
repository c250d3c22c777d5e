"""A rule system: what the kernel must know about a game to run it, and nothing else."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from random import Random
from typing import Any, ClassVar, Generic

import msgspec

from deadground.core.agenda import Procedure
from deadground.core.bot import BotMaker
from deadground.core.catalogue import Catalogue
from deadground.core.events import SeenEvent
from deadground.core.faults import Fault, Refused, SetupError, did_you_mean
from deadground.core.game import Game
from deadground.core.journal import BOT
from deadground.core.lending import LentCommand
from deadground.core.lesson import Lesson
from deadground.core.overrule import Overrule, OverruleKind, Ruled
from deadground.core.records import StateT
from deadground.core.scene import Clock, Look, Scene
from deadground.core.sheet import Argued, Luck, Sheet, SideSheet
from deadground.core.view import View


class NamedOption(msgspec.Struct, frozen=True):
    """A switchable ruling: its name, its values, the ruling it belongs to and what that settles."""

    name: str
    values: tuple[str, ...]
    default: str
    ruling: str
    settles: str


def named_options(catalogue: Catalogue) -> tuple[NamedOption, ...]:
    """Every option that the rulings of a catalogue offer."""
    return tuple(
        NamedOption(option.name, option.values, option.default, ruling.id, ruling.heading)
        for ruling in catalogue.rulings.values()
        for option in ruling.options
    )


class Setup(msgspec.Struct, frozen=True):
    """How a game was set up: scenario, seats and options. It goes into every save."""

    system: str
    scenario: str
    seats: tuple[str, ...]
    options: dict[str, str] = {}
    details: dict[str, Any] = {}


class Summary(msgspec.Struct, frozen=True):
    """A battle in a few numbers: how many turns it took, and what each side lost."""

    turns: int = 0
    losses: dict[str, int] = {}


class System(ABC, Generic[StateT]):
    """One game. Subclasses fill in the class variables and the abstract methods."""

    name: ClassVar[str]
    title: ClassVar[str]
    version: ClassVar[str]
    schema: ClassVar[int] = 1
    state_type: type[StateT]
    game_type: type[Game[StateT]]

    migrations: ClassVar[Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]]] = {}
    """From schema n to n + 1, on the plain data of a position ({"state": ..., "agenda": [...], ...})."""

    renamed: ClassVar[Mapping[str, str]] = {}
    """Procedure keys, and steps as "key.step", that were renamed: old to new."""

    @cached_property
    def options(self) -> tuple[NamedOption, ...]:
        """The switchable rulings; most systems give `named_options(their catalogue)`."""
        return ()

    @cached_property
    def rulings(self) -> Mapping[str, str]:
        """The ruling that each option belongs to."""
        return {option.name: option.ruling for option in self.options}

    @cached_property
    def bots(self) -> Mapping[str, BotMaker]:
        """The bots that play this system alone, by name, the strongest last."""
        return {}

    @property
    @abstractmethod
    def scenarios(self) -> Mapping[str, str]:
        """Names of the scenarios and a line about each."""

    @abstractmethod
    def seats(self, scenario: str) -> tuple[str, ...]:
        """The seats of the players in a scenario."""

    @abstractmethod
    def new_state(self, setup: Setup) -> StateT:
        """The state before anything has happened."""

    @abstractmethod
    def opening(self, setup: Setup) -> Procedure:
        """The procedure that plays the whole game."""

    @abstractmethod
    def imagine(self, view: View[StateT], rng: Random) -> StateT:
        """A full state, drawn at random, that agrees with everything the view's seat knows."""

    def scene(self, view: View[StateT]) -> Scene | None:
        """The table as a seat sees it, to be drawn; None where a text must do. It is built for every message."""
        return None

    def clock(self, state: StateT) -> Clock:
        """Where a state stands in time: the turn and its phase, which every seat knows."""
        return Clock()

    @property
    def looks(self) -> Mapping[str, Callable[[View[StateT], Mapping[str, Any]], Look]]:
        """The questions a seat may put about the table, by name; each gets the view and what came with it."""
        return {}

    @abstractmethod
    def invariants(self, state: StateT) -> Iterable[str]:
        """What is broken in a state, as sentences; none if all is well."""

    def sees_all(self, seat: str) -> bool:
        """Whether a seat, such as an umpire's, has no secrets kept from it."""
        return False

    @property
    def overrules(self) -> tuple[OverruleKind, ...]:
        """What an umpire may change by hand, as data; nothing where no umpire sits at the table."""
        return ()

    def overrule(self, game: Any, ruling: Overrule) -> Ruled:
        """Change the state as an umpire says, or refuse it. The kernel tells it with his reason."""
        raise NotImplementedError(f"{self.name} lists '{ruling.what}' and cannot do it")

    def phase(self, state: StateT) -> str:
        """The turn and phase of a state, in words that change when the phase does."""
        return ""

    def tidings(self, view: View[StateT]) -> Mapping[str, str]:
        """What a seat that runs its plan would want to be asked about: an id for each thing, and a sentence.

        It is told of those that were not there when it last answered for itself.
        """
        return {}

    def why_not_lend(self, state: StateT, seat: str, to: str | None, by: str) -> str:
        """Why a seat cannot be lent so, or taken home (`to` None), by this seat; "" if it can.

        Where a seat is a side nobody is there to borrow it but a bot.
        """
        if to not in (None, BOT):
            return "in this game a seat is lent to a bot only"
        return "" if by == seat else f"only {seat} may do that"

    def lend(self, game: Any, seat: str, commands: tuple[str, ...], to: str | None) -> None:
        """Lend some commands of a seat, or take them home where `to` is None; or refuse it."""
        raise Refused(Fault("commands", "in this game a seat is lent whole"))

    def commands_of(self, state: StateT, seat: str) -> tuple[LentCommand, ...]:
        """The commands of a seat that can be lent one by one, and those it has lent; none where a seat is one."""
        return ()

    def side_of(self, scenario: str, seat: str) -> str:
        """The side a seat plays for; in most games a seat is a side."""
        return seat

    def sum_up(self, state: StateT) -> Summary:
        """A battle in a few numbers, for reports on many of them."""
        return Summary()

    def luck(self, event: SeenEvent) -> Luck | None:
        """What chance a roll of the log had and what came of it; None for what is no matter of luck."""
        return None

    def sheet(self, scenario: str) -> Sheet:
        """What a player reads before he chooses this scenario."""
        sides = tuple(
            SideSheet(id=seat, name=seat.capitalize(), seats=(seat,), army="", pieces=0, attacker=False)
            for seat in self.seats(scenario)
        )
        title = f"{self.title}: {scenario}"
        return Sheet(title=title, about=self.scenarios[scenario], sides=sides)

    def lesson(self, scenario: str) -> Lesson | None:
        """The steps that a page shows beside a battle to somebody new; None where there is no lesson."""
        return None

    @cached_property
    def argued(self) -> tuple[Argued, ...]:
        """The rulings that players argue about, most of them first; the other options are for those who look."""
        return ()

    def drawing(self, map: str) -> str:
        """A map of this system as SVG, the bare table without a frame; "" if there is none of this name."""
        return ""

    def thumbnail(self, scenario: str) -> str:
        """A small picture of a scenario as SVG; "" for none."""
        return ""

    def data_digest(self) -> str:
        """A digest over the data files the rules use; "" where there are none."""
        return ""

    def planted(self, setup: Setup, marker: Callable[[], str]) -> Setup:
        """The same set-up with a marker in every free text that can be secret, for the search for leaks."""
        return setup

    def prepare(
        self,
        scenario: str,
        options: Mapping[str, str] | None = None,
        details: Mapping[str, Any] | None = None,
    ) -> Setup:
        """A checked set-up, every option filled in."""
        if scenario not in self.scenarios:
            raise SetupError(
                f"no scenario '{scenario}' in {self.name}: {did_you_mean(scenario, self.scenarios)}"
            )
        known = {option.name: option for option in self.options}
        for name, value in (options or {}).items():
            if name not in known:
                raise SetupError(f"unknown option '{name}': {did_you_mean(name, known)}")
            if value not in known[name].values:
                raise SetupError(
                    f"option '{name}' cannot be '{value}': {did_you_mean(value, known[name].values)}"
                )
        chosen = {name: (options or {}).get(name, option.default) for name, option in known.items()}
        return Setup(self.name, scenario, self.seats(scenario), chosen, dict(details or {}))

    def check_setup(self, setup: Setup) -> None:
        """Refuse a set-up that `prepare` would not have made."""
        if self.prepare(setup.scenario, setup.options, setup.details) != setup:
            raise SetupError(f"this set-up does not fit {self.name} {self.version}")
