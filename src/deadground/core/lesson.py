"""Lessons: steps that a page shows beside a battle while somebody plays it for the first time.

A lesson owns no rules and rolls no dice. A step waits for something that its seat can see (a question, a unit
without orders, a line of the log), says what to do in a sentence or two, and may offer to do it: by the same
gesture that the player would make. Pieces are named by their unit, for their ids mean nothing before the battle.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

Id = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_]*$")]
Sentence = Annotated[str, Meta(min_length=1, max_length=240)]
Place = tuple[int, int]
"""A place on the table in its own unit, such as millimetres."""


class Told(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A line of the log: its kind and, where that matters, how, whose roll it was, and words of it."""

    kind: str
    manner: str = ""
    by: Literal["", "me", "enemy"] = ""
    says: str = ""


class Near(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How far the nearest enemy in sight is from a stand of a unit, from edge to edge in whole units."""

    unit: str
    within: int = 0
    beyond: int = 0


class Sign(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a step waits for; everything that is given must be so.

    `asked` is the guide of the open question and `row` a rule row it rests on. A question counts only when the
    turn's digest was read; with `news`, while it was not. `waiting` names a unit on the table whose part of the
    draft is still as it was given. `told` is a line that the log has.
    """

    asked: str = ""
    row: str = ""
    news: bool = False
    turn: int = 0
    from_turn: int = 0
    waiting: str = ""
    near: Near | None = None
    told: Told | None = None


class Show(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a step points at: a unit, a place, the nearest enemy to the unit, a part of the page."""

    unit: str = ""
    place: Place | None = None
    enemy: bool = False
    part: Literal["", "main", "units"] = ""


class Offer(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a button does for the player.

    `accept` presses the main button, `staff` takes what the staff advises. Otherwise a unit's stands are dragged
    `to` a place, or onto or `short` of the nearest enemy, or get a `card` where they are.
    """

    label: Annotated[str, Meta(min_length=1, max_length=40)] = "Do it for me"
    accept: bool = False
    staff: bool = False
    unit: str = ""
    to: Place | None = None
    onto_enemy: bool = False
    short: int = 0
    card: str = ""


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One idea.

    `why` shows the roll that `when.told` found, with its reasons. A step is over when what it waited for is so no
    more; one about the log, when it was read. One of `each_turn` comes again in the next.
    """

    id: Id
    title: Annotated[str, Meta(min_length=1, max_length=48)]
    say: Sentence
    when: Sign
    show: Show = Show()
    offer: Offer | None = None
    why: bool = False
    each_turn: bool = False


class Learnt(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Something to be lived through: what it is called, and the line of the log that shows it was."""

    label: Annotated[str, Meta(min_length=1, max_length=24)]
    told: Told


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The steps for one seat of a battle, what it learns, and the battle to try after it."""

    lesson: str
    seat: str
    learns: dict[Id, Learnt]
    then: str
    steps: tuple[Step, ...]
