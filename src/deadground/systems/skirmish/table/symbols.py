"""The signs of a skirmish table: how a man is drawn, and the marks he can carry.

The page draws every symbol of `SYMBOLS` and `TRACES` and every sign of `MARKS`; nothing else is ever sent.
"""

from __future__ import annotations

from functools import cache

from deadground.systems.skirmish.gun_lists import GunType
from deadground.systems.skirmish.rules.leaders.leadership import RANKS as RANKED
from deadground.systems.skirmish.rules.leaders.leadership import is_leader
from deadground.systems.skirmish.state import Figure
from deadground.systems.skirmish.vehicle_lists import VehicleType
from deadground.systems.skirmish.weapons import weapon

HELD = ("unarmed", "pistol", "rifle", "smg", "lmg", "mmg", "launcher", "flamethrower", "medic")
POSES = ("standing", "prone", "ducked", "hunkered")
RANKS = ("man", "leader", "star")

QUESTION = "question"
"""Something that nobody knows yet. NUTS-PEF-01"""

TANKS = ("tank_light", "tank_medium", "tank_heavy")
THIN, THICK = 3, 7
"""Up to the one rating of its front a tank is drawn as a light one, beyond the other as a heavy one."""

BY_FAMILY = {
    "small_tank": "carrier",
    "aa_tank": "aa_tank",
    "tank_destroyer": "tank_destroyer",
    "turreted_tank_destroyer": "tank_medium",
    "assault_gun": "assault_gun",
    "turreted_assault_gun": "tank_heavy",
    "sp_artillery": "sp_gun",
    "armoured_car": "armoured_car",
    "turretless_armoured_car": "scout_car",
    "half_track": "halftrack",
    "light_half_track": "motorcycle",
    "gun_half_track": "halftrack",
    "turreted_half_track": "armoured_car",
    "aa_half_track": "halftrack",
    "carrier": "carrier",
    "troop_carrier": "halftrack",
    "scout_car": "scout_car",
    "truck": "truck",
    "amphibious_truck": "truck",
    "gun_truck": "truck",
    "aa_truck": "truck",
    "car": "jeep",
    "motorcycle": "motorcycle",
    "aerosan": "aerosan",
    "wagon": "wagon",
}
"""How the vehicles of a family are drawn, besides tanks."""

GUNS = ("at_gun", "field_gun", "infantry_gun", "aa_gun")

SYMBOLS = (
    *TANKS,
    *dict.fromkeys(BY_FAMILY.values()),
    *GUNS,
    *(f"man_{held}_{pose}_{rank}" for held in HELD for pose in POSES for rank in RANKS),
    QUESTION,
)
"""Every drawing a token can have: a man from above, by what he holds, how he is and what he is."""

OUT = {"obviously_dead": "man_dead", "out_of_the_fight": "man_wounded", "captured": "man_captive"}
"""How those are drawn who are out of it."""

LYING = {"obviously_dead": "dead", "out_of_the_fight": "wounded", "captured": "captured"}
"""How it is with them, in a word."""

TRACES = (*OUT.values(), "weapon", "crater", "smoke", "flame", "trench")
"""Every drawing a trace can have."""

MARKS: dict[str, str] = {
    "star": "A Star: he chooses his own reactions",
    "leader": "A leader: his Leader Die helps his group",
    "prone": "Prone",
    "ducked": "Ducked back: he acts again when his group is next active",
    "hunkered": "Hunkered down: he does nothing until he passes a Recover Test",
    "leaving": "Leaves the battlefield",
    "reacting": "Has not finished a reaction",
    "fast": "Fast Moving until the end of the turn",
    "moving": "Moving: no cover from woods or houses",
    "fired": "Has used his shot",
    "empty": "Out of ammunition",
    "reloading": "Reloading: ready when the activation ends",
    "readied": "Holds something readied",
    "fighting": "In melee",
    "carrying": "Carries a wounded man",
    "in_sight": "Still has to act in an In Sight Test",
    "burning": "Burns",
    "destroyed": "Destroyed: a wreck",
    "knocked_out": "Knocked out: its crew leaves it",
    "immobile": "Immobile: it fights on where it is",
    "unloaded": "Its chamber is empty",
    "buttoned": "Buttoned up: it sees only ahead of its hull and its turret",
    "fast_vehicle": "Fast Moved: shots of its own and at it suffer until the end of the turn",
    "rolling": "Moving: it is not hull down",
}
"""Every sign a token can carry, and what it means."""

STATES: dict[str, str] = {
    "duck_back": "ducked back",
    "hunker_down": "hunkers down",
    "leave_battlefield": "leaving",
}
"""What is wrong with a man who is still on the table, in a word."""

BY_KIND = {
    "pistol": "pistol",
    "smg": "smg",
    "assault_rifle": "smg",
    "bar": "lmg",
    "lmg": "lmg",
    "mmg": "mmg",
    "hmg": "mmg",
    "mortar": "launcher",
    "launcher": "launcher",
    "panzerfaust": "launcher",
    "atr": "lmg",
    "flamethrower": "flamethrower",
}
"""What a kind of weapon looks like in the hands; all others are carried like a rifle."""

BY_STATUS = {"duck_back": "ducked", "hunker_down": "hunkered"}


@cache
def held(id: str) -> str:
    """How a weapon in the hands is drawn."""
    return BY_KIND.get(weapon(id).kind, "rifle")


def symbol_of(figure: Figure) -> str:
    """The drawing of a man on his feet, or not quite."""
    arms = "medic" if figure.medic else held(figure.arms.weapons[0]) if figure.arms.weapons else "unarmed"
    pose = BY_STATUS.get(figure.status, "prone" if figure.prone else "standing")
    rank = "star" if figure.star else "leader" if is_leader(figure) and RANKED.index(figure.rank) else "man"
    return f"man_{arms}_{pose}_{rank}"


def symbol_of_ghost(id: str) -> str:
    """An enemy who is no longer seen, by the weapon he was seen with."""
    return f"man_{held(id) if id else 'rifle'}_standing_man"


@cache
def symbol_of_vehicle(type: VehicleType) -> str:
    """The drawing of a vehicle by its family; tanks as light, medium or heavy ones."""
    if type.family in BY_FAMILY:
        return BY_FAMILY[type.family]
    front = type.front or 0
    return TANKS[(front > THIN) + (front > THICK)]


@cache
def symbol_of_gun(type: GunType) -> str:
    """The drawing of a gun by what it is for."""
    if "flak" in type.flags:
        return "aa_gun"
    if "howitzer" in type.flags:
        return "field_gun" if type.weight == "heavy" else "infantry_gun"
    return "at_gun"
