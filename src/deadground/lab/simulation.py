"""Battles by the thousand: bots on every seat, seeds from scenario and number, wins with their intervals.

Each game's dice and bots come from a seed made of the run's seed, the scenario and the game's number, so that a run
can be made again, in any order and on any number of processes.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from math import sqrt
from time import perf_counter
from typing import Any

import msgspec

from deadground.bots.roster import make_bot
from deadground.core.bot import chosen
from deadground.core.collecting import collect_less
from deadground.core.headless import Headless
from deadground.core.match import Match
from deadground.core.system import Setup, System
from deadground.systems import registry

Z = 1.959964
"""For intervals that hold in 95 of 100 cases."""


class Played(msgspec.Struct, frozen=True):
    """How one game ended."""

    number: int
    winner: str
    reason: str
    turns: int
    losses: dict[str, int]


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """What came of many games. A win rate is low end, middle and high end of its interval.

    Wins are those of the sides that bots play, and of one that nobody plays where it has won.
    """

    scenario: str
    n: int
    seed: int
    bots: dict[str, str]
    wins: dict[str, int]
    draws: int
    win_rate: dict[str, tuple[float, float, float]]
    reasons: dict[str, int]
    turns: dict[str, float]
    losses: dict[str, float]
    seconds: float


def wilson(wins: int, games: int) -> tuple[float, float, float]:
    """The interval of a share after Wilson, with its middle: the share itself."""
    if games == 0:
        return 0.0, 0.0, 1.0
    share = wins / games
    centre = share + Z * Z / (2 * games)
    spread = Z * sqrt(share * (1 - share) / games + Z * Z / (4 * games * games))
    whole = 1 + Z * Z / games
    low, high = (centre - spread) / whole, (centre + spread) / whole
    return round(max(0.0, low), 4), round(share, 4), round(min(1.0, high), 4)


def sides_of(system: System[Any], scenario: str) -> list[str]:
    """The sides of a scenario in its order."""
    return list(dict.fromkeys(system.side_of(scenario, seat) for seat in system.seats(scenario)))


def seed_of(setup: Setup, seed: int, number: int) -> bytes:
    """The dice of one game of a run."""
    return hashlib.sha256(f"{seed}/{setup.system}/{setup.scenario}/{number}".encode()).digest()


def play(setup: Setup, bots: Mapping[str, str], seed: int, number: int) -> Played:
    """One game, every seat played by its side's bot, each seeing its own view only.

    It is played headless; one in which a rule fails once more with everything that a crash file wants.
    """
    try:
        return played(Headless, setup, bots, seed, number)
    except Exception:
        return played(Match, setup, bots, seed, number)


def played(kind: type[Match[Any]], setup: Setup, bots: Mapping[str, str], seed: int, number: int) -> Played:
    system = registry.systems()[setup.system]
    dice = seed_of(setup, seed, number)
    sides = {seat: system.side_of(setup.scenario, seat) for seat in setup.seats}
    players = {seat: make_bot(system, bots[side], dice, seat) for seat, side in sides.items()}
    match = kind.begin(system, setup, dice)
    while match.outcome is None:
        seat = match.to_act()[0]
        match.submit(chosen(players[seat], match.view(seat)), players[seat].note)
    winners = {sides[seat] for seat in match.outcome.winners}
    summary = system.sum_up(match.position.state)
    return Played(
        number,
        winners.pop() if len(winners) == 1 else match.outcome.unplayed,
        match.outcome.reason,
        summary.turns,
        summary.losses,
    )


def games(setup: Setup, bots: Mapping[str, str], seed: int, count: int, jobs: int) -> Iterator[Played]:
    """Games as they end, on some processes or in this one."""
    if jobs <= 1:
        collect_less()
        yield from (play(setup, bots, seed, number) for number in range(count))
        return
    with ProcessPoolExecutor(jobs, initializer=collect_less) as pool:
        numbers = range(count)
        yield from pool.map(play, [setup] * count, [bots] * count, [seed] * count, numbers, chunksize=1)


def report(
    setup: Setup, bots: Mapping[str, str], seed: int, played: Sequence[Played], began: float
) -> Report:
    """What the games of a run come to."""
    count = len(played)
    winners = Counter(game.winner for game in played)
    wins = {side: winners[side] for side in (*bots, *sorted(winners.keys() - bots.keys() - {""}))}
    turns = sorted(game.turns for game in played)
    return Report(
        scenario=setup.scenario,
        n=count,
        seed=seed,
        bots=dict(bots),
        wins=wins,
        draws=winners[""],
        win_rate={side: wilson(won, count) for side, won in wins.items()},
        reasons=dict(Counter(game.reason for game in played).most_common()),
        turns={
            "least": turns[0] if turns else 0,
            "mean": round(sum(turns) / count, 2) if count else 0,
            "most": turns[-1] if turns else 0,
        },
        losses={
            side: round(sum(game.losses.get(side, 0) for game in played) / count, 2) if count else 0
            for side in bots
        },
        seconds=round(perf_counter() - began, 2),
    )
