"""Weapons: what the printed tables say of each, note by note. COT-WEAP-01 to COT-WEAP-15, NUTS-FIRE-17

A weapon's id is its list and its line, `german.mp44`; a captured one keeps it. Lengths are whole inches. Where a
printed cell has two numbers (`48/60 ⁽²⁾`) its note says when the second holds, and that is a mode of the weapon.
The list `core` is that of the core rules, mostly our stand-in (NS-07); `supplement` holds what the supplement
prints for everybody (COT-DEMO-05).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Literal

import msgspec

from deadground.core.citing import cite
from deadground.core.faults import did_you_mean
from deadground.core.loader import load
from deadground.core.own_book import per_book
from deadground.systems.skirmish.charts import DATA

Category = Literal["small_arms", "machine_guns", "grenades", "antitank"]
CATEGORIES: tuple[Category, ...] = ("small_arms", "machine_guns", "grenades", "antitank")
PRINTED_LISTS = ("soviet", "german", "italian", "hungarian", "romanian", "finnish")
OTHER_TABLES = {"core": "core_weapons", "supplement": "supplement_satchels"}

Aim = Literal["figure", "vehicle", "building"]


class Mode(msgspec.Struct, frozen=True, kw_only=True):
    """One way of using a weapon.

    `target` is 0 for a weapon that strikes a circle or path alone, `impact` None for one against armour alone,
    `apr` None for one that cannot pierce. `apr_far`: up to this range the APR holds, beyond it the second number.
    """

    name: str = ""
    range: int
    min_range: int = 0
    target: int
    circle: int = 0
    path: int = 0
    impact: int | None
    apr: int | None = None
    apr_far: tuple[int, int] | None = None
    rows: tuple[str, ...] = ()


class Kind(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What weapons of a kind have in common; the fields named in `ours` are stand-ins."""

    id: str
    name: str
    rank: int
    weapons: tuple[str, ...]
    crew: int = 1
    loader: bool = False
    long_arm: bool = False
    thrown: bool = False
    readied: bool = False
    used_up: bool = False
    indirect: bool = False
    special: bool = False
    heavy: str = ""
    shots_every: tuple[int, int] = (0, 0)
    moved: Literal["", "target_3", "no_shot"] = ""
    ours: tuple[str, ...] = ()


class Weapon(msgspec.Struct, frozen=True, kw_only=True):
    """A weapon: its modes, the plain one first, and what its kind and its notes say."""

    id: str
    nation: str
    category: Category
    kind: str
    name: str
    modes: tuple[Mode, ...]
    rank: int
    crew: int
    loader: bool
    long_arm: bool
    thrown: bool
    readied: bool
    used_up: bool
    indirect: bool
    special: bool
    heavy: str
    shots_every: tuple[int, int]
    moved: str
    rep: int = 0
    jam: tuple[int, int, int] | None = None
    """So many dice of this face jam it, and clearing takes so many turns. COT-WEAP-12"""
    malfunction: tuple[int, int] | None = None
    """A shooting die of this face is followed by another; that one of this face blows it up. COT-WEAP-11"""
    supply: tuple[int, int] | None = None
    """Year and month from which it was supplied. COT-WEAP-15"""
    notes: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()
    stand_in: bool = False

    @property
    def plain(self) -> Mode:
        """The mode it is used in unless another is named."""
        return self.modes[0]

    @property
    def range(self) -> int:
        return self.plain.range

    @property
    def target(self) -> int:
        return self.plain.target

    @property
    def circle(self) -> int:
        return self.plain.circle

    @property
    def impact(self) -> int | None:
        return self.plain.impact

    @property
    def apr(self) -> int | None:
        return self.plain.apr

    def mode(self, name: str) -> Mode | None:
        """A mode by name; None where the weapon has none such."""
        return next((one for one in self.modes if one.name == name), None)


class KindFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    kinds: tuple[Kind, ...]


@cache
def kinds() -> dict[str, Kind]:
    """The kind of every line of the weapon tables."""
    found = load(DATA / "arms" / "kinds.yaml").to(KindFile).kinds
    return {weapon: kind for kind in found for weapon in kind.weapons}


@per_book
def all_weapons() -> dict[str, Weapon]:
    """Every weapon of every list by id."""
    from deadground.systems.skirmish.weapon_tables import read_all

    return {one.id: one for one in read_all()}


def weapon(id: str) -> Weapon:
    """A weapon by id; asking for it cites its table."""
    try:
        found = all_weapons()[id]
    except KeyError:
        raise KeyError(f"no weapon is called '{id}': {did_you_mean(id, all_weapons())}") from None
    cite(*found.rows)
    return found


def rep_to_fire(one: Weapon) -> int:
    """What a weapon changes in the Rep of whoever fires it. COT-WEAP-13"""
    cite(*one.plain.rows)
    return one.rep


def jams(one: Weapon, faces: Iterable[int]) -> bool:
    """Whether a shooting roll jams the weapon. COT-WEAP-12"""
    if one.jam is None:
        return False
    cite("COT-WEAP-12")
    dice, face, _ = one.jam
    return sum(fallen == face for fallen in faces) >= dice


def malfunction_dice(one: Weapon, faces: Iterable[int]) -> int:
    """How many more d6 a shooting roll calls for. COT-WEAP-11"""
    if one.malfunction is None:
        return 0
    cite("COT-WEAP-11")
    again, _ = one.malfunction
    return sum(face == again for face in faces)


def malfunctions(one: Weapon, faces: Iterable[int]) -> bool:
    """Whether the further dice blow the weapon up like a flamethrower. COT-WEAP-11"""
    if one.malfunction is None:
        return False
    cite("COT-WEAP-11")
    _, bursts = one.malfunction
    return any(face == bursts for face in faces)
