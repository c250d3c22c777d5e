"""Squads on paper: the shapes of a roster and its sheet, of what is ordered, and of what army lists offer.

What is in a list, who may have it and what breaks it is known by the system alone: see workshop.py.
"""

from __future__ import annotations

from typing import Literal

import msgspec

Role = Literal[
    "nco",
    "jr_nco",
    "lmg_gunner",
    "lmg_assistant",
    "launcher",
    "rifleman",
    "kommissar",
    "medic",
    "commander",
    "gunner",
    "loader",
    "driver",
    "bow_gunner",
    "crewman",
]
Grade = Literal["green", "regular", "veteran"]
Start = Literal["scenario", "battle", "campaign"]
"""The three ways to start a game."""

Stiffening = Literal["", "sergeant", "zampolit"]


class Man(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """A man: his place in the squad, his Rep, his weapons (the one in his hands first) and what he carries."""

    name: str
    role: Role
    rep: int
    weapons: tuple[str, ...] = ()
    attributes: tuple[str, ...] = ()
    gear: dict[str, int] = {}
    star: bool = False
    woman: bool = False
    post: str = ""
    """What he or she does besides: sniper, driver, gun_crew."""


class Thrown(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A throw that made the roster."""

    purpose: str
    dice: str
    faces: tuple[int, ...]
    owner: str = ""


class Made(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How a roster came about: the seed of its dice, if they had one, and every throw."""

    seed: str = ""
    throws: tuple[Thrown, ...] = ()


class Roster(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """A squad or crew, as its file has it.

    `squad` is its number in the platoon. `supply` says whose weapons of a category the equipment roll gave.
    `issued` is what a scenario or reinforcement adds, `kept` what was captured in an earlier battle.
    `stores` is what the squad has together. `house` is true for one that breaks its list and is played so.
    """

    roster: str
    nation: str
    unit: str
    year: int
    men: tuple[Man, ...]
    month: int = 0
    start: Start = "battle"
    player: bool = True
    squad: int = 1
    grade: Grade = "regular"
    stiffening: Stiffening = ""
    supply: dict[str, str] = {}
    issued: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    stores: dict[str, int] = {}
    options: dict[str, str] = {}
    house: bool = False
    note: str = ""
    made: Made | None = None


class SquadOrder(msgspec.Struct, frozen=True, kw_only=True):
    """What is wanted: whose squad, when, for what, and what the player picks.

    `star` names the role whose first man is the Star; "" for none. `supply` rolls for foreign equipment.
    """

    nation: str
    unit: str
    year: int
    month: int = 0
    title: str = ""
    start: Start = "battle"
    player: bool = True
    squad: int = 1
    grade: Grade = "regular"
    star: Role | None = None
    stiffening: Stiffening = ""
    supply: bool = False
    picks: dict[str, str] = {}
    named: bool = True


class Offer(msgspec.Struct, frozen=True):
    """A unit as it is offered: its size, and every question that is left open with its answers.

    `supply`: it may roll for foreign equipment. `women`: they may serve in any place of it.
    """

    nation: str
    unit: str
    name: str
    type: str
    stand_in: bool
    men: int
    strength: str
    squads: int
    picks: dict[str, tuple[str, ...]]
    supply: bool
    stiffening: tuple[Stiffening, ...]
    women: bool


class ListedUnit(msgspec.Struct, frozen=True):
    """A unit of a nation's list."""

    id: str
    name: str
    stand_in: bool


class ListedNation(msgspec.Struct, frozen=True):
    """A nation with a list, and its units."""

    id: str
    name: str
    adjective: str
    stand_in: bool
    units: list[ListedUnit]


class Listed(msgspec.Struct, frozen=True):
    """Something a man can have: its id, its name, and what it does or whose it is."""

    id: str
    name: str
    does: str
    stand_in: bool


class ArmyLists(msgspec.Struct, frozen=True, kw_only=True):
    """Everything a roster can be made of, whatever the nation."""

    nations: list[ListedNation]
    first_year: int
    last_year: int
    roles: dict[str, str]
    crew_roles: dict[str, str]
    attributes: list[Listed]
    gear: list[Listed]


class UnitOffer(msgspec.Struct, frozen=True, kw_only=True):
    """A unit as it is offered at a date: what is open, and the weapons of its list first."""

    offer: Offer
    says: list[tuple[str, str]]
    """The unit's column in words, line by line."""
    weapons: list[Listed]


class SheetMan(msgspec.Struct, frozen=True):
    """One line of the sheet. Boxes to tick are drawn by whoever prints it."""

    name: str = ""
    role: str = ""
    rep: str = ""
    weapons: str = ""
    attributes: str = ""
    carries: str = ""
    star: bool = False


class SheetWeapon(msgspec.Struct, frozen=True):
    """One line of the table of weapons."""

    name: str = ""
    range: str = ""
    target: str = ""
    impact: str = ""
    rank: str = ""
    notes: str = ""


class RosterSheet(msgspec.Struct, frozen=True):
    """The whole sheet. `faults` are what a house roster breaks; `ours` says that what men carry is our stand-in."""

    title: str
    subtitle: str
    facts: tuple[tuple[str, str], ...]
    men: tuple[SheetMan, ...]
    weapons: tuple[SheetWeapon, ...]
    explained: tuple[tuple[str, str], ...]
    house: str
    faults: tuple[str, ...]
    notes: tuple[str, ...]
    ours: bool = False
