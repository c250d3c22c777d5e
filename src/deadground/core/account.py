"""An account of a battle that is over: what a side that kept a diary meant to do, and what became of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, Literal, NamedTuple

import msgspec

from deadground.core.diary import Remark, diary
from deadground.core.events import TURN, SeenEvent
from deadground.core.match import Match
from deadground.core.sheet import GoalTold
from deadground.core.view import Outcome

MOST_MAIN = 4
"""How many turns tell a battle in short."""

Losses = Mapping[str, int]


LOSSES = ("destroyed", "down", "captured", "left")
"""The kinds of events that tell of a loss, in all systems."""


class Led(NamedTuple):
    """What a choice led to: the turn it was made in, what was told then, and what each side had lost by the end."""

    turn: int
    events: Sequence[SeenEvent]
    lost: Losses


class TurnNoted(msgspec.Struct, frozen=True, kw_only=True):
    """What a side wrote in a turn, and what each side lost in it.

    The `main` turns tell the battle in short: those with the heaviest losses in them or just before them.
    """

    turn: int
    notes: tuple[str, ...]
    lost: dict[str, int]
    main: bool


class Account(msgspec.Struct, frozen=True, kw_only=True):
    """A side that kept a diary: the plan of each of its bots, its turns, and how it ended."""

    side: str
    plans: tuple[str, ...]
    turns: tuple[TurnNoted, ...]
    result: Literal["won", "lost", "drawn"]
    lost: int
    goals: tuple[GoalTold, ...]


def accounts(
    match: Match[Any], outcome: Outcome, turn_of: Callable[[int], int], lost_by: Mapping[int, Losses]
) -> list[Account]:
    """Every side that kept a diary.

    `turn_of` tells the turn in which the choice of an entry was made, `lost_by` what was lost by the end of a turn.
    """
    system, setup, state = match.system, match.setup, match.position.state
    remarks: dict[str, list[Remark]] = {}
    for one in diary(match):
        remarks.setdefault(one.side or system.side_of(setup.scenario, one.seat), []).append(one)
    won = {system.side_of(setup.scenario, seat) for seat in outcome.winners} or {outcome.unplayed}
    goals, lost, lost_in = system.goals_told(state, outcome), system.sum_up(state).losses, by_turn(lost_by)
    return [
        Account(
            side=side.id,
            plans=tuple(one.plan for one in remarks[side.id] if one.plan),
            turns=turns_of(remarks[side.id], turn_of, lost_in),
            result="drawn" if outcome.is_draw else "won" if side.id in won else "lost",
            lost=lost.get(side.id, 0),
            goals=tuple(goal for goal in goals if goal.side == side.id),
        )
        for side in system.sheet(setup.scenario).sides
        if side.id in remarks
    ]


def tells_of_loss(event: SeenEvent) -> bool:
    """Whether an event says that a piece was lost; who is down and carries on was not."""
    return event.kind in LOSSES and event.data.get("status") != "carry_on"


def with_turns(turn: int, events: Iterable[SeenEvent]) -> Iterator[tuple[int, SeenEvent]]:
    """Events that began in a turn, each with the turn in which it happened."""
    for event in events:
        if event.kind == TURN:
            turn = int(event.data["turn"])
        yield turn, event


def lost_in_turns(led: Iterable[Led]) -> dict[int, dict[str, int]]:
    """What each side had lost by the end of each turn, from the first to the last.

    A choice may lead through several turns, in which nobody is asked: a loss belongs to the turn in which it was
    told, and one that no event tells of to that of the choice.
    """
    fell: dict[int, Counter[str]] = {}
    before: Losses = {}
    for turn, events, lost in led:
        fell.setdefault(turn, Counter())
        told = list(with_turns(turn, events))
        for when, _ in told:
            fell.setdefault(when, Counter())
        for side, count in lost.items():
            more = count - before.get(side, 0)
            whens = [
                when for when, event in told if tells_of_loss(event) and event.data.get("side", side) == side
            ]
            for when in [turn] * (more - len(whens)) + whens[: max(0, more)]:
                fell[when][side] += 1
            if more < 0:
                fell[turn][side] += more
        before = lost
    return summed(fell, before)


def summed(fell: Mapping[int, Counter[str]], sides: Iterable[str]) -> dict[int, dict[str, int]]:
    """What was lost turn by turn, added up; a turn of which nothing was told has what the one before it had."""
    found, so_far = {}, dict.fromkeys(sides, 0)
    for turn in range(min(fell, default=1), max(fell, default=0) + 1):
        so_far = {side: count + fell.get(turn, Counter())[side] for side, count in so_far.items()}
        found[turn] = so_far
    return found


def by_turn(lost_by: Mapping[int, Losses]) -> dict[int, dict[str, int]]:
    """What each side lost in each turn; sides that lost nothing are left out."""
    found = {}
    for before, turn in pairwise([0, *sorted(lost_by)]):
        was = lost_by.get(before, {})
        fell = {side: count - was.get(side, 0) for side, count in lost_by[turn].items()}
        found[turn] = {side: count for side, count in fell.items() if count > 0}
    return found


def turns_of(
    remarks: Sequence[Remark], turn_of: Callable[[int], int], lost_in: Mapping[int, Losses]
) -> tuple[TurnNoted, ...]:
    """The turns in which something was written, the plan apart."""
    notes: dict[int, list[str]] = {}
    for one in remarks:
        if one.rest:
            notes.setdefault(one.turn or turn_of(one.entry), []).append(one.rest)

    def weight(turn: int) -> int:
        return sum(sum(lost_in.get(one, {}).values()) for one in (turn - 1, turn))

    main = sorted(notes, key=lambda turn: (-weight(turn), turn))[:MOST_MAIN]
    return tuple(
        TurnNoted(
            turn=turn,
            notes=tuple(dict.fromkeys(written)),
            lost=dict(lost_in.get(turn, {})),
            main=turn in main,
        )
        for turn, written in notes.items()
    )
