"""Several players a side: how the parts of a force are shared out among them when a game is set up.

The detail `players` of a set-up gives their number by side: {"german": 2}. The first keeps the seat that is called
as the side is and commands; the others are german_2, german_3 and so on. Parts are dealt in the order of the list,
as evenly as may be, the first players having one more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from deadground.core.faults import SetupError, did_you_mean

MOST_PLAYERS = 4
"""The most players of a side."""


def players_wanted(details: Mapping[str, Any], parts: Mapping[str, Sequence[str]], of: str) -> dict[str, int]:
    """How many players each side is to have, for the sides that say so. `of` names what is shared out."""
    wanted = details.get("players", {})
    if not isinstance(wanted, Mapping):
        raise SetupError(f"'players' gives a number for a side, not {wanted!r}")
    for side, number in wanted.items():
        if side not in parts:
            raise SetupError(f"no side '{side}': {did_you_mean(side, parts)}")
        most = min(MOST_PLAYERS, len(parts[side]))
        if not isinstance(number, int) or isinstance(number, bool) or not 1 <= number <= most:
            raise SetupError(
                f"{side} has {len(parts[side])} {of} and takes 1 to {most} players, not {number!r}"
            )
    return dict(wanted)


def dealt(side: str, parts: Sequence[str], number: int) -> dict[str, tuple[str, ...]]:
    """The seats of one side with the parts of each, the commander's first."""
    even, over = divmod(len(parts), number)
    seats: dict[str, tuple[str, ...]] = {}
    first = 0
    for n in range(number):
        last = first + even + (n < over)
        seats[side if n == 0 else f"{side}_{n + 1}"] = tuple(parts[first:last])
        first = last
    return seats


def side_of_seat(seat: str) -> str:
    """The side of a seat that was dealt: it is called after it."""
    side, _, number = seat.rpartition("_")
    return side if side and number.isdigit() else seat
