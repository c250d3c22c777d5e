"""What a skirmish bot is asked, and the methods that answer it."""

from __future__ import annotations

from typing import Any

from deadground.core import answering
from deadground.core.requests import AnyRequest
from deadground.core.view import View

Orders = list[dict[str, Any]]


class Answers(answering.Answers):
    """A bot that answers the questions of skirmish. What the rules would refuse is left to the proposal."""

    BY_GUIDE = {
        "skirmish.groups": "group",
        "skirmish.orders": "orders",
        "skirmish.in_sight": "seen_first",
        "skirmish.winners": "shoot_back",
        "skirmish.paths": "paths",
    }
    BY_ROW = {"NUTS-WOUND-01": "on_the_way"}

    def own(self, view: View[Any], request: AnyRequest) -> Any:
        value = super().own(view, request)
        return None if value is None or view.faults(request, value) else value


def order(group: str, card: str, plan: dict[str, Any], men: list[str]) -> dict[str, Any]:
    """An order as an answer has it."""
    return {"unit": group, "card": card, "pieces": men, "plan": plan}


def proposed(request: AnyRequest, card: str) -> dict[str, Any] | None:
    """What the rules propose for one card, if anything."""
    for one in request.proposal or ():
        given = one if isinstance(one, dict) else {"card": one.card, "plan": one.plan}
        if given["card"] == card:
            return given
    return None
