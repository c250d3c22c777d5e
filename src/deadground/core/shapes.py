"""Shapes that rules share: sealed choices, and phases in order.

They are bases: a rule fills in the marked methods and registers the subclass with `@procedure`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from deadground.core.agenda import Ask, Call, Go, Next, Procedure, question, step
from deadground.core.requests import AnyRequest


class Sealed(Procedure):
    """Ask several seats at once; nobody sees an answer before all are in. Fill in `seats`, `ask`, `reveal`."""

    def seats(self, game: Any) -> Iterable[str]:
        raise NotImplementedError

    def ask(self, view: Any) -> AnyRequest:
        raise NotImplementedError

    def reveal(self, game: Any, answers: dict[str, Any]) -> Next:
        """All answers, by seat, in the order of the seats."""
        raise NotImplementedError

    @step
    def seal(self, game: Any) -> Next:
        return Ask(self.sealed_question, tuple(self.seats(game)), then=self.opened)

    @question
    def sealed_question(self, view: Any) -> AnyRequest:
        return self.ask(view)

    @step
    def opened(self, game: Any) -> Next:
        return self.reveal(game, self.reply)


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
