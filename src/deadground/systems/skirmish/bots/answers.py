"""How a skirmish bot answers: a method for each kind of question; what nobody foresaw is answered as proposed."""

from __future__ import annotations

from random import Random
from typing import Any

from deadground.core.requests import AnyRequest, Choice, Order
from deadground.core.view import View

Orders = list[dict[str, Any]]


class Answers:
    """A bot that answers by the guide or the rule rows of a request.

    Subclasses add methods named in `BY_GUIDE` and `BY_ROW`. One that returns None leaves the answer to the
    proposal, and so does one whose answer the rules would refuse.
    """

    BY_GUIDE = {
        "skirmish.groups": "group",
        "skirmish.orders": "orders",
        "skirmish.in_sight": "seen_first",
        "skirmish.winners": "shoot_back",
        "skirmish.paths": "paths",
    }
    BY_ROW = {"NUTS-WOUND-01": "on_the_way"}

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
        if value is None or request.check(view, value):
            return self.fallback(view, request)
        return value

    def fallback(self, view: View[Any], request: AnyRequest) -> Any:
        """As proposed, else as suggested, else anything that is legal."""
        offered = [] if request.proposal is None else [request.proposal]
        offered += [one.value for one in request.suggest(view, 1)] if not offered else []
        for value in offered:
            if not request.check(view, value):
                return value
        return request.sample(view, self.rng)


def order(group: str, card: str, plan: dict[str, Any], men: list[str]) -> dict[str, Any]:
    """An order as an answer has it."""
    return {"unit": group, "card": card, "stands": men, "plan": plan}


def proposed(request: AnyRequest, card: str) -> dict[str, Any] | None:
    """What the rules propose for one card, if anything."""
    for one in request.proposal or ():
        given = one if isinstance(one, dict) else {"card": one.card, "plan": one.plan}
        if given["card"] == card:
            return given
    return None


__all__ = ["Answers", "Order", "Orders", "order", "proposed"]
