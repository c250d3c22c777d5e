"""A tiny game that breaks in as many ways as it has scenarios."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from random import Random
from typing import ClassVar

import pytest

from deadground.core.agenda import Ask, Done, Next, Procedure, procedure, question, step
from deadground.core.game import Game
from deadground.core.records import Public, State, copy_state, state
from deadground.core.requests import AnyRequest, Confirm, Guide, Number, Option, Pick, Request, guide
from deadground.core.system import Setup, System
from deadground.core.view import View
from deadground.testing import games
from deadground.testing.fuzzing import Found, Fuzzer

WAYS = {
    "sound": "Nothing breaks.",
    "crash": "A rule divides by nothing.",
    "opening": "The first step fails.",
    "dead end": "A list with nothing that can be picked.",
    "endless": "Nobody ever wins.",
    "invariant": "The count goes below nothing, and is mended before anybody can look.",
    "sample": "The number drawn is refused.",
    "chance": "Dice from outside the source.",
}
OUTSIDE = Random(5)
"""Dice that no seed governs."""


@state
class FragileState(State):
    """How far it has come."""

    way: Public[str]
    count: Public[int] = 0


@guide("fragile.even")
class Even(Guide):
    """Takes only what it never draws."""

    def sample(self, view: View[FragileState], request: Request, rng: Random) -> int:
        return 99


@procedure("fragile.walk")
class Walk(Procedure):
    """Presses on three times; on the way it breaks as the scenario says."""

    @step
    def press_on(self, g: Game[FragileState]) -> Next:
        if g.state.way == "opening" and not FRAGILE.mended:
            raise RuntimeError("no way in")
        if g.state.count >= 3 and g.state.way != "endless":
            g.finish(["a"], "arrived")
            return Done()
        return Ask(self.whether, "a", then=self.walk)

    @question
    def whether(self, view: View[FragileState]) -> AnyRequest:
        if view.state.way == "dead end" and view.state.count == 2:
            return Pick("Which way?", options=(), least=1, most=1)
        if view.state.way == "sample":
            return Number("How far?", low=1, high=3, guide="fragile.even")
        if view.state.way == "dead end":
            return Pick("Which way?", options=(Option("on", "On"),))
        return Confirm("Press on?")

    @step
    def walk(self, g: Game[FragileState]) -> Next:
        g.state.count += 1
        if g.state.way == "crash" and g.state.count == 2 and not FRAGILE.mended:
            g.state.count //= 0
        if g.state.way == "chance":
            g.tell("luck", f"It comes to {OUTSIDE.random()}.")
        if g.state.way == "invariant":
            g.state.count = -1
        return Ask(self.whether, "a", then=self.mend) if g.state.way == "invariant" else self._on()

    def _on(self) -> Next:
        return Ask(self.whether, "a", then=self.arrive)

    @step
    def mend(self, g: Game[FragileState]) -> Next:
        g.state.count = 3
        return self._on()

    @step
    def arrive(self, g: Game[FragileState]) -> Next:
        return self.press_on(g)


class FragileSystem(System[FragileState]):
    """Breaks as its scenario says."""

    name: ClassVar[str] = "fragile"
    title: ClassVar[str] = "The fragile game"
    version: ClassVar[str] = "1"
    state_type = FragileState
    game_type = Game[FragileState]
    mended = False

    @property
    def scenarios(self) -> Mapping[str, str]:
        return WAYS

    def seats(self, scenario: str) -> tuple[str, ...]:
        return ("a",)

    def new_state(self, setup: Setup) -> FragileState:
        return FragileState(setup.scenario)

    def opening(self, setup: Setup) -> Procedure:
        return Walk()

    def imagine(self, view: View[FragileState], rng: Random) -> FragileState:
        return copy_state(view.state)

    def invariants(self, state: FragileState) -> Iterable[str]:
        if state.count < 0:
            yield f"the count is {state.count}"


FRAGILE = FragileSystem()


def fuzzed(system: System[FragileState], scenario: str, folder: Path) -> list[Found]:
    """What a few games of one scenario bring to light."""
    fuzzer = Fuzzer(system, folder, seed=1, decisions=50)
    for _ in range(3):
        fuzzer.play(scenario)
    return fuzzer.found


def in_the_games(monkeypatch: pytest.MonkeyPatch, system: System[FragileState]) -> None:
    """Let the commands know a game of the tests."""
    known = {**games.games(), system.name: system}
    for module in ("deadground.cli.shared", "deadground.cli.replay"):
        monkeypatch.setattr(f"{module}.games", lambda: known)
