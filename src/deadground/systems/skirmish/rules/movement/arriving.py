"""Arriving: what every move owes, step by step and where it ends, and which ways are let off what.

Where a man stands and looks is written in standing.py. `come_about` is what any new place or facing can bring:
who surrenders, who is seen, who comes into sight.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from deadground.core.citing import cite
from deadground.systems.skirmish.game import Skirmish
from deadground.systems.skirmish.rules.enemies.pefs import unknown_in_sight
from deadground.systems.skirmish.rules.sight.ghosts import look_round
from deadground.systems.skirmish.rules.sight.sighting import (
    Sighting,
    Watched,
    could_trigger,
    new_sighting,
    note_watched,
)
from deadground.systems.skirmish.rules.wounded.confronting import confront, hated_in_reach
from deadground.systems.skirmish.state import Figure

Way = Literal[
    "walk",
    "fast move",
    "crawl",
    "turning",
    "end facing",
    "two inches",
    "duck back",
    "leaving",
    "charging",
    "fetch",
    "fetch ducking",
    "carry off",
    "carried",
    "prisoner",
    "non player move",
    "question mark",
    "set up",
    "reinforcements",
    "deployment",
    "coming on",
    "driving",
    "getting out",
    "bailing out",
    "pushing a gun",
]
"""Every way in which a man, a question mark or a vehicle comes to a new place, or looks another way."""

Duty = Literal[
    "ground",
    "flame",
    "enemies",
    "room",
    "facing",
    "moving",
    "sight",
    "question marks",
    "confrontation",
    "fallen",
    "ghosts",
]
"""What a move owes: over no ground that nobody can cross (NS-39); through no flame undared (NUTS-GREN-18), and no
enemy (NUTS-MELEE-01); room for the base where it ends (NS-01); a facing (NUTS-LOS-02); to have moved, and to be
stationary again (NR-36); who comes into sight (NUTS-SIGHT-02); question marks that do (NUTS-PEF-05); who hunkers
within 4" (NUTS-MOVE-09); the fallen it touches (NUTS-REACT-11); and what each side sees (NR-108)."""

NO_WILL: dict[tuple[Way, Duty], str] = {
    (way, duty): "NR-133"
    for way in ("duck back", "leaving", "fetch ducking")
    for duty in ("confrontation", "fallen")
}
BROUGHT: dict[tuple[Way, Duty], str] = {
    (way, duty): "NR-133"
    for way in ("carried", "prisoner")
    for duty in ("facing", "moving", "sight", "question marks", "confrontation", "fallen")
}
BEFORE_ALL: dict[tuple[Way, Duty], str] = {
    ("deployment", duty): "NR-206"
    for duty in ("flame", "moving", "sight", "question marks", "confrontation", "fallen")
}
"""Nobody has seen or met anybody before the first turn."""

MACHINES: dict[tuple[Way, Duty], str] = {
    ("driving", duty): "NR-231" for duty in ("question marks", "confrontation", "fallen")
}
"""Men on foot take prisoners and find out who is there."""

BAILING: dict[tuple[Way, Duty], str] = {
    **{("bailing out", duty): "NS-31" for duty in ("ground", "flame", "enemies")},
    **{("bailing out", duty): "NR-133" for duty in ("confrontation", "fallen")},
}
"""Who bails out is set down beside the hull and goes no way at all."""

EXEMPT: dict[tuple[Way, Duty], str] = {
    **NO_WILL,
    **BROUGHT,
    **BEFORE_ALL,
    **MACHINES,
    **BAILING,
    ("coming on", "flame"): "NR-206",
    ("coming on", "moving"): "NR-206",
    ("coming on", "fallen"): "NR-132",
    ("turning", "ground"): "NUTS-ACT-08",
    ("turning", "flame"): "NUTS-ACT-08",
    ("turning", "enemies"): "NUTS-ACT-08",
    ("turning", "room"): "NUTS-ACT-08",
    ("turning", "moving"): "NR-36",
    ("leaving", "question marks"): "NR-133",
    ("carry off", "fallen"): "NR-111",
    ("non player move", "question marks"): "NUTS-PEF-05",
    ("question mark", "ground"): "NR-133",
    ("question mark", "flame"): "NR-133",
    ("question mark", "room"): "NR-133",
    ("question mark", "facing"): "NR-133",
    ("question mark", "moving"): "NR-133",
    ("question mark", "sight"): "NR-133",
    ("question mark", "confrontation"): "NR-133",
    ("question mark", "fallen"): "NR-133",
    ("question mark", "ghosts"): "NR-133",
    ("set up", "flame"): "NR-133",
    ("set up", "moving"): "NR-133",
    ("set up", "question marks"): "NUTS-PEF-05",
    ("reinforcements", "flame"): "NR-133",
    ("reinforcements", "moving"): "NR-133",
    ("reinforcements", "question marks"): "NUTS-PEF-05",
}
"""What a way need not do, with the row or ruling that says so; all else is owed."""


def owes(way: Way, duty: Duty) -> bool:
    """Whether a way has a duty; the row of an exemption is cited. NR-133"""
    row = EXEMPT.get((way, duty))
    if row is not None:
        cite(row)
    return row is None


def come_about(
    g: Skirmish, way: Way, movers: Sequence[Figure], watched: Sequence[Watched] | None = None
) -> Sighting | None:
    """What follows from where these men stand and look now: whoever hunkers before them gives himself up, what each
    side sees is looked at anew, and what has come into sight is to be settled. NUTS-MOVE-09, NR-108, NUTS-SIGHT-02

    `watched`: those of them and of the enemy who may see each other, where that has been looked at already.
    """
    wilful = owes(way, "confrontation")
    if wilful:
        confront(g, movers)
    look_round(g, movers)
    if watched is None:
        watched = could_trigger(g, movers)
        note_watched(g.state, watched)
    sighting = new_sighting(g, watched) if watched else None
    if sighting is None and owes(way, "question marks"):
        sighting = unknown_in_sight(g, movers)
    return sighting or (hated_in_reach(g, movers) if wilful else None)
