"""Several players a side: how a set-up shares the command groups of an army among up to four of them. KIM-8.2a

The detail `players` gives their number by side: {"german": 2}. The first keeps the seat that is called as the side
is and commands the army; the others are german_2, german_3 and so on. Groups are dealt in the order of the army
list, as evenly as may be, the first players having one more.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from deadground.core.faults import SetupError, did_you_mean
from deadground.systems.stands.scenario_check import MOST_PLAYERS
from deadground.systems.stands.state import Seat, StandsState


def share_out(state: StandsState, details: Mapping[str, Any]) -> None:
    """Give a new battle the seats that its set-up asks for."""
    wanted = details.get("players", {})
    if not isinstance(wanted, Mapping):
        raise SetupError(f"'players' gives a number for a side, not {wanted!r}")
    for side, number in wanted.items():
        if side not in state.sides:
            raise SetupError(f"no side '{side}': {did_you_mean(side, state.sides)}")
        check_number(state, side, number)
    seats: dict[str, Seat] = {}
    for id, seat in state.seats.items():
        if seat.side not in wanted:
            seats[id] = seat
        elif seat.side not in {one.side for one in seats.values()}:
            seats |= shared(state, seat.side, wanted[seat.side])
    state.seats = seats


def check_number(state: StandsState, side: str, number: Any) -> None:
    groups = len(groups_of(state, side))
    most = min(MOST_PLAYERS, groups)
    if not isinstance(number, int) or isinstance(number, bool) or not 1 <= number <= most:
        raise SetupError(f"{side} has {groups} command groups and takes 1 to {most} players, not {number!r}")


def groups_of(state: StandsState, side: str) -> list[str]:
    return [command.id for command in state.commands.values() if command.side == side]


def shared(state: StandsState, side: str, number: int) -> dict[str, Seat]:
    """The seats of one side, the army commander's first."""
    groups = groups_of(state, side)
    even, over = divmod(len(groups), number)
    seats: dict[str, Seat] = {}
    for n in range(number):
        own = even + (n < over)
        id = side if n == 0 else f"{side}_{n + 1}"
        seats[id] = Seat(id=id, side=side, commander=n == 0, commands=tuple(groups[:own]))
        groups = groups[own:]
    return seats
