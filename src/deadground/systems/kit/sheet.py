"""A scenario as it is chosen: what every file says of itself, and how long it takes."""

from __future__ import annotations

from typing import Any, Protocol

from deadground.core.sheet import Sheet, SideSheet


class Described(Protocol):
    """What the file of every scenario says of itself."""

    @property
    def scenario(self) -> str: ...
    @property
    def about(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def map(self) -> str: ...
    @property
    def turns(self) -> int: ...


def sheet_of(
    file: Described, sides: tuple[SideSheet, ...], *, a_turn: int, a_piece: int, **more: Any
) -> Sheet:
    """The sheet of a scenario; whatever else is given is said besides, or instead.

    `a_turn` and `a_piece` are the seconds that a person takes for a turn and, in it, for each of his pieces.
    """
    most = max((side.pieces for side in sides), default=0)
    said = {
        "title": file.scenario,
        "about": file.about,
        "text": file.text,
        "map": file.map,
        "turns": file.turns,
        "minutes": minutes(file.turns * (a_turn + a_piece * most)),
        **more,
    }
    return Sheet(sides=sides, **said)


def minutes(seconds: int) -> int:
    """A length of time to the next five minutes."""
    return -(-seconds // 300) * 5
