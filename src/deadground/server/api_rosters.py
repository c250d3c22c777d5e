"""What the HTTP API takes and gives for army lists and rosters, as plain structs."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from deadground.core.faults import Fault
from deadground.core.roster import Grade, Made, Role, RosterSheet, Start, Stiffening
from deadground.desk.rosters import KeptRoster
from deadground.paper.typeset import Paper

Word = Annotated[str, Meta(max_length=80)]
Seed = Annotated[str, Meta(max_length=40)]


class RosterMan(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A man of a roster."""

    name: Word
    role: Role
    rep: int
    weapons: list[Word] = []
    attributes: list[Word] = []
    gear: dict[Word, int] = {}
    star: bool = False
    woman: bool = False
    post: Word = ""


class RosterData(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A roster, as its file has it."""

    roster: Word
    nation: Word
    unit: Word
    year: int
    men: Annotated[list[RosterMan], Meta(max_length=40)]
    month: int = 0
    start: Start = "battle"
    player: bool = True
    squad: int = 1
    grade: Grade = "regular"
    stiffening: Stiffening = ""
    supply: dict[Word, Word] = {}
    issued: list[Word] = []
    kept: list[Word] = []
    stores: dict[Word, int] = {}
    options: dict[Word, Word] = {}
    house: bool = False
    note: Annotated[str, Meta(max_length=1000)] = ""
    made: Made | None = None


class RosterShown(msgspec.Struct, frozen=True, kw_only=True):
    """A roster with everything that is wrong with it, its sheet, and the text of its file.

    `id` is the name it is kept by; "" for one that is not kept.
    """

    id: str
    roster: RosterData
    faults: list[Fault]
    sheet: RosterSheet
    text: str


class RollOrder(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What squad is wanted. What is not picked is settled by dice; the same seed makes the same squad."""

    nation: Word
    unit: Word
    year: int
    month: int = 0
    title: Word = ""
    start: Start = "battle"
    grade: Grade = "regular"
    star: Role | None = None
    stiffening: Stiffening = ""
    supply: bool = False
    picks: dict[Word, Word] = {}
    crew: Annotated[int, Meta(ge=1, le=8)] = 4
    seed: Seed = ""


class RosterOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A roster to be checked or kept."""

    roster: RosterData


class RosterText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The text of a roster's file."""

    text: str


class PrintOrder(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A sheet to be printed: of a roster, or an empty one, which may be headed for a unit."""

    paper: Paper = "a4"
    roster: RosterData | None = None
    nation: Word = ""
    unit: Word = ""


class FitOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether a roster could fight for a side."""

    side: Word
    roster: RosterData


class Fit(msgspec.Struct, frozen=True):
    """Everything that keeps a roster from a battle; nothing if it fits."""

    faults: list[Fault]


class Desk(msgspec.Struct, frozen=True, kw_only=True):
    """The rosters that are kept here. Where the desk is closed, `why` says so and there are none."""

    why: str
    rosters: list[KeptRoster]


class Kept(msgspec.Struct, frozen=True):
    """The name a roster is kept by from now on."""

    id: str
