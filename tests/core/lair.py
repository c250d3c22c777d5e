"""A game with two beasts and a list of deeds, to try on a match what may be taken back and what may not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any, ClassVar

import pytest

from deadground.core import saves
from deadground.core.agenda import Ask, Go, Next, Procedure, procedure, question, step
from deadground.core.faults import Refused
from deadground.core.game import Game
from deadground.core.match import Match
from deadground.core.records import Public, Record, State, copy_state, record, state
from deadground.core.requests import AnyRequest, Choice, Number, Option, Pick
from deadground.core.system import Setup, System
from deadground.core.view import View
from tests.core.tiny import SEED, choose


@record
class Beast(Record):
    """Known to its keeper, and to all once it roars."""

    keeper: Public[str]
    roars: Public[bool] = False

    def known_to(self, state: Any, seat: str) -> bool:
        return self.roars or seat == self.keeper


@state
class Lair(State):
    """Two beasts and a count of what was done."""

    beasts: Public[dict[str, Beast]]
    deeds: Public[int] = 0
    path: Public[tuple[int, ...]] = ()


class LairGame(Game[Lair]):
    """The game as the lair's rules hold it."""


DEEDS = (
    "walk",
    "roll",
    "roar",
    "flush out",
    "whisper",
    "shout",
    "hand over",
    "seal",
    "add beast",
    "fail",
    "ask badly",
    "end",
)


@procedure("test.lair")
class Prowl(Procedure):
    """One seat does something, again and again."""

    seat: str = "a"

    @step
    def ask(self, g: LairGame) -> Next:
        return Ask(self.what, self.seat, then=self.do)

    @question
    def what(self, view: Any) -> AnyRequest:
        return Pick("What?", options=tuple(Option(deed, deed) for deed in DEEDS), rows=("T-1",))

    @step
    def do(self, g: LairGame) -> Next:
        g.state.deeds += 1
        deed = self.picked
        if deed == "roll":
            g.roll(2, 6, "luck", self.seat)
        elif deed == "roar":
            g.state.beasts[self.seat].roars = True
        elif deed == "flush out":
            g.state.beasts["b"].roars = True
        elif deed == "whisper":
            g.tell("whisper", "psst", to=["a"])
        elif deed == "shout":
            g.tell("shout", "hey", "T-2")
        elif deed == "add beast":
            g.state.beasts[g.new_id()] = Beast(self.seat, roars=True)
        elif deed == "hand over":
            self.seat = "b" if self.seat == "a" else "a"
        elif deed == "seal":
            return Ask(self.bid, ["a", "b"], then=self.bids_in)
        elif deed == "fail":
            raise ZeroDivisionError("a rule divided by nothing")
        elif deed == "ask badly":
            return Ask(self.broken, self.seat, then=self.do)
        elif deed == "end":
            g.finish(["a"], "enough")
        return Go(self.ask)

    @question
    def bid(self, view: Any) -> AnyRequest:
        return Number("Bid", low=0, high=9)

    @question
    def broken(self, view: Any) -> AnyRequest:
        raise LookupError("a question found nothing")

    @step
    def bids_in(self, g: LairGame) -> Next:
        g.state.path = tuple(self.reply.values())
        return Go(self.ask)


class LairSystem(System[Lair]):
    """Two seats and an umpire who sees all."""

    name: ClassVar[str] = "lair"
    title: ClassVar[str] = "The lair"
    version: ClassVar[str] = "1"
    state_type = Lair
    game_type = LairGame

    @property
    def scenarios(self) -> Mapping[str, str]:
        return {"only": "The only one."}

    def seats(self, scenario: str) -> tuple[str, ...]:
        return ("a", "b")

    def sees_all(self, seat: str) -> bool:
        return seat == "umpire"

    def new_state(self, setup: Setup) -> Lair:
        return Lair({"a": Beast("a"), "b": Beast("b")})

    def opening(self, setup: Setup) -> Procedure:
        return Prowl()

    def imagine(self, view: View[Lair], rng: Random) -> Lair:
        return copy_state(view.state)

    def invariants(self, state: Lair) -> Iterable[str]:
        if state.deeds < 0:
            yield "deeds cannot be fewer than none"
        if len(state.beasts) > 4:
            yield "there are too many beasts"


LAIR = LairSystem()


def new_lair() -> Match[Lair]:
    return Match.begin(LAIR, LAIR.prepare("only"), SEED)


def do(match: Match[Any], seat: str, *deeds: str) -> None:
    for deed in deeds:
        choose(match, seat, [deed])


def refusal(match: Match[Any], choice: Choice) -> list[tuple[str, str]]:
    """The faults of a refused choice; the match must be as it was, and a check must say the same."""
    before = saves.save(match)
    with pytest.raises(Refused) as caught:
        match.submit(choice)
    assert saves.save(match) == before
    assert match.check(choice) == list(caught.value.faults)
    return [(fault.at, fault.reason) for fault in caught.value.faults]
