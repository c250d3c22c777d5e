"""What stands are: troop types, vehicles and guns, from the lists in data/kinds and data/guns.

A kind says what a stand is for every chart: its troop type, its armour class and mark, its weapon, its row on the
movement chart. Vehicles the book does not list are placed by kind as KIM-R85 rules, and are marked as ours.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

from deadground.core.faults import did_you_mean
from deadground.core.loader import load

DATA = Path(__file__).parent / "data"

Troop = Literal[
    "infantry",
    "armoured_infantry",
    "hq",
    "recon",
    "supply",
    "artillery",
    "at_gun",
    "tank",
    "spg",
    "armoured_car",
    "apc",
    "soft_skin",
]
"""The troop type that charts, cards and arcs go by."""

ArmourClass = Literal["", "A", "B", "C", "D", "E"]


class Gun(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A weapon: its gun group, the mark that shifts the die, and its calibre in millimetres."""

    id: str
    name: str
    group: int
    mark: int = 0
    calibre: int = 0
    rows: tuple[str, ...] = ()
    ours: bool = False


class Kind(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A kind of stand.

    `gun` is "" for small arms only. `artillery` is true for towed artillery and for artillery on self-propelled
    mounts: what may fire indirectly and pays chits. `speed` is its row on the movement chart.
    """

    id: str
    name: str
    troop: Troop
    speed: str
    armour: ArmourClass = ""
    armour_mark: int = 0
    gun: str = ""
    turret: bool = False
    open_top: bool = False
    artillery: bool = False
    nation: str = ""
    rows: tuple[str, ...] = ()
    ours: bool = False

    @property
    def is_infantry(self) -> bool:
        return self.troop in ("infantry", "armoured_infantry", "hq")

    @property
    def is_armoured_vehicle(self) -> bool:
        return self.armour in ("A", "B", "C", "D") and self.troop != "armoured_infantry"

    @property
    def is_vehicle(self) -> bool:
        return self.troop in ("tank", "spg", "armoured_car", "apc", "soft_skin", "recon", "supply")

    @property
    def is_gun(self) -> bool:
        """A towed gun, artillery or anti-tank."""
        return self.troop in ("artillery", "at_gun")


class GunFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    guns: tuple[Gun, ...]


class KindFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    kinds: tuple[Kind, ...]


@cache
def guns() -> dict[str, Gun]:
    """Every weapon by id."""
    found: dict[str, Gun] = {}
    for path in sorted((DATA / "guns").glob("*.yaml")):
        document = load(path)
        for i, one in enumerate(document.to(GunFile).guns):
            if one.id in found:
                raise document.error(("guns", i, "id"), f"the gun '{one.id}' is there twice")
            found[one.id] = one
    return found


@cache
def kinds() -> dict[str, Kind]:
    """Every kind of stand by id."""
    found: dict[str, Kind] = {}
    for path in sorted((DATA / "kinds").glob("*.yaml")):
        document = load(path)
        for i, one in enumerate(document.to(KindFile).kinds):
            if one.id in found:
                raise document.error(("kinds", i, "id"), f"the kind '{one.id}' is there twice")
            if one.gun and one.gun not in guns():
                advice = did_you_mean(one.gun, guns())
                raise document.error(("kinds", i, "gun"), f"no gun is called '{one.gun}'", advice)
            found[one.id] = one
    return found


@cache
def kind(id: str) -> Kind:
    """A kind by id."""
    found = kinds().get(id)
    if found is None:
        raise KeyError(f"no kind of stand is called '{id}': {did_you_mean(id, kinds())}")
    return found


def gun_of(one: Kind) -> Gun | None:
    """A kind's weapon; None for small arms only."""
    return guns()[one.gun] if one.gun else None
