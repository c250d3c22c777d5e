"""A roster: a squad or crew on paper, with names. It is a file that is written, printed, checked and read again.

    roster: The third squad
    nation: soviet
    unit: infantry
    year: 1943
    men:
      - {name: Ivan Sokolov, role: nco, rep: 4, weapons: [smg], gear: {grenade: 1, knife: 1}}

Weapons of the nation's own list go by their line (`smg`), others by list and line (`german.smg`). COT-SQUAD-02
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Literal

import msgspec
import yaml

from deadground.core.dice import Roll
from deadground.core.loader import Document
from deadground.systems.skirmish.attributes import Start
from deadground.systems.skirmish.lists import all_nations, weapon_list
from deadground.systems.skirmish.rules.unit_types import Stiffening
from deadground.systems.skirmish.weapons import all_weapons

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
SQUAD_ROLES: tuple[Role, ...] = ("nco", "jr_nco", "lmg_gunner", "lmg_assistant", "launcher", "rifleman")
"""In the order in which a squad is filled. COT-SQUAD-12"""

ATTACHED: tuple[Role, ...] = ("kommissar", "medic")
"""Extra figures, above the strength of the squad. LR-034"""

CREW_ROLES: tuple[Role, ...] = ("commander", "gunner", "loader", "driver", "bow_gunner", "crewman")
CREW = "crew"
"""The unit of a vehicle crew, which has no column. COT-SQUAD-02"""

ROLE_NAMES: dict[Role, str] = {
    "nco": "NCO",
    "jr_nco": "Jr. NCO",
    "lmg_gunner": "LMG gunner",
    "lmg_assistant": "LMG assistant",
    "launcher": "grenade launcher",
    "rifleman": "rifleman",
    "kommissar": "Kommissar",
    "medic": "medic",
    "commander": "commander",
    "gunner": "gunner",
    "loader": "loader",
    "driver": "driver",
    "bow_gunner": "bow gunner",
    "crewman": "crewman",
}

Grade = Literal["green", "regular", "veteran"]


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
    """What he or she does besides: sniper, driver, gun_crew. COT-UNIT-13"""


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
    """A squad or crew. COT-SQUAD-02

    `squad` is its number in the platoon. `supply` says whose weapons of a category the equipment roll gave.
    `issued` is what a scenario or reinforcement adds (LR-115), `kept` what was captured in an earlier battle.
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


def thrown(roll: Roll) -> Thrown:
    return Thrown(roll.purpose, f"{len(roll.faces)}d{roll.sides}", roll.faces, roll.owner)


def roster_from(document: Document) -> Roster:
    """The roster in a file, weapons by their full ids. Whether it keeps to its list is asked elsewhere."""
    found = document.to(Roster)
    men = tuple(
        msgspec.structs.replace(man, weapons=tuple(full_id(found.nation, one) for one in man.weapons))
        for man in found.men
    )
    lists = {
        field: tuple(full_id(found.nation, one) for one in getattr(found, field))
        for field in ("issued", "kept")
    }
    return msgspec.structs.replace(found, men=men, **lists)


def full_id(nation: str, word: str) -> str:
    """A weapon's id from what a file says; a word that is none stays as it is."""
    if nation not in all_nations() or "." in word:
        return word
    own = f"{weapon_list(nation)}.{word}"
    return own if own in all_weapons() else word


def short_id(nation: str, id: str) -> str:
    """What a file says for a weapon: its line alone in the nation's own list."""
    return id.removeprefix(f"{weapon_list(nation)}.") if nation in all_nations() else id


def plain(roster: Roster) -> dict[str, Any]:
    """A roster as plain values, as its file has it."""
    found: dict[str, Any] = msgspec.to_builtins(roster)
    for man in found["men"]:
        if "weapons" in man:
            man["weapons"] = [short_id(roster.nation, one) for one in man["weapons"]]
    for field in ("issued", "kept"):
        if field in found:
            found[field] = [short_id(roster.nation, one) for one in found[field]]
    return found


def written(roster: Roster, form: Literal["yaml", "json"] = "yaml") -> str:
    """A roster as the text of its file."""
    value = plain(roster)
    if form == "json":
        return json.dumps(value, ensure_ascii=False, indent=2) + "\n"
    return yaml.dump(
        value, Dumper=_Writer, sort_keys=False, allow_unicode=True, width=110, default_flow_style=None
    )


def save_roster(roster: Roster, path: Path) -> Path:
    """Write a roster: as JSON where the name says so, else as YAML."""
    path.write_text(written(roster, "json" if path.suffix == ".json" else "yaml"), "utf-8", newline="\n")
    return path


_PLAIN = re.compile(r"[^\W\d_]+(?:[ _.'-]?\w+)*\.?")
_AMBIGUOUS = frozenset(("y", "n", "yes", "no", "on", "off", "true", "false", "null"))


class _Writer(yaml.SafeDumper):
    """YAML whose strings are in quotes wherever a reader could take them for something else."""


def _text(writer: Any, value: str) -> Any:
    bare = _PLAIN.fullmatch(value) and value.lower() not in _AMBIGUOUS
    return writer.represent_scalar("tag:yaml.org,2002:str", value, style=None if bare else '"')


_Writer.add_representer(str, _text)
