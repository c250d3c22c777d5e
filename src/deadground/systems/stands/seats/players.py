"""Several players a side: a set-up shares the command groups of an army among up to four of them. KIM-8.2a

How they are dealt is told in core/sharing.py; the first player commands the army.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from deadground.core.sharing import dealt, players_wanted
from deadground.systems.stands.state import Seat, StandsState


def share_out(state: StandsState, details: Mapping[str, Any]) -> None:
    """Give a new battle the seats that its set-up asks for."""
    groups = {side: groups_of(state, side) for side in state.sides}
    wanted = players_wanted(details, groups, "command groups")
    seats: dict[str, Seat] = {}
    for id, seat in state.seats.items():
        if seat.side not in wanted:
            seats[id] = seat
        elif seat.side not in {one.side for one in seats.values()}:
            seats |= shared(seat.side, groups[seat.side], wanted[seat.side])
    state.seats = seats


def groups_of(state: StandsState, side: str) -> list[str]:
    return [command.id for command in state.commands.values() if command.side == side]


def led_by(state: StandsState, seat: str) -> tuple[str, ...]:
    """The command groups of a player who shares his army, as far as a state knows of them."""
    own = state.seats.get(seat)
    if own is None or sum(one.side == own.side for one in state.seats.values()) < 2:
        return ()
    return tuple(state.commands[id].name for id in own.commands if id in state.commands)


def shared(side: str, groups: list[str], number: int) -> dict[str, Seat]:
    """The seats of one side, the army commander's first."""
    return {
        id: Seat(id=id, side=side, commander=id == side, commands=own)
        for id, own in dealt(side, groups, number).items()
    }
