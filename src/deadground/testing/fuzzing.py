"""The fuzzer: random legal games, watched for whatever must not happen. Each finding is kept as a loadable game.

The file holds the game as it stood before the act that brought the finding, and that act. `look_again` does the
act again and says what is still wrong.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from deadground.core import replay, saves
from deadground.core.faults import Refused, RuleCrash
from deadground.core.journal import AnyAct, Began, Chose
from deadground.core.match import Match
from deadground.core.requests import Choice
from deadground.core.system import System
from deadground.testing.conformance import checks

DECISIONS = 5_000
"""A game with more decisions than this is taken for endless."""

CRASH = "crash"
DEAD_END = "dead end"
ENDLESS = "endless game"
INVARIANT = "broken invariant"
UNDO = "dishonest undo"
REFUSED = "refused sample"
REPLAY = "broken replay"


class Found(msgspec.Struct, frozen=True):
    """Something that must not happen: of what kind, what exactly, in which scenario, and the game that shows it."""

    kind: str
    problem: str
    scenario: str
    file: str


class Broken(Exception):
    """A check failed: of what kind, and how."""

    def __init__(self, kind: str, problem: str) -> None:
        self.kind = kind
        self.problem = problem
        super().__init__(f"{kind}: {problem}")


class Fuzzer:
    """Plays games of one system and keeps what it finds, each finding once."""

    def __init__(self, system: System[Any], folder: Path, seed: int, decisions: int = DECISIONS) -> None:
        self.system = system
        self.folder = folder
        self.seed = seed
        self.most = decisions
        self.games = 0
        self.decisions = 0
        self.found: list[Found] = []

    def play(self, scenario: str) -> None:
        """One game with options, dice and choices at random; the same seed plays the same games."""
        rng = Random(f"{self.seed} {self.games}")
        self.games += 1
        options = {option.name: rng.choice(option.open) for option in self.system.options}
        setup = self.system.prepare(scenario, options)
        match = Match(self.system, setup, rng.randbytes(32))
        match.watch = watch(self.system)
        act: AnyAct = Began()
        before = match.copy(match.seed, None)
        try:
            perform(match, act)
            while match.outcome is None:
                before = match.copy(match.seed, None)
                act = Chose(random_choice(match, rng))
                if len(match.journal) > self.most:
                    raise Broken(ENDLESS, f"no end after {self.most} decisions")
                perform(match, act)
                self.decisions += 1
            after_the_end(match)
        except Broken as broken:
            self._keep(before, act, broken)

    def _keep(self, before: Match[Any], act: AnyAct, broken: Broken) -> None:
        scenario = before.setup.scenario
        known = {(found.kind, found.problem, found.scenario) for found in self.found}
        if (broken.kind, broken.problem, scenario) in known:
            return
        document = saves.save(before, saves.Crash(act, str(broken)))
        kind = broken.kind.replace(" ", "-")
        name = f"{self.system.name}-{kind}-{hashlib.blake2b(document, digest_size=6).hexdigest()}.json"
        file = saves.write_file(self.folder / name, document)
        self.found.append(Found(broken.kind, broken.problem, scenario, str(file)))


def watch(system: System[Any]) -> Any:
    """Looks at the invariants before every step, so that one broken and mended on the way is seen too."""

    def look(game: Any, position: Any) -> None:
        for sentence in system.invariants(position.state):
            raise Broken(INVARIANT, sentence)

    return look


@contextmanager
def failures_are_crashes() -> Iterator[None]:
    """Whatever fails inside, in a rule, a question or a guide, is a crash of the system."""
    try:
        yield
    except Broken:
        raise
    except RuleCrash as crash:
        if isinstance(crash.__cause__, Broken):
            raise crash.__cause__ from None
        raise Broken(CRASH, str(crash)) from crash
    except Exception as error:
        raise Broken(CRASH, f"{type(error).__name__}: {error}") from error


@failures_are_crashes()
def perform(match: Match[Any], act: AnyAct) -> None:
    """Carry out an act and make every check that needs no second game."""
    before = match.position.copy()
    if isinstance(act, Chose):
        taken(match, act.choice)
    else:
        match.enact(act)
    for sentence in match.system.invariants(match.position.state):
        raise Broken(INVARIANT, sentence)
    if isinstance(act, Chose):
        undoes_honestly(match, before, act.choice)
    if match.outcome is None:
        someone_can_act(match)


def taken(match: Match[Any], choice: Choice) -> None:
    faults = match.check(choice)
    if faults:
        raise Broken(REFUSED, f"{choice.value!r} was drawn and refused: {faults[0].reason}")
    match.submit(choice)


def undoes_honestly(match: Match[Any], before: Any, choice: Choice) -> None:
    try:
        checks.undo_is_honest(match, before, choice)
    except (AssertionError, Refused, RuleCrash) as error:
        raise Broken(UNDO, str(error)) from error


def someone_can_act(match: Match[Any]) -> None:
    """Somebody is asked, and whoever is asked has a legal choice."""
    if not match.to_act():
        raise Broken(DEAD_END, "nobody is asked and the game is not over")
    for seat in match.to_act():
        view = match.view(seat)
        for request in view.requests:
            if request.listed(view) == []:
                raise Broken(DEAD_END, f"{seat} is asked '{request.prompt}' and has no legal choice")


def random_choice(match: Match[Any], rng: Random) -> Choice:
    seat = rng.choice(match.to_act())
    view = match.view(seat)
    request = view.requests[0]
    try:
        return request.choice(request.sample(view, rng))
    except Exception as error:
        problem = f"none can be drawn for '{request.prompt}': {type(error).__name__}: {error}"
        raise Broken(REFUSED, problem) from error


@failures_are_crashes()
def after_the_end(match: Match[Any]) -> None:
    """A finished game is saved, loaded and played again from its seed, entry by entry."""
    double = saves.load(saves.save(match), {match.system.name: match.system})
    for finding in replay.audit(double, match.commitment):
        raise Broken(REPLAY, f"entry {finding.entry}: {finding.problem}")


def look_again(document: bytes, systems: Mapping[str, System[Any]]) -> str | None:
    """Do again what a kept game tells of, and say what is wrong. None if all is well now."""
    match = saves.load(document, systems)
    crash = saves.read(document, systems)[0].crash
    if crash is None:
        return None
    match.watch = watch(match.system)
    try:
        perform(match, crash.act)
        if match.outcome is not None:
            after_the_end(match)
    except Broken as broken:
        return str(broken)
    return None


def rounds(system: System[Any], games: int) -> Iterator[str]:
    """Scenario after scenario, until each has been played so many times."""
    for _ in range(games):
        yield from system.scenarios
