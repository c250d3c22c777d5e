"""Random play of the duel's `company` scenario beside python-chess, and a copy of its state beside deepcopy."""

from __future__ import annotations

import copy
from random import Random

from deadground.bots.random import RandomBot
from deadground.core.match import Match
from deadground.core.records import copy_state
from deadground.testing.benches import Result
from deadground.testing.benches.slices import Work, alone, compare
from deadground.testing.duel import DUEL
from deadground.testing.duel.state import DuelState, Man

AIM = 1.0
CLONE_AIM = 10.0
SEED = 1944
MOVES = 100
"""After how many full moves a game of chess is broken off."""

HOW = (
    "decisions of random play per second of one core, in slices in turn: the duel's company scenario with journal, "
    "events and digest on, beside python-chess; clones are copies of its state, beside copy.deepcopy"
)


def measure(seconds: float) -> Result:
    """Both ratios: most of the time goes to play, the rest to copying."""
    play, cloned = seconds * 0.8, compare(cloning(), deep_copying(), seconds * 0.2)
    more = {
        "clone_ratio": round(cloned.ratio, 2),
        "clone_aim": CLONE_AIM,
        "clones_per_second": round(cloned.ours),
        "deepcopies_per_second": round(cloned.peer),
        "pieces": len(company().men),
        "fields": len(Man.__struct_fields__),
    }
    chess = chess_playing()
    if chess is None:
        ours = round(alone(duel_playing(), play))
        return Result(bench="kernel", ratio=None, aim=AIM, ours=ours, peer=None, how=HOW, more=more)
    rates = compare(duel_playing(), chess, play)
    return Result(
        bench="kernel",
        ratio=round(rates.ratio, 3),
        aim=AIM,
        ours=round(rates.ours),
        peer=round(rates.peer),
        how=HOW,
        more=more,
    )


def company() -> DuelState:
    return DUEL.new_state(DUEL.prepare("company"))


def duel_playing() -> Work:
    """Whole random games of the duel, one after the other."""
    rng = Random(SEED)
    setup = DUEL.prepare("company")

    def play() -> int:
        bot = RandomBot(rng)
        match = Match.begin(DUEL, setup, rng.randbytes(32))
        while match.outcome is None:
            match.submit(bot.choose(match.view(match.to_act()[0])))
        return len(match.journal) - 1

    return play


def chess_playing() -> Work | None:
    """Whole random games of chess, or None where python-chess is not installed."""
    try:
        import chess
    except ImportError:
        return None
    rng = Random(SEED)

    def play() -> int:
        board = chess.Board()
        while not board.is_game_over() and board.fullmove_number < MOVES:
            board.push(rng.choice(list(board.legal_moves)))
        return len(board.move_stack)

    return play


def cloning() -> Work:
    state = company()

    def clone() -> int:
        for _ in range(100):
            copy_state(state)
        return 100

    return clone


def deep_copying() -> Work:
    state = company()

    def clone() -> int:
        for _ in range(10):
            copy.deepcopy(state)
        return 10

    return clone
