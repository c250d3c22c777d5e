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
from typing import Any

import msgspec
import yaml

from deadground.core.dice import Roll
from deadground.core.loader import Document
from deadground.core.roster import Role, Roster, Thrown
from deadground.systems.skirmish.lists import all_nations, weapon_list
from deadground.systems.skirmish.weapons import all_weapons

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


def written(roster: Roster, suffix: str = ".yaml") -> str:
    """A roster as the text of its file: as JSON where the file's name says so, else as YAML."""
    value = plain(roster)
    if suffix == ".json":
        return json.dumps(value, ensure_ascii=False, indent=2) + "\n"
    return yaml.dump(
        value, Dumper=_Writer, sort_keys=False, allow_unicode=True, width=110, default_flow_style=None
    )


_PLAIN = re.compile(r"[^\W\d_]+(?:[ _.'-]?\w+)*\.?")
_AMBIGUOUS = frozenset(("y", "n", "yes", "no", "on", "off", "true", "false", "null"))


class _Writer(yaml.SafeDumper):
    """YAML whose strings are in quotes wherever a reader could take them for something else."""


def _text(writer: Any, value: str) -> Any:
    bare = _PLAIN.fullmatch(value) and value.lower() not in _AMBIGUOUS
    return writer.represent_scalar("tag:yaml.org,2002:str", value, style=None if bare else '"')


_Writer.add_representer(str, _text)
