"""How a bot answers: a method for each kind of question; what nobody foresaw is answered as proposed."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, ClassVar

from deadground.core.requests import AnyRequest, Choice
from deadground.core.view import View


class Answers:
    """A bot that answers by the guide or the rule rows of a request.

    A system says in `BY_GUIDE` and `BY_ROW` what its methods are called; its bots have those they have an opinion
    in. One that returns None leaves the answer to the proposal.
    """

    BY_GUIDE: ClassVar[Mapping[str, str]] = {}
    BY_ROW: ClassVar[Mapping[str, str]] = {}

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.note = ""

    def choose(self, view: View[Any]) -> Choice:
        request = view.requests[0]
        self.note = ""
        value = self.own(view, request)
        return request.choice(self.fallback(view, request) if value is None else value)

    def own(self, view: View[Any], request: AnyRequest) -> Any:
        """The bot's own answer; None if it has none."""
        name = self.BY_GUIDE.get(request.guide) or next(
            (self.BY_ROW[row] for row in request.rows if row in self.BY_ROW), ""
        )
        method = getattr(self, name, None) if name else None
        return method(view, request) if method else None

    def fallback(self, view: View[Any], request: AnyRequest) -> Any:
        """As proposed, else as suggested, else anything that is legal."""
        offered = [] if request.proposal is None else [request.proposal]
        offered += [one.value for one in request.suggest(view, 1)] if not offered else []
        for value in offered:
            if not view.faults(request, value):
                return value
        return request.sample(view, self.rng)
