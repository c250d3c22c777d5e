"""The whole book: importing it makes every chapter's procedures, cards and guides known."""

from __future__ import annotations

from deadground.systems.skirmish.rules import (
    activation,
    ammo,
    captives,
    charge,
    charge_card,
    crawling,
    crisis,
    fetch_card,
    foe_reaction,
    in_sight,
    involuntary,
    melee,
    movement,
    np_group,
    pef_resolution,
    pefs,
    platoon_command,
    readying,
    recover,
    shooting,
    side_actions,
    stepping,
    throwing,
    walking,
    wounded,
)
from deadground.systems.skirmish.rules.turn import Battle

CHAPTERS = (
    activation,
    movement,
    stepping,
    walking,
    in_sight,
    shooting,
    readying,
    throwing,
    side_actions,
    ammo,
    crisis,
    recover,
    involuntary,
    charge,
    charge_card,
    melee,
    captives,
    foe_reaction,
    fetch_card,
    wounded,
    crawling,
    platoon_command,
    pefs,
    pef_resolution,
    np_group,
)

__all__ = ["CHAPTERS", "Battle"]
