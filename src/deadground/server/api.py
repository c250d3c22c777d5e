"""What the HTTP API tells of itself and of the rules, as plain structs. The front end's types are made from these.

Battles and games are in api_games.py.
"""

from __future__ import annotations

import msgspec

from deadground.core.catalogue import Kind, OptionSpec, Source


class Problem(msgspec.Struct, frozen=True):
    """Why a request was not carried out, in words, and names that may have been meant."""

    reason: str
    near: list[str]


class About(msgspec.Struct, frozen=True):
    """What this is."""

    name: str
    version: str
    notice: str


class Health(msgspec.Struct, frozen=True):
    """Whether games can be played and kept, and if not, why."""

    ok: bool
    reason: str


class SystemRules(msgspec.Struct, frozen=True):
    """How much of a rule system there is, and how much of that is proven and can be played."""

    name: str
    title: str
    version: str
    """Of its rules; "" for one that cannot be played yet."""
    rows: int
    proven: int
    waits: list[str]
    """The chapters that are still to come, the longest first."""


class RuleLine(msgspec.Struct, frozen=True):
    """A rule row in a list."""

    id: str
    title: str
    system: str
    area: str
    chapter: str
    """What the area is about, in words."""
    kind: Kind
    rulings: list[str]
    proven: bool


class Rules(msgspec.Struct, frozen=True):
    """The whole catalogue."""

    systems: list[SystemRules]
    rows: list[RuleLine]
    rulings: list[str]
    """The names of all readings, of which some belong to no single row."""


class RuleOption(msgspec.Struct, frozen=True):
    """A named switch that a ruling offers."""

    name: str
    values: list[str]
    default: str
    waits: str
    """The chapter of rows that will read it; "" for one that games can be set up with."""
    note: str
    """What each value means."""

    @classmethod
    def of(cls, option: OptionSpec, waits: str) -> RuleOption:
        return cls(option.name, list(option.values), option.default, waits, option.note)


class RuleTable(msgspec.Struct, frozen=True):
    """A table that belongs to a rule, every cell as it is read."""

    title: str
    columns: list[str]
    lines: list[list[str]]


class RuleRuling(msgspec.Struct, frozen=True):
    """How an unclear or missing rule is read."""

    id: str
    question: str
    ruling: str
    why: str
    options: list[RuleOption]
    stand_in: bool
    tables: list[RuleTable]


class Rule(msgspec.Struct, frozen=True):
    """A rule row in full."""

    id: str
    title: str
    does: str
    kind: Kind
    area: str
    chapter: str
    system: str
    source: Source
    tables: list[RuleTable]
    rulings: list[RuleRuling]
    proven: bool
    waits_for: str
    """The chapter that one which is not proven waits for."""
    proven_by: list[str]
    """The tests, where a whole run of them was made here."""
