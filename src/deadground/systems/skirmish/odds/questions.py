"""The rolls whose odds can be had."""

from __future__ import annotations

from deadground.core.chances import Question
from deadground.systems.skirmish.odds import crisis, fire, grenade, in_sight, melee

QUESTIONS = {
    "fire": Question(fire.fire_odds, fire.WORDS),
    "in_sight": Question(in_sight.in_sight_odds, in_sight.WORDS),
    "crisis": Question(crisis.crisis_odds, crisis.WORDS),
    "melee": Question(melee.melee_odds, melee.WORDS),
    "grenade": Question(grenade.grenade_odds, grenade.WORDS),
}
