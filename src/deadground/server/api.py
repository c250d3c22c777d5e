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
    """How much of a rule system there is, and how much of that is proven."""

    name: str
    title: str
    rows: int
    proven: int


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


class Measured(msgspec.Struct, frozen=True):
    """When proof was last measured: on these sources, or on older ones."""

    stale: bool


class Rules(msgspec.Struct, frozen=True):
    """The whole catalogue."""

    systems: list[SystemRules]
    rows: list[RuleLine]
    measured: Measured | None


class RuleOption(msgspec.Struct, frozen=True):
    """A named switch that a ruling offers."""

    name: str
    values: list[str]
    default: str
    waits: str
    """The area of rows that will read it; "" for one that games can be set up with."""

    @classmethod
    def of(cls, option: OptionSpec) -> RuleOption:
        return cls(option.name, list(option.values), option.default, option.waits)


class RuleRuling(msgspec.Struct, frozen=True):
    """How an unclear or missing rule is read."""

    id: str
    question: str
    ruling: str
    why: str
    options: list[RuleOption]
    stand_in: bool


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
    rulings: list[RuleRuling]
    proven_by: list[str] | None
