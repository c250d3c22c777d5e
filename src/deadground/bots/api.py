"""What a bot is: something that looks at a seat's view and answers. It never holds the match."""

from __future__ import annotations

from typing import Any, Protocol

from deadground.core.requests import Choice
from deadground.core.view import View


class Bot(Protocol):
    """A player made of code."""

    def choose(self, view: View[Any]) -> Choice:
        """A legal answer to a request of the view, which has at least one."""
        ...
