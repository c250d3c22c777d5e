"""A game with next to no rules, for tests that bring their own procedures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from random import Random
from typing import Any, ClassVar

from deadground.core import saves
from deadground.core.agenda import Procedure
from deadground.core.dice import Scripted
from deadground.core.game import Game
from deadground.core.journal import Entry
from deadground.core.match import Match
from deadground.core.records import Public, State, copy_state, state
from deadground.core.requests import AnyRequest
from deadground.core.system import Setup, System
from deadground.core.view import View

SEED = bytes(range(32))


@state
class Slate(State):
    """Nothing but a list of words."""

    words: Public[list[str]]


class TinyGame(Game[Slate]):
    """The game as tiny rules hold it."""

    def say(self, word: str) -> None:
        self.state.words.append(word)


class TinySystem(System[Slate]):
    """Three seats and whatever procedure a test brings."""

    name: ClassVar[str] = "tiny"
    title: ClassVar[str] = "Tiny"
    version: ClassVar[str] = "1"
    state_type = Slate
    game_type = TinyGame

    def __init__(self, opening: Callable[[], Procedure], seats: tuple[str, ...] = ("a", "b", "c")) -> None:
        self._opening = opening
        self._seats = seats

    @property
    def scenarios(self) -> Mapping[str, str]:
        return {"only": "The only one."}

    def seats(self, scenario: str) -> tuple[str, ...]:
        return self._seats

    def new_state(self, setup: Setup) -> Slate:
        return Slate([])

    def opening(self, setup: Setup) -> Procedure:
        return self._opening()

    def imagine(self, view: View[Slate], rng: Random) -> Slate:
        return copy_state(view.state)

    def invariants(self, state: Slate) -> Iterable[str]:
        return ()


def begin(opening: Callable[[], Procedure], *dice: int) -> Match[Slate]:
    """A match of a procedure, with scripted dice for every entry if any are given."""
    system = TinySystem(opening)
    source = (lambda entry: Scripted(*dice)) if dice else None
    return Match.begin(system, system.prepare("only"), SEED, source)


def reload(match: Match[Any]) -> Match[Any]:
    """The match after a save and a load; what lies between two steps must survive it."""
    document, systems = saves.save(match), {match.system.name: match.system}
    whole, system = saves.read(document, systems)
    assert saves.position_of(whole, system).digest() == match.position.digest(), "without the journal's help"
    again = saves.load(document, systems)
    assert again.position.digest() == match.position.digest()
    assert saves.save(again) == saves.save(match)
    return again


def request_of(match: Match[Any], seat: str) -> AnyRequest:
    (request,) = match.requests(seat)
    return request


def choose(match: Match[Any], seat: str, value: Any) -> Entry:
    return match.submit(request_of(match, seat).choice(value))


def play_on(match: Match[Any], rng: Random, choices: int = 10_000) -> None:
    """Random legal choices until the game is over or there were enough."""
    for _ in range(choices):
        seats = match.to_act()
        if not seats:
            return
        seat = rng.choice(seats)
        choose(match, seat, request_of(match, seat).sample(match.view(seat), rng))
