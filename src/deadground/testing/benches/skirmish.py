"""Whole battles of the skirmish, bot against bot, beside Battle for Wesnoth's own AI against itself.

A squad fight in a village, twenty men, and a platoon attack on a farm, eighty. Beside them: decisions of random
play with python-chess's, how long the answer to a choice takes that sets off a long chain of reactions, and how the
cost of a turn grows with the men.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from time import process_time
from typing import Any

from deadground.bots.random import RandomBot
from deadground.bots.roster import usual_of
from deadground.core.collecting import collect_less
from deadground.core.game import Game
from deadground.core.match import Match
from deadground.core.position import Position
from deadground.core.requests import Choice
from deadground.core.system import System
from deadground.systems import registry
from deadground.testing.benches import Result
from deadground.testing.benches.ahead import looking_ahead
from deadground.testing.benches.battles import GROWTH_AIM, SEED, battles_a_second, growth, play_battle
from deadground.testing.benches.kernel import chess_playing
from deadground.testing.benches.slices import Work, alone, compare
from deadground.testing.benches.wesnoth import PEER_BATTLES, wesnoth_a_second

AIM = 10.0
"""The squad fight beside the peer's battle."""
PLATOON_AIM = 1.0
ANSWER_AIM_MS = 50.0

SQUAD = "lipki-village"
PLATOON = "dubrovka-farm"
SMALL = "five-a-side"
SIZES = (0.25, 0.5, 1, 2)
"""A quarter, half, the whole and the double of the platoon battle."""

CHAIN = 30
"""Steps of reactions and fire in one answer that make it a long chain."""

LIKE_SIZED = 650
"""Gold with which the sides of the peer raise some eighty units in all, as many as the platoons have men."""

LONG = 5.0
"""A run of fewer seconds is a trial: short fights, one turn of each size, no peer."""


class Answers:
    """Submits choices, and keeps how many seconds the answers took: those that set off a long chain, and others."""

    def __init__(self) -> None:
        self.chains: list[float] = []
        self.others: list[float] = []
        self.steps = 0

    def submit(self, match: Match[Any], choice: Choice) -> None:
        match.watch, self.steps = self.count, 0
        began = process_time()
        match.submit(choice)
        taken = self.chains if self.steps >= CHAIN else self.others
        taken.append(process_time() - began)

    def count(self, game: Game[Any], position: Position[Any]) -> None:
        """One step more, if it runs inside a link of a chain."""
        self.steps += any(one.is_link for one in position.agenda)


def measure(seconds: float) -> Result:
    """Battles a second beside the peer's, random play, answers to chains, and growth."""
    system = registry.systems()["skirmish"]
    bot = usual_of(system)

    def play_small(bot: str, turns: int) -> int:
        return play_battle(system, SMALL, bot, 0, turns)

    long = seconds >= LONG
    for scenario in (SQUAD, PLATOON):
        play_battle(system, scenario, bot, 0, turns=1)
    collect_less()
    squads = battles_a_second(system, SQUAD, bot, seconds * 0.3)
    answers = Answers()
    platoons = battles_a_second(system, PLATOON, bot, seconds * 0.4, None if long else 2, answers.submit)
    peer, without_start = wesnoth_a_second() if long else (None, None)
    like_sized, _ = wesnoth_a_second(gold=LIKE_SIZED) if long else (None, None)
    grown = growth(system, PLATOON, bot, 3 if long else 1, SIZES)
    more: dict[str, Any] = {
        "bot": bot,
        "squad_battles_per_s": round(squads, 3),
        "platoon_battles_per_s": round(platoons, 3),
        "platoon_ratio": round(platoons / peer, 2) if peer else None,
        "platoon_aim": PLATOON_AIM,
        "platoon_like_sized_peer_per_s": round(like_sized, 3) if like_sized else None,
        "platoon_like_sized_ratio": round(platoons / like_sized, 2) if like_sized else None,
        "peer_without_its_start_per_s": round(without_start, 3) if without_start else None,
        **random_play(system, seconds * 0.2),
        **answer_times(answers),
        "turn_s_by_men": {str(men): round(turn, 3) for men, turn in grown.turn_s.items()},
        "growth_per_doubling": grown.per_doubling,
        "growth_aim": GROWTH_AIM,
        **(looking_ahead(system, SMALL, play_small) if long else {}),
    }
    return Result(
        bench="skirmish",
        ratio=round(squads / peer, 2) if peer else None,
        aim=AIM,
        ours=round(squads, 3),
        peer=round(peer, 3) if peer else None,
        how=how(bot),
        more=more,
    )


def how(bot: str) -> str:
    return (
        f"whole battles of {SQUAD} (twenty men) and {PLATOON} (eighty) per second of processor time, the bot "
        f"`{bot}` on both sides, beside Wesnoth 1.16's default AI against itself without a screen: {PEER_BATTLES} "
        "battles in one run, its cache filled before, what starting it takes counted, some 25 units in all; ours "
        "after one turn of each, so that maps are read; "
        "`like_sized` the same with gold for some eighty units; random decisions beside "
        f"python-chess; answers of {PLATOON} that ran {CHAIN} or more steps of a chain of reactions; a turn with a "
        "quarter, half, the whole and the double of its men"
    )


def answer_times(answers: Answers) -> dict[str, Any]:
    """Milliseconds of the answers: those that ran a long chain, and all of them."""
    chains, both = sorted(answers.chains), sorted([*answers.chains, *answers.others])
    return {
        "chain_steps": CHAIN,
        "chains": len(chains),
        "chain_ms_middle": milliseconds(chains, 0.5),
        "chain_ms_p99": milliseconds(chains, 0.99),
        "answer_ms_p99": milliseconds(both, 0.99),
        "answer_ms_most": milliseconds(both, 1.0),
        "answer_aim_ms": ANSWER_AIM_MS,
    }


def milliseconds(times: list[float], part: float) -> float | None:
    """The time that this part of all do not exceed."""
    return round(1000 * times[min(len(times) - 1, int(len(times) * part))], 1) if times else None


def random_play(system: System[Any], seconds: float) -> dict[str, Any]:
    """Decisions per second of random play of the squad fight, beside python-chess's."""
    chess = chess_playing()
    if chess is None:
        return {"random_decisions_per_s": round(alone(squad_playing(system), seconds))}
    rates = compare(squad_playing(system), chess, seconds)
    return {
        "random_decisions_per_s": round(rates.ours),
        "chess_decisions_per_s": round(rates.peer),
        "random_ratio": round(rates.ratio, 3),
    }


def squad_playing(system: System[Any]) -> Work:
    """A decision at a time of random squad fights, one fight after the other."""
    moves = random_moves(system, Random(SEED))

    def play() -> int:
        return next(moves)

    return play


def random_moves(system: System[Any], rng: Random) -> Iterator[int]:
    setup = system.prepare(SQUAD)
    while True:
        bot, match = RandomBot(rng), Match.begin(system, setup, rng.randbytes(32))
        while match.outcome is None:
            match.submit(bot.choose(match.view(match.to_act()[0])))
            yield 1
