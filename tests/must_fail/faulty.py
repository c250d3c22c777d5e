"""Games with faults that have nothing to do with secrets."""

from __future__ import annotations

import random
from random import Random
from typing import Any, ClassVar

import msgspec

from deadground.core.agenda import Ask, Done, Go, Next, Procedure, procedure, question, step
from deadground.core.journal import Entry
from deadground.core.match import Match
from deadground.core.records import state
from deadground.core.requests import AnyRequest, Confirm, Guide, Number, Option, Pick, Request, guide
from deadground.core.view import View
from deadground.testing.cards.state import CardsState
from deadground.testing.cards.system import CardsSystem
from deadground.testing.duel.rules.turn import Fight
from deadground.testing.duel.state import Duel, DuelState
from deadground.testing.duel.system import DuelSystem


class Faulty(DuelSystem):
    """A duel opened by a faulty procedure."""

    name: ClassVar[str] = "bad duel"
    fight: ClassVar[type[Procedure]]

    def opening(self, setup: Any) -> Procedure:
        return self.fight()


def quick_turn(self: Any, g: Duel) -> Next:
    """One question a turn, so that faults show soon."""
    g.state.turn += 1
    if g.state.turn > 8:
        g.finish([], "enough")
        return Done()
    return Ask(self.ready, g.seats[g.state.turn % 2], then=self.next_turn)


class Quick(Procedure):
    """A game of a few questions with room for a fault in between."""

    @step
    def next_turn(self, g: Duel) -> Next:
        self.fault(g)
        return quick_turn(self, g)

    @question
    def ready(self, view: Any) -> AnyRequest:
        return Confirm("Ready?")

    def fault(self, g: Duel) -> None:
        """What is wrong with this game."""


class UndoAcrossDice(Match[Any]):
    """Lets a seat take back a choice although a die fell."""

    def _entry(self, *given: Any) -> Entry:
        return msgspec.structs.replace(super()._entry(*given), free=True)


@state
class ForgetfulState(DuelState):
    """A state whose copies lose the turn."""

    def __copy__(self) -> ForgetfulState:
        whole = {name: getattr(self, name) for name in self.__struct_fields__}
        return ForgetfulState(**{**whole, "turn": 1})


class ForgottenField(DuelSystem):
    name: ClassVar[str] = "bad duel"
    state_type = ForgetfulState

    def new_state(self, setup: Any) -> DuelState:
        whole = super().new_state(setup)
        return ForgetfulState(**{name: getattr(whole, name) for name in whole.__struct_fields__})


@procedure("bad.dead_end")
class DeadEndFight(Quick):
    @question
    def ready(self, view: View[DuelState]) -> AnyRequest:
        options = () if view.state.turn == 5 else (Option("on", "Go on"),)
        return Pick("Go on?", options=options)


class DeadEnd(Faulty):
    fight = DeadEndFight


@procedure("bad.nobody_asked")
class NobodyAskedFight(Quick):
    def fault(self, g: Duel) -> None:
        if g.state.turn == 5:
            g.seats = ()


class NobodyAsked(Faulty):
    fight = NobodyAskedFight


@procedure("bad.endless")
class EndlessFight(Fight):
    @step
    def next_turn(self, g: Duel) -> Next:
        g.state.last_turn += 1
        for man in g.state.men.values():
            man.wounds = 0
        return super().next_turn(g)


class Endless(Faulty):
    fight = EndlessFight


@procedure("bad.going_in_circles")
class CirclingFight(Quick):
    @step
    def next_turn(self, g: Duel) -> Next:
        return Go(self.next_turn) if g.state.turn == 5 else quick_turn(self, g)


class GoingInCircles(Faulty):
    fight = CirclingFight


@procedure("bad.float")
class FloatFight(Quick):
    def fault(self, g: Duel) -> None:
        g.state.gap = 119.5  # type: ignore[assignment]


class FloatInState(Faulty):
    fight = FloatFight


@procedure("bad.set")
class SetFight(Quick):
    seen: Any = None

    def fault(self, g: Duel) -> None:
        self.seen = {"red", "blue"}


class SetInAgenda(Faulty):
    fight = SetFight


@procedure("bad.own_dice")
class OwnDiceFight(Quick):
    def fault(self, g: Duel) -> None:
        g.state.gap = 100 + random.randrange(10**6)  # the fault: not the dice of the match


class DiceOutsideTheSource(Faulty):
    fight = OwnDiceFight


@procedure("bad.half_way")
class HalfWayFight(Quick):
    def fault(self, g: Duel) -> None:
        g.man("red1").rounds -= 1
        if g.state.turn == 5:
            raise ZeroDivisionError("the rule forgot a case")


class ExceptionHalfWay(Faulty):
    fight = HalfWayFight


class NotRestored(Match[Any]):
    """Keeps what a failing rule had done before it failed."""

    def _restore(self, before: Any) -> None:
        self._forget_views()


@procedure("bad.broken_invariant")
class TooManyRounds(Quick):
    """Breaks an invariant between two steps and mends it before anybody is asked."""

    @step
    def next_turn(self, g: Duel) -> Next:
        g.man("red1").rounds = 50
        return Go(self.mend)

    @step
    def mend(self, g: Duel) -> Next:
        g.man("red1").rounds = 5
        return quick_turn(self, g)


class BrokenInvariant(Faulty):
    fight = TooManyRounds


@guide("bad.sample")
class RefusingGuide(Guide):
    """Offers a number it will not take."""

    def sample(self, view: Any, request: Request, rng: Random) -> Any:
        return 11


@procedure("bad.refused_sample")
class RefusedSampleFight(Quick):
    @question
    def ready(self, view: Any) -> AnyRequest:
        return Number("How many?", low=1, high=10, guide="bad.sample")


class RefusedSample(Faulty):
    fight = RefusedSampleFight


@procedure("bad.no_reason")
class NoReasonFight(Quick):
    def fault(self, g: Duel) -> None:
        if g.state.turn == 5:
            g.finish([], "")


class EndsWithoutAReason(Faulty):
    fight = NoReasonFight


class WrongImagination(CardsSystem):
    """Imagines more cards in the enemy's hand than everybody can see there."""

    name: ClassVar[str] = "bad cards"

    def imagine(self, view: View[CardsState], rng: Random) -> CardsState:
        state = super().imagine(view, rng)
        for side in state.sides.values():
            if side.seat != view.seat:
                side.cards += 1
                side.hand += (99,)
        return state


class WorldOfStrangers(CardsSystem):
    """Imagines patrols under other names than they are listed by: it looks right and cannot be played on."""

    name: ClassVar[str] = "bad cards"

    def imagine(self, view: View[CardsState], rng: Random) -> CardsState:
        state = super().imagine(view, rng)
        for id, piece in state.pieces.items():
            if id.startswith("imagined"):
                piece.id = f"also {id}"
        return state


class ForgetsAnOption(DuelSystem):
    """Takes any option."""

    name: ClassVar[str] = "bad duel"

    def prepare(self, scenario: str, options: Any = None, details: Any = None) -> Any:
        return super().prepare(scenario, None, details)
