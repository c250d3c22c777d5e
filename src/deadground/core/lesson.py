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
Number = int | float
Place = tuple[Number, Number]
"""A place on the table in the lesson's own unit."""


class Told(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A line of the log: its kind and, where that matters, how, whose roll it was, and words of it."""

    kind: str
    manner: str = ""
    by: Literal["", "me", "enemy"] = ""
    of: Literal["", "me", "enemy"] = ""
    """Whose piece it tells of, where the event says the side."""
    says: str = ""


class Near(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How far a stand of a unit that is asked for is from the nearest enemy in sight, or from a `place`.

    From edge to edge to an enemy, from the middle to a place, in the lesson's unit. With `able` only enemies count
    with whom nothing is wrong that a page would show.
    """

    unit: str
    place: Place | None = None
    within: Number = 0
    beyond: Number = 0
    able: bool = False


class Sign(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a step waits for; everything that is given must be so.

    `asked` is the guide of the open question and `row` a rule row it rests on. A question counts only when the
    turn's digest was read; with `news`, while it was not. `waiting` names a unit on the table whose part of the
    draft is still as it was given; with `untouched` all of it is. `proposed` is a card that the question came with,
    `can` one that somebody could be given, `cannot` one that nobody can; `asks_least` and `asks_most` count those
    whom it asks.
    `told` is a line that the log has, `untold` one that it does not have yet. `at_least` and `at_most` count the
    pieces of the seat's side that are on the table; `clear` is that no enemy is in sight, and a question mark is
    none.
    """

    asked: str = ""
    row: str = ""
    news: bool = False
    turn: int = 0
    from_turn: int = 0
    waiting: str = ""
    untouched: bool = False
    proposed: str = ""
    can: str = ""
    cannot: str = ""
    asks_least: int = 0
    asks_most: int = 0
    near: Near | None = None
    at_least: int = 0
    at_most: int = 0
    clear: bool = False
    told: Told | None = None
    untold: Told | None = None


class Show(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a step points at: a unit, a place, the nearest enemy to the unit, a part of the page."""

    unit: str = ""
    place: Place | None = None
    enemy: bool = False
    part: Literal["", "main", "units"] = ""


class Offer(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a button does for the player.

    `accept` presses the main button, `stay` says that nobody does anything more, `staff` takes what the staff
    advises. Otherwise a unit's stands are dragged
    `to` a place, or onto or `short` of the nearest enemy, or get a `card` where they are.
    """

    label: Annotated[str, Meta(min_length=1, max_length=40)] = "Do it for me"
    accept: bool = False
    stay: bool = False
    staff: bool = False
    unit: str = ""
    to: Place | None = None
    onto_enemy: bool = False
    short: Number = 0
    card: str = ""


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One idea.

    `why` shows the roll that `when.told` found, with its reasons. A step is over when what it waited for is so no
    more; one about the log, when it was read. One of `each_turn` comes again in the next, one of `each_time` with
    the next question.
    """

    id: Id
    title: Annotated[str, Meta(min_length=1, max_length=48)]
    say: Sentence
    when: Sign
    show: Show = Show()
    offer: Offer | None = None
    why: bool = False
    each_turn: bool = False
    each_time: bool = False


class Learnt(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Something to be lived through: what it is called, and the line of the log that shows it was."""

    label: Annotated[str, Meta(min_length=1, max_length=24)]
    told: Told


class NewGoal(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What wins a battle from a line of the log on: what was won till then is not asked for any more."""

    told: Told
    say: Sentence


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The steps for one seat of a battle, what it learns, and the battle to try after it.

    `unit` is what its lengths are in, as on the map of the battle. `goal` says what wins it: it stands beside the
    table from first to last, whatever the coach says; its first sentence alone until somebody opens it. `goal_then`
    takes its place when part of it is done.
    """

    lesson: str
    seat: str
    goal: Sentence | None = None
    goal_then: NewGoal | None = None
    unit: Literal["mm", "in"] = "mm"
    learns: dict[Id, Learnt]
    then: str
    steps: tuple[Step, ...]
