"""Dice for making armies: what every function here asks of its dice, and dice for use outside a game.

COT-SQUAD-02
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

from deadground.core.citing import cite
from deadground.core.dice import D6, DiceSource, Live, Roll

T = TypeVar("T")


class Throws(Protocol):
    """Whatever throws dice: a game, or the dice of a roster."""

    def roll(
        self, count: int, sides: int, purpose: str, owner: str = "", *, ordered: bool = False
    ) -> Roll: ...


class RosterDice:
    """Dice of a source, kept as they fall."""

    def __init__(self, source: DiceSource) -> None:
        self._source = source
        self.rolls: list[Roll] = []

    @classmethod
    def from_seed(cls, seed: str) -> RosterDice:
        """The dice of a word or number that can be written down: the same seed makes the same squad."""
        return cls(Live(seed.encode(), 0))

    def roll(self, count: int, sides: int, purpose: str, owner: str = "", *, ordered: bool = False) -> Roll:
        roll = Roll(sides, self._source.faces(count, sides, purpose, ordered), purpose, owner)
        self.rolls.append(roll)
        return roll


def one_die(dice: Throws, purpose: str, owner: str = "") -> int:
    """The face of one d6."""
    return dice.roll(1, D6, purpose, owner).one


def half_die(dice: Throws, purpose: str, owner: str = "") -> int:
    """Half a d6, rounded up. LR-001, NS-01"""
    cite("LR-001")
    return (one_die(dice, purpose, owner) + 1) // 2


def how_many(dice: Throws, printed: str, purpose: str, owner: str = "") -> int:
    """A printed number of things: `1/2d6`, `1d6` or a plain number. LR-001"""
    if printed == "1/2d6":
        return half_die(dice, purpose, owner)
    return one_die(dice, purpose, owner) if printed == "1d6" else int(printed)


def one_of(dice: Throws, choices: Sequence[T], purpose: str, owner: str = "") -> T:
    """One of several with equal chances; a single one needs no die. LR-009"""
    first, *others = choices
    if not others:
        return first
    cite("LR-009")
    return choices[dice.roll(1, len(choices), purpose, owner).one - 1]
