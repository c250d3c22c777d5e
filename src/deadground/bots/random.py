"""The bot that plays any legal choice. It plays every system, because every request can be sampled."""

from __future__ import annotations

from random import Random
from typing import Any

from deadground.core.requests import Choice
from deadground.core.view import View


class RandomBot:
    """Answers the first request with a random legal value."""

    note = ""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def choose(self, view: View[Any]) -> Choice:
        request = view.requests[0]
        return request.choice(request.sample(view, self._rng))
