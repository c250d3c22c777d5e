"""What is asked for when a squad is made. COT-SQUAD-02"""

from __future__ import annotations

import msgspec

from deadground.systems.skirmish.armies.rosters import Grade, Role
from deadground.systems.skirmish.attributes import Start
from deadground.systems.skirmish.rules.unit_types import Stiffening

PICKS = ("nco", "jr_nco", "lmg", "riflemen", "sa_rifle", "fg42", "mp44", "special", "kommissar", "star")
"""What a player may decide himself; what he leaves out is settled by a die. `star` are the Star's attributes."""


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
