"""Whole battles, bot against bot: how many a second, and how the cost of a turn grows with the pieces."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import log2
from time import monotonic, process_time
from typing import Any

import msgspec

from deadground.bots.roster import make_bot
from deadground.core.headless import Headless
from deadground.core.journal import Began
from deadground.core.match import Match
from deadground.core.requests import Choice
from deadground.core.system import System

SEED = 1944
GROWTH_AIM = 2.5
Submit = Callable[[Match[Any], Choice], object]


def play_battle(
    system: System[Any],
    scenario: str,
    bot: str,
    number: int,
    turns: int | None = None,
    submit: Submit | None = None,
    times: float = 1,
) -> int:
    """One battle, or the first turns of it, with so many times its pieces; how many turns were played.

    Headless, as `simulate` plays it; with `submit` at a table, where every answer is taken by that.
    """
    setup = system.prepare(scenario)
    dice = f"{SEED}/{scenario}/{number}".encode().ljust(32)
    players = {seat: make_bot(system, bot, dice, seat) for seat in setup.seats}
    match: Match[Any] = (Match if submit else Headless)(system, setup, dice)
    take = submit or Match.submit
    system.resize(match.position.state, times)
    match.enact(Began())
    while match.outcome is None and (turns is None or turn_of(match) <= turns):
        seat = match.to_act()[0]
        take(match, players[seat].choose(match.view(seat)))
    return turn_of(match) - (0 if match.outcome else 1)


def turn_of(match: Match[Any]) -> int:
    return match.system.clock(match.position.state).turn


def battles_a_second(
    system: System[Any],
    scenario: str,
    bot: str,
    seconds: float,
    turns: int | None = None,
    submit: Submit | None = None,
) -> float:
    done, began, end = 0, process_time(), monotonic() + seconds
    while done == 0 or monotonic() < end:
        done += 1
        play_battle(system, scenario, bot, done, turns, submit)
    return done / (process_time() - began)


class Growth(msgspec.Struct, frozen=True):
    """Seconds for a turn by the number of pieces, and what a doubling of them costs."""

    turn_s: dict[int, float]

    @property
    def per_doubling(self) -> float:
        (least, fastest), *_, (most, slowest) = self.turn_s.items()
        return round(2 ** (log2(slowest / fastest) / log2(most / least)), 2)


def growth(system: System[Any], scenario: str, bot: str, turns: int, sizes: Sequence[float]) -> Growth:
    """A battle with these parts of its pieces, the smallest first."""
    found = {}
    for number, times in enumerate(sizes):
        pieces = system.resize(system.new_state(system.prepare(scenario)), times)
        began = process_time()
        played = play_battle(system, scenario, bot, number, turns, times=times)
        found[pieces] = (process_time() - began) / max(1, played)
    return Growth(found)
