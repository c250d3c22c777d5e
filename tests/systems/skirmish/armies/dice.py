"""Scripted dice for making squads, and a few orders."""

from __future__ import annotations

from typing import Any

from deadground.core.dice import Scripted
from deadground.core.roster import Roster, SquadOrder
from deadground.systems.skirmish.armies.squads import make_squad
from deadground.systems.skirmish.armies.throws import RosterDice


class Script(RosterDice):
    """Dice that show what a test laid out, and must all be thrown."""

    def __init__(self, *faces: int) -> None:
        self.script = Scripted(*faces)
        super().__init__(self.script)

    def finish(self) -> None:
        self.script.finish()

    @property
    def purposes(self) -> list[str]:
        return [roll.purpose for roll in self.rolls]


def squad(nation: str, unit: str, *faces: int, options: dict[str, str] | None = None, **more: Any) -> Roster:
    """A squad made with these dice and no others, its men unnamed."""
    dice = Script(*faces)
    order = SquadOrder(**{"nation": nation, "unit": unit, "year": 1943, "named": False, **more})
    made = make_squad(dice, order, options or {})
    dice.finish()
    return made
