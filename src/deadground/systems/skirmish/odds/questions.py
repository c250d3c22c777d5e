"""The rolls whose odds can be had."""

from __future__ import annotations

from deadground.core.chances import Question
from deadground.systems.skirmish.odds import (
    armour,
    availability,
    crisis,
    fire,
    grenade,
    in_sight,
    melee,
    tankers,
)

QUESTIONS = {
    "fire": Question(fire.fire_odds, fire.WORDS),
    "in_sight": Question(in_sight.in_sight_odds, in_sight.WORDS),
    "crisis": Question(crisis.crisis_odds, crisis.WORDS),
    "melee": Question(melee.melee_odds, melee.WORDS),
    "main_gun": Question(armour.main_gun_odds, armour.WORDS),
    "penetration": Question(armour.penetration_odds, armour.WORDS),
    "close_assault": Question(armour.close_assault_odds),
    "tankers": Question(tankers.tanker_odds, tankers.WORDS),
    "availability": Question(availability.availability_odds),
    "grenade": Question(grenade.grenade_odds, grenade.WORDS),
}
