"""The signs of a stands table: which drawing a stand has, what is written on it, and the marks it can carry.

The page draws every symbol of `SYMBOLS` and `TRACES` and every sign of `MARKS`; nothing else is ever sent.
"""

from __future__ import annotations

from functools import cache

from deadground.systems.stands.kinds import Kind, Troop, kind

SYMBOLS = (
    "rifle",
    "mechanised",
    "cavalry",
    "engineer",
    "hq",
    "recon",
    "supply",
    "mortar",
    "rockets",
    "field_gun",
    "infantry_gun",
    "at_gun",
    "aa_gun",
    "tank_light",
    "tank_medium",
    "tank_heavy",
    "assault_gun",
    "sp_gun",
    "armoured_car",
    "halftrack",
    "truck",
    "jeep",
    "motorcycle",
    "wagon",
)
"""Every drawing a token can have."""

TRACES = ("fallen", "wreck", "wrecked_gun", "burnt_truck", "dugout", "crater")
"""Every drawing a trace can have."""

MARKS: dict[str, str] = {
    "hit": "Carries a hit: the next one destroys it",
    "dug_in": "Dug in: one harder to hit, seen within 100 mm only",
    "fixed": "A gun in a fixed position: +1 on its die",
    "specialist": "Specialist infantry: one harder to hit",
    "engineer": "Engineers",
    "hidden": "Hidden: the enemy does not know of it",
    "half": "Failed its command roll: half a move, direct fire only",
    "direct": "Failed its command roll far from its HQ: direct fire only",
    "out_of_command": "Out of command: its card is rolled for",
    "no_advance": "Its command has lost too many and no longer advances",
    "retiring": "Its command is leaving the field",
    "contact": "In a close assault",
    "fired": "Has fired this turn",
    "moved": "Has moved this turn",
    "turned": "Has turned this turn",
    "under_fire": "Under area fire: it is rolled for when it acts",
    "no_chits": "Its command has no artillery chit left",
    "digging": "Digging in",
    "no_card": "No card this turn",
}
"""Every sign a token can carry, and what it means."""

BY_ID = {
    "cavalry": "cavalry",
    "katyusha": "rockets",
    "nebelwerfer": "rockets",
    "motorcycle": "motorcycle",
    "horses": "wagon",
    "jeep": "jeep",
    "ig18": "infantry_gun",
    "m1927": "infantry_gun",
    "m116": "infantry_gun",
    "grw42": "mortar",
    "m120": "mortar",
    "aa85": "aa_gun",
    "flak36": "aa_gun",
}
"""Kinds that are drawn otherwise than their troop type."""

BY_TROOP: dict[Troop, str] = {
    "infantry": "rifle",
    "armoured_infantry": "mechanised",
    "hq": "hq",
    "recon": "recon",
    "supply": "supply",
    "artillery": "field_gun",
    "at_gun": "at_gun",
    "tank": "tank_medium",
    "spg": "assault_gun",
    "armoured_car": "armoured_car",
    "apc": "halftrack",
    "soft_skin": "truck",
}

TANKS = {"A": "tank_heavy", "slow_tank": "tank_heavy", "D": "tank_light"}
"""Tanks by armour class or, where that does not settle it, by their row on the movement chart."""

WRECKS: dict[str, str] = {
    "rifle": "fallen",
    "mechanised": "fallen",
    "cavalry": "fallen",
    "engineer": "fallen",
    "hq": "fallen",
    "mortar": "wrecked_gun",
    "field_gun": "wrecked_gun",
    "infantry_gun": "wrecked_gun",
    "at_gun": "wrecked_gun",
    "aa_gun": "wrecked_gun",
    "rockets": "burnt_truck",
    "recon": "burnt_truck",
    "supply": "burnt_truck",
    "truck": "burnt_truck",
    "jeep": "burnt_truck",
    "motorcycle": "burnt_truck",
    "wagon": "burnt_truck",
}
"""What a lost stand leaves behind, by its symbol; all else leaves a wreck."""


@cache
def symbol_of(id: str) -> str:
    """The drawing of a kind of stand."""
    found = kind(id)
    if found.id in BY_ID:
        return BY_ID[found.id]
    if found.troop == "tank":
        return TANKS.get(found.armour) or TANKS.get(found.speed) or BY_TROOP["tank"]
    if found.troop == "spg" and (found.artillery or found.open_top):
        return "sp_gun"
    return BY_TROOP[found.troop]


def trace_of(id: str) -> str:
    """The drawing of what a lost stand of a kind leaves behind."""
    return WRECKS.get(symbol_of(id), "wreck")


@cache
def letters_of(id: str) -> str:
    """What is written on a stand: the short name of a vehicle or a gun, nothing on infantry."""
    found = kind(id)
    if found.is_infantry or found.troop in ("recon", "supply"):
        return ""
    return shortened(found)


def shortened(found: Kind) -> str:
    """A kind's name without what stands after a comma or as a calibre before it: T34, PaK 40, Sherman.

    Of a gun that has no name of its own the calibre is left: 120 for a mortar.
    """
    name = found.name.split(",")[0].strip()
    calibre, _, named = name.partition(" mm ")
    if not named or not calibre.isdigit():
        return name
    return calibre if named[0].islower() else named
