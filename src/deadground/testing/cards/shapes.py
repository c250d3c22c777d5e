"""Shapes of rules that the card game tries out: phases in order, one after the other, and reactions until all have
passed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar, cast

from deadground.core.agenda import PROCEDURES, Ask, Call, Done, Go, Next, Procedure, procedure, question, step
from deadground.core.requests import AnyRequest, Option, Pick

PASS = "pass"


@procedure("core.in_turn")
class InTurn(Procedure):
    """Run a procedure for each of some ids, one after the other, in the order given.

    The procedure is stored by its key and gets the id as its first field.
    """

    procedure_key: str
    items: tuple[str, ...]

    holds_keys: ClassVar[tuple[str, ...]] = ("procedure_key",)

    @classmethod
    def over(cls, kind: type[Procedure], items: Iterable[str]) -> InTurn:
        return cls(kind.key, tuple(items))

    @step
    def each(self, game: Any) -> Next:
        if not self.items:
            return Done()
        first, self.items = self.items[0], self.items[1:]
        make = cast(Callable[[str], Procedure], PROCEDURES[self.procedure_key])
        return Call(make(first), then=self.each)


class Window(Procedure):
    """Offer reactions to those entitled, in turn, until all have passed since the last one was taken.

    Fill in `entitled`, `offer` and `reaction`.
    """

    passed: tuple[str, ...] = ()
    asked: str = ""

    quiet: ClassVar[str | None] = None
    """What the others read while somebody is asked, where who is asked would betray a secret."""

    def entitled(self, game: Any) -> Iterable[str]:
        """The seats that may react now, in the order they are asked."""
        raise NotImplementedError

    def offer(self, view: Any) -> tuple[Option, ...]:
        """What the asked seat may do, besides passing."""
        raise NotImplementedError

    def reaction(self, game: Any, seat: str, picked: str) -> Procedure:
        """The procedure that carries out what a seat picked."""
        raise NotImplementedError

    def prompt(self, view: Any) -> str:
        return "React, or let it pass?"

    @step
    def next_seat(self, game: Any) -> Next:
        self.asked = next((seat for seat in self.entitled(game) if seat not in self.passed), "")
        if not self.asked:
            return Done()
        return Ask(self.react_or_pass, self.asked, then=self.answered, quiet=self.quiet)

    @question
    def react_or_pass(self, view: Any) -> AnyRequest:
        options = (*self.offer(view), Option(PASS, "Let it pass"))
        return Pick(self.prompt(view), options=options, proposal=[PASS], rows=self.rows)

    @step
    def answered(self, game: Any) -> Next:
        if self.picked == PASS:
            self.passed = (*self.passed, self.asked)
            return Go(self.next_seat)
        self.passed = ()
        return Call(self.reaction(game, self.asked, self.picked), then=self.next_seat)


class Phases(Procedure):
    """A printed sequence of play: its phases in order, turn after turn, until the game is over.

    Fill in `sequence`. The save holds the key of the next phase, never its place in the list.
    """

    turn: int = 1
    phase: str = ""

    holds_keys: ClassVar[tuple[str, ...]] = ("phase",)
    sequence: ClassVar[tuple[type[Procedure], ...]] = ()

    def turn_begins(self, game: Any) -> None:
        """What happens before the first phase of a turn."""

    def turn_ends(self, game: Any) -> None:
        """What happens after the last phase of a turn; here a game with a turn limit is finished."""

    @step
    def begin_turn(self, game: Any) -> Next:
        self.phase = self.sequence[0].key
        self.turn_begins(game)
        return Go(self.next_phase)

    @step
    def next_phase(self, game: Any) -> Next:
        keys = [phase.key for phase in self.sequence]
        if self.phase == "":
            self.turn_ends(game)
            self.turn += 1
            return Go(self.begin_turn)
        here = keys.index(self.phase)
        self.phase = keys[here + 1] if here + 1 < len(keys) else ""
        return Call(self.sequence[here](), then=self.next_phase)
