"""A rule system: what the kernel must know about a game to run it, and nothing else."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from random import Random
from typing import Any, ClassVar, Generic

import msgspec

from deadground.core.agenda import Procedure
from deadground.core.catalogue import Catalogue
from deadground.core.faults import SetupError, did_you_mean
from deadground.core.game import Game
from deadground.core.records import StateT
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

    @abstractmethod
    def invariants(self, state: StateT) -> Iterable[str]:
        """What is broken in a state, as sentences; none if all is well."""

    def sees_all(self, seat: str) -> bool:
        """Whether a seat, such as an umpire's, has no secrets kept from it."""
        return False

    def side_of(self, scenario: str, seat: str) -> str:
        """The side a seat plays for; in most games a seat is a side."""
        return seat

    def sum_up(self, state: StateT) -> Summary:
        """A battle in a few numbers, for reports on many of them."""
        return Summary()

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
