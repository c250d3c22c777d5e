"""A shape that rules share: sealed choices.

It is a base: a rule fills in the marked methods and registers the subclass with `@procedure`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from deadground.core.agenda import Ask, Next, Procedure, question, step
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
