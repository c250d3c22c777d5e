"""Looking ahead: worlds that a bot imagines are played on by bots, and it sees what they come to.

A bot holds a view and no match, so its system says where the rules go on from: with which procedures. What it may
spend is counted in games played, never by a clock, so that the same view gives the same thoughts on any machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import sqrt
from typing import Any, Generic, TypeVar

import msgspec

from deadground.core.agenda import Procedure
from deadground.core.bot import Bot
from deadground.core.dice import Ids, Live
from deadground.core.game import Game
from deadground.core.position import Position, run, seen_from, taken
from deadground.core.records import StateT
from deadground.core.view import View

P = TypeVar("P")


class Rules(msgspec.Struct, frozen=True):
    """What the kernel needs of a system to run its rules."""

    game_type: Callable[..., Game[Any]]
    rulings: Mapping[str, str]


class World(Generic[StateT]):
    """An imagined world with dice of its own, at the table of the view it was imagined from."""

    def __init__(
        self, rules: Rules, view: View[StateT], state: StateT, agenda: Iterable[Procedure], seed: bytes
    ) -> None:
        self.position: Position[StateT] = Position(state, list(agenda))
        self._rules, self._table, self._seed = rules, view, seed
        self._runs = 0

    def play(self, players: Mapping[str, Bot], is_far_enough: Callable[[StateT], bool]) -> None:
        """To the end of the battle, or far enough. A seat without a player is an umpire's: it does as proposed."""
        position, seats, options = self.position, self._table.seats, self._table.options
        umpires = tuple(seat for seat in seats if seat not in players)
        self._run(umpires)
        while position.outcome is None and not is_far_enough(position.state):
            seat = next(seat for seat in seats if position.waits_for(seat))
            view = seen_from(position, seat, seats, options, seat in umpires)
            value = view.requests[0].proposal if seat in umpires else players[seat].choose(view).value
            if taken(position, seat, value):
                self._run(umpires)

    def _run(self, umpires: tuple[str, ...]) -> None:
        """The rules, up to the next question."""
        position, table = self.position, self._table
        dice, ids = Live(self._seed, self._runs), Ids(self._seed, self._runs)
        game = self._rules.game_type(
            position.state, position.agenda, table.seats, table.options, self._rules.rulings, dice, ids
        )
        game.all_seeing = umpires
        run(game, position)
        self._runs += 1


class Budget(msgspec.Struct, frozen=True, kw_only=True):
    """What may be spent on one question, counted in pieces times turns, and what is bought with it.

    `most` games are enough and fewer than `least` tell nothing. They go `ahead` turns, or fewer where there
    are many pieces, but never fewer than `short`.
    """

    piece_turns: int
    most: int
    least: int
    ahead: int
    short: int

    def buys(self, pieces: int, turns_left: int) -> tuple[int, int]:
        """How many games, and how many turns of each; no games where there would be too few."""
        turns = min(self.ahead, turns_left, max(self.short, self.piece_turns // (self.least * pieces)))
        games = min(self.most, self.piece_turns // (pieces * turns))
        return (games if games >= self.least else 0), turns


def weighed(ways: Sequence[P], games: int, comes_to: Callable[[P, int], float]) -> dict[P, list[float]]:
    """What each way comes to, game by game, in so many games for all of them together. The first is the usual one.

    All are tried in the same worlds: half of the games are for all of them, the others for the usual one and the
    better half of the rest. Ways that come to the same in every game are one: the first of them goes on.
    """
    found: dict[P, list[float]] = {one: [] for one in ways}
    left = list(ways)
    for share in (games // 2, games - games // 2):
        for _ in range(max(1, share // len(left)) if left[1:] else 0):
            for one in left:
                found[one].append(comes_to(one, len(found[one])))
        unlike: list[P] = []
        for one in left:
            if found[one] not in [found[other] for other in unlike]:
                unlike.append(one)
        usual, *rest = unlike
        left = [usual, *sorted(rest, key=lambda one: -mean(found[one]))[: (len(rest) + 1) // 2]]
    return found


def mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


CLEARLY = 0.2
"""By how much a way must come out better than the usual one in a single game; in many games by less."""


def settled(found: Mapping[P, Sequence[float]], clearly: float = CLEARLY) -> P:
    """The way to take: the usual one, unless one that was tried as often came out clearly better."""
    usual = next(iter(found))
    tried = len(found[usual])
    often = [one for one in found if len(found[one]) == tried]
    better = clearly / sqrt(tried)
    return max(often, key=lambda one: mean(found[one]) + (better if one == usual else 0.0))


def told(found: Mapping[str, Sequence[float]]) -> str:
    """What each way came to, the best first, for the diary."""
    worths = {name: mean(values) for name, values in found.items()}
    came = ", ".join(
        f"{name} {100 * worths[name]:.0f}" for name in sorted(worths, key=lambda name: -worths[name])
    )
    games = sum(map(len, found.values()))
    return f"I played it through {games} times in my head; what each is worth, of 100: {came}."
