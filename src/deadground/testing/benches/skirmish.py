"""Whole battles of the skirmish, bot against bot, beside Battle for Wesnoth's own AI against itself.

A squad fight in a village, twenty men, and a platoon attack on a farm, eighty. Beside them: decisions of random
play with python-chess's, how long the answer to a choice takes that sets off a long chain of reactions, and how the
cost of a turn grows with the men.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import log2
from random import Random
from time import monotonic, process_time
from typing import Any

import msgspec

from deadground.bots.random import RandomBot
from deadground.bots.roster import make_bot, usual_of
from deadground.core.collecting import collect_less
from deadground.core.game import Game
from deadground.core.match import Match
from deadground.core.position import Position
from deadground.core.system import Setup
from deadground.systems.skirmish.game import Chained
from deadground.systems.skirmish.rules.going import has_room
from deadground.systems.skirmish.state import INCH, Figure, SkirmishState
from deadground.systems.skirmish.system import SkirmishSystem
from deadground.testing.benches import Result
from deadground.testing.benches.ahead import looking_ahead
from deadground.testing.benches.kernel import chess_playing
from deadground.testing.benches.slices import Work, alone, compare
from deadground.testing.benches.wesnoth import PEER_BATTLES, wesnoth_a_second

AIM = 10.0
"""The squad fight beside the peer's battle."""
PLATOON_AIM = 1.0
ANSWER_AIM_MS = 50.0
GROWTH_AIM = 2.5

SQUAD = "lipki-village"
PLATOON = "dubrovka-farm"
SMALL = "five-a-side"
SEED = 1944

CHAIN = 30
"""Steps of reactions and fire in one answer that make it a long chain."""

LIKE_SIZED = 650
"""Gold with which the sides of the peer raise some eighty units in all, as many as the platoons have men."""

LONG = 5.0
"""A run of fewer seconds is a trial: short fights, one turn of each size, no peer."""


class Answers(msgspec.Struct):
    """How long answers took that set off a long chain, in seconds."""

    chains: list[float] = []
    others: list[float] = []


def measure(seconds: float) -> Result:
    """Battles a second beside the peer's, random play, answers to chains, and growth."""
    system = SkirmishSystem()
    bot = usual_of(system)

    def play_small(bot: str, turns: int) -> int:
        return play_battle(system, SMALL, bot, 0, turns)

    long = seconds >= LONG
    for scenario in (SQUAD, PLATOON):
        play_battle(system, scenario, bot, 0, turns=1)
    collect_less()
    squads = battles_a_second(system, SQUAD, bot, seconds * 0.3)
    answers = Answers()
    platoons = battles_a_second(system, PLATOON, bot, seconds * 0.4, answers, turns=None if long else 2)
    peer, without_start = wesnoth_a_second() if long else (None, None)
    like_sized, _ = wesnoth_a_second(gold=LIKE_SIZED) if long else (None, None)
    more: dict[str, Any] = {
        "bot": bot,
        "squad_battles_per_s": round(squads, 3),
        "platoon_battles_per_s": round(platoons, 3),
        "platoon_ratio": round(platoons / peer, 2) if peer else None,
        "platoon_aim": PLATOON_AIM,
        "platoon_like_sized_peer_per_s": round(like_sized, 3) if like_sized else None,
        "platoon_like_sized_ratio": round(platoons / like_sized, 2) if like_sized else None,
        "peer_without_its_start_per_s": round(without_start, 3) if without_start else None,
        **random_play(seconds * 0.2),
        **answer_times(answers),
        **growth(bot, turns=3 if long else 1),
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


def play_battle(
    system: SkirmishSystem,
    scenario: str,
    bot: str,
    number: int,
    turns: int | None = None,
    answers: Answers | None = None,
) -> int:
    """One battle, or the first turns of it; how many turns were played."""
    setup: Setup = system.prepare(scenario)
    dice = f"{SEED}/{scenario}/{number}".encode().ljust(32)
    players = {seat: make_bot(system, bot, dice, seat) for seat in setup.seats}
    match = Match.begin(system, setup, dice)
    chain = ChainLength()
    match.watch = chain if answers else None
    while match.outcome is None and (turns is None or match.position.state.turn <= turns):
        seat = match.to_act()[0]
        choice = players[seat].choose(match.view(seat))
        chain.steps, began = 0, process_time()
        match.submit(choice)
        if answers:
            taken = answers.chains if chain.steps >= CHAIN else answers.others
            taken.append(process_time() - began)
    return match.position.state.turn - (0 if match.outcome else 1)


class ChainLength:
    """Watches a match, and counts the steps that run inside a card of the thread."""

    def __init__(self) -> None:
        self.steps = 0

    def __call__(self, game: Game[Any], position: Position[Any]) -> None:
        self.steps += any(isinstance(one, Chained) for one in position.agenda)


def battles_a_second(
    system: SkirmishSystem,
    scenario: str,
    bot: str,
    seconds: float,
    answers: Answers | None = None,
    turns: int | None = None,
) -> float:
    done, began, end = 0, process_time(), monotonic() + seconds
    while done == 0 or monotonic() < end:
        done += 1
        play_battle(system, scenario, bot, done, turns, answers)
    return done / (process_time() - began)


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


def random_play(seconds: float) -> dict[str, Any]:
    """Decisions per second of random play of the squad fight, beside python-chess's."""
    chess = chess_playing()
    if chess is None:
        return {"random_decisions_per_s": round(alone(squad_playing(), seconds))}
    rates = compare(squad_playing(), chess, seconds)
    return {
        "random_decisions_per_s": round(rates.ours),
        "chess_decisions_per_s": round(rates.peer),
        "random_ratio": round(rates.ratio, 3),
    }


def squad_playing() -> Work:
    """A decision at a time of random squad fights, one fight after the other."""
    moves = random_moves(Random(SEED))

    def play() -> int:
        return next(moves)

    return play


def random_moves(rng: Random) -> Iterator[int]:
    system = SkirmishSystem()
    setup = system.prepare(SQUAD)
    while True:
        bot, match = RandomBot(rng), Match.begin(system, setup, rng.randbytes(32))
        while match.outcome is None:
            match.submit(bot.choose(match.view(match.to_act()[0])))
            yield 1


class PartOfBattle(SkirmishSystem):
    """The system with one man in so many, or with a twin beside every man."""

    def __init__(self, one_in: int, *, twins: bool = False) -> None:
        super().__init__()
        self.one_in = one_in
        self.twins = twins

    def new_state(self, setup: Setup) -> SkirmishState:
        state = super().new_state(setup)
        kept = set(list(state.figures)[:: self.one_in])
        for id in list(state.figures):
            if id not in kept:
                del state.figures[id]
        if self.twins:
            for one in list(state.figures.values()):
                add_twin(state, one)
        return state


def add_twin(state: SkirmishState, man: Figure) -> None:
    """The same man again, at the nearest place that has room for him."""
    twin = msgspec.structs.replace(man, id=f"{man.id}_twin", name=f"{man.name}'s twin", loads_for="")
    x, y = man.at
    for away in range(1, 12):
        for dx, dy in ((away, 0), (-away, 0), (0, away), (0, -away)):
            at = (x + dx * INCH, y + dy * INCH)
            if has_room(state, twin, at):
                twin.at = at
                state.figures[twin.id] = twin
                return


SIZES = ((4, False), (2, False), (1, False), (1, True))
"""A quarter, half, the whole and the double of the platoon battle."""


def growth(bot: str, turns: int) -> dict[str, Any]:
    """Seconds for a turn of the platoon battle by the number of its men, and what a doubling costs."""
    found = []
    for number, (one_in, twins) in enumerate(SIZES):
        system = PartOfBattle(one_in, twins=twins)
        men = len(system.new_state(system.prepare(PLATOON)).figures)
        began = process_time()
        played = play_battle(system, PLATOON, bot, number, turns)
        found.append((men, (process_time() - began) / max(1, played)))
    (least, fastest), (most, slowest) = found[0], found[-1]
    return {
        "turn_s_by_men": {str(men): round(turn, 3) for men, turn in found},
        "growth_per_doubling": round(2 ** (log2(slowest / fastest) / log2(most / least)), 2),
        "growth_aim": GROWTH_AIM,
    }
