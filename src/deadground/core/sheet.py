"""What a player reads before and after a battle: a sheet about the scenario, the options worth arguing about, luck.

Plain data that a system gives and any page can show.
"""

from __future__ import annotations

import msgspec

from deadground.core.events import SeenEvent


class RosterWanted(msgspec.Struct, frozen=True, kw_only=True):
    """A place for a player's own squad: of how many men, of which nations, and of which year (0 for any)."""

    least: int
    most: int
    nations: tuple[str, ...]
    year: int


class SideSheet(msgspec.Struct, frozen=True, kw_only=True):
    """A side of a battle: what it is called, its sign (`core/signs.py`), who plays it, how many pieces it has."""

    id: str
    name: str
    sign: int
    seats: tuple[str, ...]
    army: str
    pieces: int
    attacker: bool
    roster: RosterWanted | None = None
    alone: bool = False
    """Whether it can be left to the game itself, if nobody is to play it."""


class Sheet(msgspec.Struct, frozen=True, kw_only=True):
    """A scenario as it is chosen: a line about it, a page of text, its size and its length.

    `map` names the drawing of its ground, "" for none. `minutes` is how long a person will sit at it. A `lesson` is
    what somebody new should play first.
    """

    title: str
    about: str
    text: str = ""
    map: str = ""
    date: str = ""
    turns: int = 0
    minutes: int = 0
    pieces: str = "pieces"
    """What a piece is called in this system."""
    sides: tuple[SideSheet, ...] = ()
    lesson: bool = False
    first: bool = False
    """Whether it is what the first button of all begins: no set-up, nothing to choose."""


class Fate(msgspec.Struct, frozen=True, kw_only=True):
    """What became of somebody who has a name. `deeds` are the enemies he put down."""

    side: str
    name: str
    fate: str
    came_through: bool
    deeds: int = 0


class DecidingRoll(msgspec.Struct, frozen=True):
    """The roll that counted most in a battle, and what makes it that."""

    event: SeenEvent
    why: str


class GoalTold(msgspec.Struct, frozen=True, kw_only=True):
    """Something that counted for a side, whether it was reached when the battle ended, and the points it gave."""

    side: str
    name: str
    reached: bool
    points: int = 0


class Luck(msgspec.Struct, frozen=True, kw_only=True):
    """A roll as a matter of luck: whose it was, the hits to be expected of it, and those there were.

    `chance` is that of at least one hit.
    """

    side: str
    expected: float
    hits: int
    chance: float


class ArguedValue(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A value of an option and its effect in a few words."""

    value: str
    effect: str


class ArguedSwitch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A named option of an argued ruling, with all of its values."""

    option: str
    label: str
    values: tuple[ArguedValue, ...]


class Argued(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ruling that players argue about: two lines on what is at stake, and its switches."""

    ruling: str
    title: str
    text: str
    switches: tuple[ArguedSwitch, ...]
