"""The signs of a skirmish table: how a man is drawn, and the marks he can carry.

The page draws every symbol of `SYMBOLS` and `TRACES` and every sign of `MARKS`; nothing else is ever sent.
"""

from __future__ import annotations

from functools import cache

from deadground.systems.skirmish.rules.leaders.leadership import RANKS as RANKED
from deadground.systems.skirmish.rules.leaders.leadership import is_leader
from deadground.systems.skirmish.state import Figure
from deadground.systems.skirmish.weapons import weapon

HELD = ("unarmed", "pistol", "rifle", "smg", "lmg", "mmg", "launcher", "flamethrower", "medic")
POSES = ("standing", "prone", "ducked", "hunkered")
RANKS = ("man", "leader", "star")

QUESTION = "question"
"""Something that nobody knows yet. NUTS-PEF-01"""

SYMBOLS = (
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
