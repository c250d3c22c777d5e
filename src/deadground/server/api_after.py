"""What the HTTP API tells of a battle that is over, as plain structs."""

from __future__ import annotations

import msgspec

from deadground.core.account import Account
from deadground.core.dice import Roll
from deadground.core.scene import Spot, Term
from deadground.core.sheet import Fate
from deadground.core.view import Outcome


class SideAfter(msgspec.Struct, frozen=True, kw_only=True):
    """A side when all is over. `bots` are the names of the bots that led it."""

    id: str
    name: str
    sign: int
    pieces: int
    lost: int
    expected: float
    """Hits that the dice of its shots could be expected to give."""
    hits: int
    shots: int
    won: bool
    bots: list[str]
    next_time: list[str]
    """What it may do otherwise next time, where it has lost."""


class Route(msgspec.Struct, frozen=True, kw_only=True):
    """The way a piece went. `lost` is the turn in which it was lost, `left` when it left the table; else 0."""

    side: str
    title: str
    points: list[Spot]
    lost: int
    left: int


class TurnLosses(msgspec.Struct, frozen=True):
    """What each side had lost by the end of a turn."""

    turn: int
    lost: dict[str, int]


class TurningPoint(msgspec.Struct, frozen=True):
    """A moment that mattered, by its number among all moments, and what happened."""

    moment: int
    turn: int
    phase: str
    text: str
    lost: dict[str, int]


class RollTold(msgspec.Struct, frozen=True):
    """A roll worth remembering, with the chance it had."""

    turn: int
    side: str
    text: str
    chance: float
    hits: int


class DecidedBy(msgspec.Struct, frozen=True):
    """The roll that counted most in a battle, what it did, and its dice."""

    turn: int
    text: str
    why: str
    rolls: list[Roll]


class AfterBattle(msgspec.Struct, frozen=True, kw_only=True):
    """A battle when it is over, on one page."""

    game: str
    system: str
    scenario: str
    title: str
    seats: list[str]
    turns: int
    outcome: Outcome
    marks: list[str]
    sides: list[SideAfter]
    losses: list[TurnLosses]
    turning_points: list[TurningPoint]
    lucky: list[RollTold]
    unlucky: list[RollTold]
    accounts: list[Account]
    """What the sides that kept a diary meant to do, and what became of it."""
    men: list[Fate]
    """Everybody who has a name, and what became of him."""
    decided_by: DecidedBy | None
    goes_on: bool
    """Whether those who came through can go into another battle."""
    then: str
    """A bigger battle of the same system to try next."""
    terms: list[Term]
    """The words of the trade that it may speak in."""
    routes: list[Route]
    map: str
    width: int
    height: int
