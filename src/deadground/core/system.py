"""A rule system: what the kernel must know about a game to run it, and nothing else."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Any, ClassVar, Generic

import msgspec

from deadground.core.agenda import Procedure
from deadground.core.bot import BotMaker
from deadground.core.catalogue import Catalogue
from deadground.core.chances import Question
from deadground.core.charts import Charts
from deadground.core.citing import way_in
from deadground.core.events import SeenEvent
from deadground.core.faults import Fault, Refused, SetupError, did_you_mean
from deadground.core.files import KindOfFile
from deadground.core.game import Game
from deadground.core.journal import BOT
from deadground.core.lending import LentCommand
from deadground.core.lesson import Lesson
from deadground.core.overrule import Overrule, OverruleKind, Ruled
from deadground.core.own_book import DETAIL, Cells, OwnBook, book_of, in_force
from deadground.core.own_cells import cell_faults, tidied
from deadground.core.records import StateT
from deadground.core.scene import Clock, Look, Scene, Term
from deadground.core.sheet import Argued, DecidingRoll, Fate, GoalTold, Luck, Sheet, SideSheet
from deadground.core.signs import SIGNS
from deadground.core.view import Outcome, View
from deadground.core.workshop import Workshop


class NamedOption(msgspec.Struct, frozen=True):
    """A switchable ruling: its name, its values and what they mean, the ruling it belongs to and what that settles.

    One that `waits` for an area of rows changes nothing yet: it is not offered, and stays at its default.
    """

    name: str
    values: tuple[str, ...]
    default: str
    ruling: str
    settles: str
    waits: str = ""
    note: str = ""

    @property
    def open(self) -> tuple[str, ...]:
        """The values that a game can be set up with."""
        return (self.default,) if self.waits else self.values


def named_options(catalogue: Catalogue) -> tuple[NamedOption, ...]:
    """Every option that the rulings of a catalogue offer; one that two rulings share is the later one's."""
    found = (
        NamedOption(
            option.name, option.values, option.default, ruling.id, ruling.heading, option.waits, option.note
        )
        for ruling in catalogue.rulings.values()
        for option in ruling.options
    )
    return tuple({option.name: option for option in found}.values())


def why_not_set(known: Mapping[str, NamedOption], name: str, value: str) -> str:
    """Why an option cannot be set to a value; "" where it can."""
    if name not in known:
        return f"unknown option '{name}': {did_you_mean(name, known)}"
    option = known[name]
    if value not in option.values:
        return f"option '{name}' cannot be '{value}': {did_you_mean(value, option.values)}"
    return "" if value in option.open else f"option '{name}' changes nothing yet: its rules are still to come"


class Setup(msgspec.Struct, frozen=True, dict=True):
    """How a game was set up: scenario, seats and options. It goes into every save.

    `details` are what else was chosen, such as `own_book`, the cells of the owner's own book.
    """

    system: str
    scenario: str
    seats: tuple[str, ...]
    options: dict[str, str] = {}
    details: dict[str, Any] = {}

    @cached_property
    def own_book(self) -> OwnBook | None:
        """The owner's own book that this game is played with."""
        return book_of(self.details)


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

    act_migrations: ClassVar[Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]]] = {}
    """The same for an act of the journal ({"act": "chose", "choice": {...}, ...}), for schemas that changed one."""

    setup_migrations: ClassVar[Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]]] = {}
    """The same for a set-up."""

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
    def usual_bot(self) -> str:
        """The bot that plays where nobody is named: the strongest, unless that takes its time; "" for none."""
        return next(reversed(list(self.bots)), "")

    @property
    @abstractmethod
    def scenarios(self) -> Mapping[str, str]:
        """Names of the scenarios and a line about each."""

    @property
    def broken(self) -> Mapping[str, str]:
        """Scenarios that lie there and cannot be read, with what is wrong."""
        return {}

    @property
    def files(self) -> tuple[KindOfFile, ...]:
        """The kinds of files that people may write for this system."""
        return ()

    @property
    def workshop(self) -> Workshop | None:
        """Where squads for this system are made by army lists; None where players bring none of their own."""
        return None

    @property
    def odds(self) -> Mapping[str, Question]:
        """The rolls whose exact chances can be asked for, by name."""
        return {}

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

    @way_in
    def drawn(self, view: View[StateT]) -> Scene | None:
        """The scene of a view, with the tables that its game is played with."""
        with in_force(view.own_book):
            return self.scene(view)

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

    def led_by(self, state: StateT, seat: str) -> tuple[str, ...]:
        """What a seat leads of a side that several play, by name, as far as a state tells; () where it has all."""
        return ()

    def sum_up(self, state: StateT) -> Summary:
        """A battle in a few numbers, for reports on many of them."""
        return Summary()

    def luck(self, event: SeenEvent) -> Luck | None:
        """What chance a roll of the log had and what came of it; None for what is no matter of luck."""
        return None

    def roll_call(self, state: StateT, events: Sequence[SeenEvent]) -> tuple[Fate, ...]:
        """What became of everybody who has a name, when a battle is over; nobody where pieces have none."""
        return ()

    def deciding_roll(self, events: Sequence[SeenEvent]) -> DecidingRoll | None:
        """The roll that counted most in a battle, from everything that was told in it."""
        return None

    def next_time(self, state: StateT, events: Sequence[SeenEvent], side: str) -> tuple[str, ...]:
        """What a side that has lost may do otherwise next time, from everything that was told in the battle."""
        return ()

    def goals_told(self, state: StateT, outcome: Outcome) -> tuple[GoalTold, ...]:
        """What each side had to reach, when a battle is over; nothing where it is only about who is left."""
        return ()

    def on_with(self, setup: Setup, state: StateT) -> Mapping[str, Any] | None:
        """The details of another battle with those who came through this one; None where there is none."""
        return None

    def sheet(self, scenario: str) -> Sheet:
        """What a player reads before he chooses this scenario."""
        sides = tuple(
            SideSheet(
                id=seat,
                name=seat.capitalize(),
                sign=place % SIGNS,
                seats=(seat,),
                army="",
                pieces=0,
                attacker=False,
            )
            for place, seat in enumerate(self.seats(scenario))
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

    @cached_property
    def terms(self) -> tuple[Term, ...]:
        """The words of the trade that a page explains where they are read."""
        return ()

    def drawing(self, map: str) -> str:
        """A map of this system as SVG, the bare table without a frame; "" if there is none of this name."""
        return ""

    def thumbnail(self, scenario: str) -> str:
        """A small picture of a scenario as SVG; "" for none."""
        return ""

    def resize(self, state: StateT, times: float) -> int:
        """Give a battle that has not begun so many times its pieces, for benches; how many there are then."""
        raise NotImplementedError(f"{self.name} has battles of one size only")

    def data_digest(self) -> str:
        """A digest over the data files the rules use; "" where there are none."""
        return ""

    def scenario_digest(self, scenario: str) -> str:
        """A digest of the file of a scenario; "" where there is none."""
        return ""

    def own_charts(self) -> Charts | None:
        """The charts as they are shipped, where an owner of the book may type over what is ours in them."""
        return None

    def book_faults(self, cells: Cells) -> list[Fault]:
        """Everything that is wrong with an owner's cells."""
        charts = self.own_charts()
        if charts is None:
            return [Fault("", f"{self.name} has no tables to type over")]
        return cell_faults(charts, cells)

    def planted(self, setup: Setup, marker: Callable[[], str]) -> Setup:
        """The same set-up with a marker in every free text that can be secret, for the search for leaks."""
        return setup

    @way_in
    def prepare(
        self,
        scenario: str,
        options: Mapping[str, str] | None = None,
        details: Mapping[str, Any] | None = None,
    ) -> Setup:
        """A checked set-up, every option filled in."""
        if scenario in self.broken:
            raise SetupError(f"the scenario '{scenario}' cannot be read: {self.broken[scenario]}")
        if scenario not in self.scenarios:
            raise SetupError(
                f"no scenario '{scenario}' in {self.name}: {did_you_mean(scenario, self.scenarios)}"
            )
        known = {option.name: option for option in self.options}
        for name, value in (options or {}).items():
            if why := why_not_set(known, name, value):
                raise SetupError(why)
        chosen = {name: (options or {}).get(name, option.default) for name, option in known.items()}
        found = self._with_book(dict(details or {}))
        return Setup(self.name, scenario, self.seats(scenario), chosen, found)

    def _with_book(self, details: dict[str, Any]) -> dict[str, Any]:
        """The details of a set-up with the cells of an owner's book checked and tidied."""
        given = details.pop(DETAIL, None)
        if not given:
            return details
        try:
            cells = msgspec.convert(given, Cells)
        except msgspec.ValidationError as error:
            raise SetupError(f"this is no book of cells: {error}") from None
        charts = self.own_charts()
        cells = tidied(charts, cells) if charts else cells
        faults = self.book_faults(cells)
        if faults:
            raise SetupError("; ".join(f"{fault.at}: {fault.reason}" for fault in faults))
        return {**details, DETAIL: cells} if cells else details

    def completed(self, setup: Setup) -> Setup:
        """A set-up of an older version with the options that have come since, as they are where nobody chooses.

        So is one that waits: it changed nothing then, whatever it was set to.
        """
        since = {one.name: one.default for one in self.options if one.waits or one.name not in setup.options}
        return msgspec.structs.replace(setup, options={**setup.options, **since}) if since else setup

    def check_setup(self, setup: Setup) -> None:
        """Refuse a set-up that `prepare` would not have made.

        A book is looked at by itself: a cell of it that is as ours by now, in a newer version, does no harm.
        """
        details = {name: value for name, value in setup.details.items() if name != DETAIL}
        plain = msgspec.structs.replace(setup, details=details)
        faults = self.book_faults(setup.own_book.cells) if setup.own_book else []
        if faults or self.prepare(setup.scenario, setup.options, details) != plain:
            raise SetupError(f"this set-up does not fit {self.name} {self.version}")
