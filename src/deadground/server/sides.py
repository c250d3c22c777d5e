"""On which side a seat is, and who would sit on two: that is only where a curtain was agreed on.

People who share the screen of whoever began the game can sit on several sides; everybody who comes by link reads it
before he sits down, and agrees to it. By link nobody sits on a second side, and no player is the umpire too. Who
gave a seat up knows what it knew: he plays on no other side of that game.
"""

from __future__ import annotations

from typing import Any

from deadground.core.system import System
from deadground.server.people import Chairs
from deadground.server.seating import host_seats, one_browser, place_name, role_of
from deadground.server.store import SeatRow


def side_of(system: System[Any], scenario: str, seat: str) -> str:
    """The side whose secrets a seat knows; the umpire is on one of his own, and who looks on is on none."""
    role = role_of(seat)
    return system.side_of(scenario, seat) if role == "player" else "" if role == "observer" else seat


def curtained(system: System[Any], scenario: str, rows: tuple[SeatRow, ...]) -> list[str]:
    """The seats of several sides at one screen, where others play by link."""
    seats = [seat for seat in host_seats(rows) if side_of(system, scenario, seat)]
    sides = {side_of(system, scenario, seat) for seat in seats}
    return seats if len(sides) > 1 and not one_browser(rows) else []


def why_not_also(
    system: System[Any], scenario: str, rows: tuple[SeatRow, ...], seat: str, chairs: Chairs
) -> str:
    """Why somebody who has or had seats at a table cannot have this one too; "" if he can."""
    side, at_screen = side_of(system, scenario, seat), host_seats(rows)
    for other in chairs.now:
        apart = side_of(system, scenario, other) not in ("", side)
        if side and apart and not (seat in at_screen and other in at_screen):
            return (
                f"this browser sits at this table already, as {place_name(other)}: "
                "nobody sits on two sides of a game that others play by link"
            )
    for other in chairs.before:
        if role_of(seat) == "player" and side_of(system, scenario, other) not in ("", side):
            return (
                f"this browser has sat at this table before, as {place_name(other)}: "
                "who knows what that seat knew does not play on another side"
            )
    return ""
