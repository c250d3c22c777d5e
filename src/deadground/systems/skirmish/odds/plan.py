"""The odds of a fire plan as a player knows them: what the page shows beside it.

An enemy's Rep and attributes are his own affair until they are shown (NR-108). Whether he is hit does not depend on
them; whether he stays down does. A Rep that is not known is taken to be the usual one, and that is said.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import msgspec

from deadground.core.records import copy_state
from deadground.core.view import View
from deadground.systems.skirmish.game import Skirmish
from deadground.systems.skirmish.odds.damage import Never, body_of, damage_odds, down
from deadground.systems.skirmish.odds.shots import Fall, shot_odds, targets_of
from deadground.systems.skirmish.odds.stage import game
from deadground.systems.skirmish.rules.modifiers import half_strength
from deadground.systems.skirmish.rules.readiness import mode_of, power_against
from deadground.systems.skirmish.rules.targets import Shot
from deadground.systems.skirmish.state import SkirmishState
from deadground.systems.skirmish.weapons import weapon

USUAL_REP = 4


class PlanOdds(msgspec.Struct, frozen=True):
    """What a volley would do."""

    down: float
    """The chance that at least one target is out of the fight or dead."""
    hit: dict[str, float]
    """For each target the chance of a hit or more."""
    about: str = ""
    """What was taken for granted."""


def fire_plan_odds(view: View[SkirmishState], shots: Sequence[Shot]) -> PlanOdds:
    """The exact odds of a volley, from what the seat knows. Rounds with a blast circle are left out."""
    state = copy_state(view.state)
    aimed = [shot for shot in shots if not mode_of(weapon(shot.weapon), shot.mode).circle]
    named = list(dict.fromkeys(id for shot in aimed for id in targets_of(shot)))
    guessed = [id for id in named if as_known(state, id)]
    g = game(state, view.options, Never())
    unhit = dict.fromkeys(named, Fraction(1))
    nobody = Fraction(1)
    for shot in aimed:
        falls = shot_odds(g, shot)
        for place, id in enumerate(targets_of(shot)):
            unhit[id] *= sum(chance for fall, chance in falls.items() if not fall.hits[place])
        nobody *= nobody_down(g, shot, falls)
    hit = {id: float(1 - chance) for id, chance in unhit.items()}
    about = f"taking Rep {USUAL_REP} where it is not known" if guessed else ""
    return PlanOdds(float(1 - nobody), hit, about)


def as_known(state: SkirmishState, id: str) -> bool:
    """Fill in what is known of a target; whether its Rep had to be guessed."""
    target = state.figures[id]
    target.rep, target.attributes = target.shown_rep or USUAL_REP, target.shown_attributes
    return not target.shown_rep


def nobody_down(g: Skirmish, shot: Shot, falls: dict[Fall, Fraction]) -> Fraction:
    """The chance that a shot puts nobody out of the fight. Damage to one target changes nothing for another."""
    impact = power_against(mode_of(weapon(shot.weapon), shot.mode), False) or 0
    modifiers = g.options["recover_damage_modifiers"]
    killer = g.figure(shot.shooter).rep
    bodies = [
        body_of(target, half_strength=modifiers == "on" and half_strength(g, target))
        for target in g.figures(targets_of(shot))
    ]
    total = Fraction(0)
    for fall, chance in falls.items():
        for body, hits in zip(bodies, fall.hits, strict=True):
            if hits:
                chance *= 1 - down(damage_odds(body, impact, hits, killer, modifiers))
        total += chance
    return total
