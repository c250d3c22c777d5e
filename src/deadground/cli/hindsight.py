"""The end of a game that is told again: each plan, the turns that mattered, and what became of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from deadground.cli.story import Retold
from deadground.core.account import Account, Led, TurnNoted, accounts, lost_in_turns
from deadground.core.journal import line_to
from deadground.core.match import Match
from deadground.core.sheet import SideSheet


def hindsight(match: Match[Any], again: Sequence[Retold]) -> tuple[Account, ...]:
    """Every side that kept a diary; none while the game goes on, or where it no longer fits the rules."""
    stood = {one.entry.n: one.stood for one in again if one.stood is not None}
    if match.outcome is None or len(stood) < len(again):
        return ()

    def turn_of(entry: int) -> int:
        return stood[max(0, match.journal[entry].after)].turn

    led = [
        Led(turn_of(entry.n), [event.seen for event in entry.events], stood[entry.n].lost)
        for entry in line_to(match.journal, match.current)
    ]
    return tuple(accounts(match, match.outcome, turn_of, lost_in_turns(led)))


def account_lines(account: Account, sides: Mapping[str, SideSheet]) -> Iterator[str]:
    """An account as printed."""
    side = sides[account.side]
    yield f"{side.name}:"
    yield from (f"  {plan}" for plan in account.plans)
    for turn in account.turns:
        if turn.main:
            yield f"  Turn {turn.turn}: {' '.join(turn.notes)}{cost(turn, sides)}"
    of = f" of {side.pieces}" if side.pieces else ""
    yield f"  The battle is {account.result}; {account.lost}{of} are lost."
    for goal in account.goals:
        yield f"  {'Reached' if goal.reached else 'Not reached'}: {goal.name}{points(goal.points)}."


def points(count: int) -> str:
    return f" ({count} point{'' if count == 1 else 's'})" if count else ""


def cost(turn: TurnNoted, sides: Mapping[str, SideSheet]) -> str:
    """What a turn cost; nothing where nobody was lost."""
    lost = ", ".join(f"{sides[side].name} {count}" for side, count in turn.lost.items())
    return f" Lost in this turn: {lost}." if lost else ""
