"""The games of the server's tests, for the server and for the processes its bots think in."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from random import Random
from time import sleep
from typing import Any

import pytest

from deadground.bots.random import RandomBot
from deadground.core.bot import BotMaker
from deadground.core.requests import Choice
from deadground.core.view import View
from deadground.server.playable import Systems
from deadground.testing.cards import CARDS
from deadground.testing.duel import DUEL

PLAYED = f"{__name__}:systems"
ROOT = Path(__file__).parents[2]
MOOD = "DEADGROUND_TEST_MOOD"
"""Names a file with the mood that the moody bot is in."""


def find_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the processes of bots find this module."""
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join((str(ROOT / "src"), str(ROOT))))


class MoodyBot(RandomBot):
    """Plays at random unless its mood is to fail, to dream, or to end its process."""

    def __init__(self, rng: Random) -> None:
        super().__init__(rng)

    def choose(self, view: View[Any]) -> Choice:
        file = Path(os.environ.get(MOOD, os.devnull))
        mood = file.read_text("utf-8") if file.exists() else ""
        if mood == "fail":
            raise ZeroDivisionError("a bot divides by nothing")
        if mood == "dream":
            sleep(60)
        if mood == "end":
            os._exit(3)
        if mood == "end once":
            file.write_text("", "utf-8")
            os._exit(3)
        if mood == "talk":
            os.write(1, b"a bot prints something")
        return super().choose(view)


class MoodyDuel(type(DUEL)):  # type: ignore[misc]
    """The duel, whose bot that plays at random does so in a mood that tests set."""

    @cached_property
    def bots(self) -> Mapping[str, BotMaker]:
        return {"random": MoodyBot}


def systems() -> Systems:
    return {DUEL.name: MoodyDuel(), CARDS.name: CARDS}
