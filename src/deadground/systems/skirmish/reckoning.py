"""How a throw was reckoned, man by man: the dice he counted and those he did not, against what, why, what he read.

A rule that throws for somebody hands this to the event that tells of it, and the card of the thread shows it, so
that who knows the tables can follow every "0 of 2". What changes dice and Rep are the tallies of the event.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

import msgspec

from deadground.core.citing import cite
from deadground.core.dice import Roll
from deadground.core.tally import Tally
from deadground.systems.skirmish.rules.activation.dice import SUCCESS
from deadground.systems.skirmish.state import Figure

Fate = Literal["passed", "failed", "left"]


class Die(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A die of a throw as one man takes it: passed, failed, or left out.

    `of` says what kind of die it is, what it came to, or why it is left out.
    """

    face: int
    fate: Fate
    of: str = ""


class Read(msgspec.Struct, frozen=True):
    """A line of a table that a man reads, and what it says for the dice he passed."""

    line: str
    says: str
    rows: tuple[str, ...]


class Giver(msgspec.Struct, frozen=True):
    """Who gave a man cause to test, and how. It is told only to those who know him. NR-108"""

    id: str
    words: str


class Reckoning(msgspec.Struct, frozen=True, kw_only=True):
    """What a man's result comes from. `tallies` are the places of his among those of the event.

    Without a man it is what became of dice that are no single man's.
    """

    who: str = ""
    rep: int | None = None
    dice: tuple[Die, ...] = ()
    tallies: tuple[int, ...] = ()
    reads: tuple[Read, ...] = ()
    note: str = ""
    givers: tuple[Giver, ...] = ()


def begun(changed: Tally, words: str, first: int, *rows: str) -> Tally:
    """The dice that are thrown, or the Rep they are held against: where it begins, and all that changes it."""
    whole = Tally(changed.title)
    whole.on_die(words, first, *rows)
    whole.lines += changed.lines
    return whole


def against(faces: Iterable[int], number: int, of: str = "") -> tuple[Die, ...]:
    """Dice that are passed up to a number. NUTS-ACT-11, NR-01"""
    cite("NUTS-ACT-11", "NR-01")
    return tuple(Die(face, "passed" if face <= number else "failed", of) for face in faces)


def own_throw(figure: Figure, faces: Iterable[int], note: str = "") -> Reckoning:
    """A man's dice held against his own Rep, and nothing else. NUTS-ACT-11"""
    return Reckoning(who=figure.id, rep=figure.rep, dice=against(faces, figure.rep), note=note)


def left_out(faces: Iterable[int], why: str) -> tuple[Die, ...]:
    """Dice that a man does not count, and why."""
    return tuple(Die(face, "left", why) for face in faces)


def scoring(rolls: Sequence[Roll]) -> tuple[Die, ...]:
    """Dice that count successes, of the last throw alone: those before it were equal. NUTS-ACT-11, NUTS-SIGHT-08"""
    return tuple(in_rounds(rolls))


def in_rounds(rolls: Sequence[Roll]) -> Iterator[Die]:
    for roll in rolls[:-1]:
        yield from left_out(roll.faces, "equal, thrown again")
    for roll in rolls[-1:]:
        yield from against(roll.faces, SUCCESS)


def best_of(faces: Sequence[int], number: int, of: str) -> tuple[Die, ...]:
    """The Leader Die: of several the best counts. NUTS-LEAD-01"""
    best = min(faces)
    first = faces.index(best)
    return tuple(
        Die(face, "left", f"{of}, the better counts")
        if place != first
        else Die(face, "passed" if face <= number else "failed", of)
        for place, face in enumerate(faces)
    )
