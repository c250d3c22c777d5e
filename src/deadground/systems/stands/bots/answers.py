"""How a stands bot answers: a method for each kind of question; what nobody foresaw is answered as proposed."""

from __future__ import annotations

from random import Random
from typing import Any

from deadground.core.requests import AnyRequest, Choice
from deadground.core.view import View


class Answers:
    """A bot that answers by the guide or the rule rows of a request.

    Subclasses add methods named in `BY_GUIDE` and `BY_ROW`. One that returns None leaves the answer to the
    proposal.
    """

    BY_GUIDE = {
        "stands.cards": "cards",
        "stands.routes": "routes",
        "stands.fire_plan": "fire",
        "stands.leads": "leads",
        "stands.pre_battle": "bombard",
        "stands.air_plan": "air_plan",
    }
    BY_ROW = {"KIM-7.3b": "press_on", "KIM-4.10a": "call_in", "KIM-4.17a": "snap_shot"}

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.note = ""

    def choose(self, view: View[Any]) -> Choice:
        request = view.requests[0]
        self.note = ""
        return request.choice(self.answer(view, request))

    def answer(self, view: View[Any], request: AnyRequest) -> Any:
        """The bot's own answer if it has one and the rules take it, else a safe one."""
        name = self.BY_GUIDE.get(request.guide) or next(
            (self.BY_ROW[row] for row in request.rows if row in self.BY_ROW), ""
        )
        own = getattr(self, name, None) if name else None
        value = own(view, request) if own else None
        return value if value is not None else self.fallback(view, request)

    def fallback(self, view: View[Any], request: AnyRequest) -> Any:
        """As proposed, else as suggested, else anything that is legal."""
        offered = [] if request.proposal is None else [request.proposal]
        offered += [one.value for one in request.suggest(view, 1)] if not offered else []
        for value in offered:
            if not request.check(view, value):
                return value
        return request.sample(view, self.rng)
