"""What a bot is: something that looks at a seat's view and answers. It never holds the match."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Protocol

from deadground.core.own_book import in_force
from deadground.core.requests import Choice
from deadground.core.view import View


class Bot(Protocol):
    """A player made of code.

    It keeps nothing that its seed and the view could not give it again: a table that is laid out anew makes a new
    bot with the same seed, in the middle of a game.
    """

    note: str
    """Why it chose as it last did, in plain words; "" for no reason worth telling. Secret while the game runs."""

    def choose(self, view: View[Any]) -> Choice:
        """A legal answer to a request of the view, which has at least one."""
        ...


def chosen(bot: Bot, view: View[Any]) -> Choice:
    """What a bot chooses, with the tables that the game of the view is played with."""
    with in_force(view.own_book):
        return bot.choose(view)


BotMaker = Callable[[Random], Bot]
"""Makes a bot that draws what it leaves to chance from this source."""
