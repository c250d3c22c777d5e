"""The signs of a skirmish table: how a man is drawn, and the marks he can carry.

The page draws every symbol of `SYMBOLS` and `TRACES` and every sign of `MARKS`; nothing else is ever sent.
"""

from __future__ import annotations

from functools import cache

from deadground.systems.skirmish.state import Figure
from deadground.systems.skirmish.weapons import weapon

SYMBOLS = (
    "man_unarmed",
    "man_pistol",
    "man_rifle",
    "man_smg",
    "man_machine_gun",
    "man_launcher",
    "man_flamethrower",
    "man_medic",
)
"""Every drawing a token can have: a man from above, by what he holds."""

TRACES = ("fallen", "wounded", "weapon", "crater", "smoke", "flame")
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
    "readied": "Holds something readied",
    "fighting": "In melee",
    "carrying": "Carries a wounded man",
    "in_sight": "Still has to act in an In Sight Test",
}
"""Every sign a token can carry, and what it means."""

BY_RANK = {1: "man_rifle", 2: "man_rifle", 3: "man_smg", 4: "man_machine_gun", 5: "man_launcher"}


@cache
def held(id: str) -> str:
    """The drawing for a weapon in the hands."""
    one = weapon(id)
    if one.kind == "flamethrower":
        return "man_flamethrower"
    return "man_pistol" if "pistol" in one.kind else BY_RANK.get(one.rank, "man_rifle")


def symbol_of(figure: Figure) -> str:
    if figure.medic:
        return "man_medic"
    return held(figure.weapons[0]) if figure.weapons else "man_unarmed"
