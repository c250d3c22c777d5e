"""The whole book: importing it makes every chapter's procedures, cards and guides known."""

from __future__ import annotations

from deadground.systems.skirmish.rules.activation import activation, dropping, side_actions
from deadground.systems.skirmish.rules.activation.turn import Battle
from deadground.systems.skirmish.rules.enemies import np_group, pef_resolution, pefs
from deadground.systems.skirmish.rules.fire import ammo, shooting
from deadground.systems.skirmish.rules.grenades import readying, throwing
from deadground.systems.skirmish.rules.house import crawling, platoon_command
from deadground.systems.skirmish.rules.melee import charge, charge_card, melee
from deadground.systems.skirmish.rules.movement import involuntary, movement, prone_card, walking
from deadground.systems.skirmish.rules.reactions import captives, crisis, recover
from deadground.systems.skirmish.rules.sight import in_sight, stepping
from deadground.systems.skirmish.rules.troops import foe_reaction
from deadground.systems.skirmish.rules.wounded import fetch_card, wounded

CHAPTERS = (
    activation,
    movement,
    prone_card,
    stepping,
    walking,
    in_sight,
    shooting,
    readying,
    throwing,
    dropping,
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
