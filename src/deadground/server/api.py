"""What the HTTP API takes and gives, as plain structs. The front end's types are made from these."""

from __future__ import annotations

from typing import Literal

import msgspec

from deadground.core.catalogue import Kind, OptionSpec, Source
from deadground.core.view import Outcome


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
    """The server answers."""

    ok: bool


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
    kind: Kind
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

    @classmethod
    def of(cls, option: OptionSpec) -> RuleOption:
        return cls(option.name, list(option.values), option.default)


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
    system: str
    source: Source
    rulings: list[RuleRuling]
    proven_by: list[str] | None


class Battle(msgspec.Struct, frozen=True):
    """Something that can be played."""

    system: str
    scenario: str
    title: str
    text: str
    seats: list[str]


class NewGameOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The wish to play: which battle, from which seat, against whom."""

    system: str
    scenario: str
    seat: str
    opponent: Literal["random"] = "random"
    options: dict[str, str] = {}


class GameOpened(msgspec.Struct, frozen=True):
    """A game that was begun. The token opens the seat; it is told only here."""

    game: str
    seat: str
    token: str


class GameState(msgspec.Struct, frozen=True):
    """How a game stands for one seat. `entries` counts the seat's own log, which tells no secret."""

    game: str
    system: str
    scenario: str
    seat: str
    entries: int
    your_turn: bool
    outcome: Outcome | None
