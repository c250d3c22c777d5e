"""The odds of a fire plan as a player knows them: what the page shows beside it.

An enemy's Rep and attributes are his own affair until they are shown (NR-108). Whether he is hit does not depend on
them; whether he stays down does. A Rep that is not known is taken to be the usual one, and that is said.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import prod

import msgspec

from deadground.core.records import copy_state
from deadground.core.view import View
from deadground.systems.kit.options import Options
from deadground.systems.skirmish.crews import machines_against
from deadground.systems.skirmish.game import Skirmish, enemies_of, named_together
from deadground.systems.skirmish.odds.damage import Never, body_of, damage_of_all, down
from deadground.systems.skirmish.odds.shots import Fall, shot_odds, targets_of
from deadground.systems.skirmish.odds.stage import game
from deadground.systems.skirmish.rules.fire.aiming import may_turn
from deadground.systems.skirmish.rules.fire.readiness import mode_of, power_against
from deadground.systems.skirmish.rules.fire.targets import (
    Shot,
    spares_of,
    turned_to,
    whom_dice_may_give,
)
from deadground.systems.skirmish.rules.reactions.modifiers import half_strength
from deadground.systems.skirmish.state import SkirmishState
from deadground.systems.skirmish.weapons import weapon

USUAL_REP = 4

MOST_VOLLEYS = 36
"""So many ways of throwing for targets are reckoned through; a page waits for the answer."""

Falls = tuple[Shot, dict[Fall, Fraction]]
"""A shot and what may come of it."""
Struck = tuple[tuple[int, ...], ...]
"""For each target the Impacts of all that hit it, the lowest first."""


class PlanOdds(msgspec.Struct, frozen=True):
    """What a volley would do."""

    down: float
    """The chance that at least one target is out of the fight or dead."""
    hit: dict[str, float]
    """For each target the chance of a hit or more."""
    each: dict[str, float]
    """For each target the chance that he is out of the fight or dead."""
    about: str = ""
    """What was taken for granted."""


def fire_plan_odds(view: View[SkirmishState], shots: Sequence[Shot]) -> PlanOdds:
    """The exact odds of a volley, from what the seat knows. Rounds with a blast circle are left out."""
    state = copy_state(view.state)
    aimed = [shot for shot in shots if not mode_of(weapon(shot.weapon), shot.mode).circle]
    volleys = as_dice_may_have_it(state, aimed, view.options)
    named = list(dict.fromkeys(id for volley in volleys for shot in volley for id in targets_of(shot)))
    guessed = [id for id in named if as_known(state, id)]
    g = game(state, view.options, Never())
    nobody, unhit, up = Fraction(0), dict.fromkeys(named, Fraction(0)), dict.fromkeys(named, Fraction(0))
    for volley in volleys:
        nobody_now, unhit_now, up_now = volley_odds(g, volley)
        nobody += nobody_now / len(volleys)
        for id in named:
            unhit[id] += unhit_now.get(id, Fraction(1)) / len(volleys)
            up[id] += up_now.get(id, Fraction(1)) / len(volleys)
    hit = {id: float(1 - chance) for id, chance in unhit.items()}
    each = {id: float(1 - chance) for id, chance in up.items()}
    return PlanOdds(float(1 - nobody), hit, each, guess_words(g, guessed, named))


def as_dice_may_have_it(
    state: SkirmishState, shots: Sequence[Shot], options: Options
) -> list[Sequence[Shot]]:
    """A volley once for each way in which dice may give targets to those left over, each as likely. NUTS-FIRE-09

    Of a great many it is taken as it is drawn.
    """
    spare = {shot.shooter for shot in spares_of(state, shots)}
    choices = [rolled_shots(state, shot, options) if shot.shooter in spare else [shot] for shot in shots]
    if prod(len(some) for some in choices) > MOST_VOLLEYS:
        return [shots]
    return [list(volley) for volley in product(*choices)]


def rolled_shots(state: SkirmishState, shot: Shot, options: Options) -> list[Shot]:
    """The shot of one who is left over, at everybody whom a die may give him; as drawn, if one is no man."""
    shooter = state.figures[shot.shooter]
    foes = [*enemies_of(state, shooter.side), *machines_against(state, shooter.side)]
    given = whom_dice_may_give(state, shot, foes, options, may_turn(shooter))
    if len(given) < 2 or any(one.id not in state.figures for one in given):
        return [shot]
    return [turned_to(state, shot, one.id) for one in given]


def volley_odds(
    g: Skirmish, shots: Sequence[Shot]
) -> tuple[Fraction, dict[str, Fraction], dict[str, Fraction]]:
    """That nobody goes down; and for each man that he is not hit, and that he stays up."""
    falls = [(shot, shot_odds(g, shot)) for shot in shots]
    unhit: dict[str, Fraction] = {}
    for shot, ways in falls:
        for place, id in enumerate(targets_of(shot)):
            missed = sum((chance for fall, chance in ways.items() if not fall.hits[place]), Fraction(0))
            unhit[id] = unhit.get(id, Fraction(1)) * missed
    found = [up_after(g, some) for some in at_the_same(falls)]
    nobody = prod((all_up for all_up, _ in found), start=Fraction(1))
    return nobody, unhit, {id: up for _, ups in found for id, up in ups.items()}


def guess_words(g: Skirmish, guessed: Sequence[str], named: Sequence[str]) -> str:
    """Whose Rep was guessed: by name where that of others at whom they shoot was shown."""
    if not guessed:
        return ""
    if len(guessed) == len(named):
        return f"reckoned with Rep {USUAL_REP} where it is not known yet"
    return f"reckoned with Rep {USUAL_REP} for {named_together(g.figures(guessed))}, not known yet"


def as_known(state: SkirmishState, id: str) -> bool:
    """Fill in what is known of a target; whether its Rep had to be guessed."""
    target = state.figures[id]
    target.rep, target.attributes = target.shown_rep or USUAL_REP, target.shown_attributes
    return not target.shown_rep


def at_the_same(falls: Sequence[Falls]) -> list[list[Falls]]:
    """Shots put together that have a target in common, if only by way of another shot."""
    found: list[list[Falls]] = []
    for one in falls:
        named = set(targets_of(one[0]))
        joined = [some for some in found if any(named & set(targets_of(shot)) for shot, _ in some)]
        found = [some for some in found if some not in joined]
        found.append([*(each for some in joined for each in some), one])
    return found


def up_after(g: Skirmish, falls: Sequence[Falls]) -> tuple[Fraction, dict[str, Fraction]]:
    """The chance that some shots put nobody out of the fight, and for each man that they do not put out him.

    All hits on a man count together. NR-40
    """
    named = list(dict.fromkeys(id for shot, _ in falls for id in targets_of(shot)))
    modifiers = g.options["recover_damage_modifiers"]
    bodies = [
        body_of(target, half_strength=modifiers == "on" and half_strength(g, target))
        for target in g.figures(named)
    ]
    killer = g.figure(falls[0][0].shooter).rep
    total, each = Fraction(0), dict.fromkeys(named, Fraction(0))
    for struck, chance in all_hits(named, falls).items():
        all_up = chance
        for id, body, impacts in zip(named, bodies, struck, strict=True):
            up = 1 - down(damage_of_all(body, impacts, killer, modifiers))
            all_up *= up
            each[id] += chance * up
        total += all_up
    return total, each


def all_hits(named: Sequence[str], falls: Sequence[Falls]) -> dict[Struck, Fraction]:
    """How likely it is that each of some men is hit so many times and so hard. Who shot does not matter here."""
    found: dict[Struck, Fraction] = {((),) * len(named): Fraction(1)}
    for shot, ways in falls:
        impact = power_against(mode_of(weapon(shot.weapon), shot.mode), False) or 0
        places = [named.index(id) for id in targets_of(shot)]
        after: dict[Struck, Fraction] = {}
        for before, chance in found.items():
            for fall, likely in ways.items():
                struck = list(before)
                for place, hits in zip(places, fall.hits, strict=True):
                    struck[place] = tuple(sorted((*struck[place], *(impact,) * hits)))
                after[tuple(struck)] = after.get(tuple(struck), Fraction(0)) + chance * likely
        found = after
    return found
