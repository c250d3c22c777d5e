"""Who fights in the duel and how they are."""

from __future__ import annotations

from typing import Literal

from deadground.core.game import Game
from deadground.core.records import Public, Record, State, record, state

Stance = Literal["standing", "down"]
Weapon = Literal["rifle", "machine pistol"]

MAGAZINE = 5
BURST = 3
OUT = 2
"""Wounds that put a man out."""


@record
class Man(Record):
    """A rifleman. With `OUT` wounds he is out."""

    id: Public[str]
    name: Public[str]
    side: Public[str]
    lane: Public[int]
    ahead: Public[int] = 0
    stance: Public[Stance] = "standing"
    weapon: Public[Weapon] = "rifle"
    rounds: Public[int] = MAGAZINE
    wounds: Public[int] = 0
    aimed: Public[bool] = False
    moving: Public[bool] = False
    hits: Public[int] = 0

    @property
    def out(self) -> bool:
        return self.wounds >= OUT


@state
class DuelState(State):
    """The field: the gap between the lines, the men, and the turn."""

    gap: Public[int]
    men: Public[dict[str, Man]]
    sides: Public[tuple[str, ...]]
    turn: Public[int] = 1
    last_turn: Public[int] = 20


class Duel(Game[DuelState]):
    """The game as the duel's rules hold it."""

    def man(self, id: str) -> Man:
        return self.state.men[id]
