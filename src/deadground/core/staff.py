"""What a seat's staff advises: the answer that the system's usual bot would give in its place.

The bot sees the seat's view and nothing else, so advice tells no secret. It is the same bot all through a game,
made from the game's public commitment, so that it keeps to one plan.
"""

from __future__ import annotations

from random import Random
from typing import Any

from deadground.core.bot import chosen
from deadground.core.requests import Orders, Path, Request, Suggestion
from deadground.core.system import System
from deadground.core.view import View

STAFF = "What your staff advises"


def advised(system: System[Any], view: View[Any], request: Request, commitment: str) -> list[Suggestion]:
    """The staff's answer to a question that takes a plan; nothing where it has none."""
    maker = system.bots.get(system.usual_bot)
    if maker is None or not isinstance(request, Orders | Path) or view.requests[0] is not request:
        return []
    staff = maker(Random(commitment + view.seat))
    value = chosen(staff, view).value
    return [] if request.check(view, value) else [Suggestion(STAFF, value, staff.note)]
